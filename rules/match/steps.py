"""The lines of a log, each with the board before and the board after it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from rules.events import Event, HandScored, Retired, Seat
from rules.match.board import Board, Status
from rules.match.corrections import LogLine
from rules.match.opponents import played_by
from rules.match.play import Replay
from rules.scoring.points import price


@dataclass(frozen=True, eq=False)
class Step:
    """One line of the scoresheet, with the board before and after it."""

    line: LogLine
    before: Board
    after: Board

    @cached_property
    def hand_number(self) -> int:
        """The number of the hand, from 1; of another event, the number of the next hand."""
        return self.before.hands + 1

    @cached_property
    def event(self) -> Event:
        return self.line.event

    @cached_property
    def is_hand(self) -> bool:
        return isinstance(self.event, HandScored)

    @cached_property
    def is_corrected(self) -> bool:
        """Whether a correction in force replaced or inserted the line."""
        return len(self.line.refs) > 1 or not isinstance(self.line.ref, int)

    @cached_property
    def ref(self) -> str:
        """The line's name in a URL: "3", or "5.0" for one that an amend inserted."""
        return ref_text(self.line.ref)

    @cached_property
    def bust(self) -> frozenset[Seat]:
        """The seats that this line took past the limit, whatever they did then."""
        if isinstance(self.event, Retired):
            return frozenset()
        now = self.after.standings
        return frozenset(
            seat
            for seat, before in self.before.standings.items()
            if before.status is Status.IN
            and (now[seat].rebuys > before.rebuys or now[seat].status in (Status.ASKED, Status.OUT))
        )

    def points(self, seat: Seat) -> int | None:
        """What the hand added for a seat; None if it did not count in it. A buy-back is not points."""
        return self.scored.get(seat)

    @cached_property
    def scored(self) -> dict[Seat, int]:
        """What the hand added for each seat that it counted for."""
        if not isinstance(self.event, HandScored):
            return {}
        played = played_by(self.before, self.event)
        priced = price(self.before.next_ruleset, self.event, played)
        return {seat: priced.get(seat, 0) for seat in played}


def steps(script: Sequence[LogLine], outcome: Replay) -> Iterator[Step]:
    """The accepted lines as steps."""
    for place, line in enumerate(script[: outcome.accepted]):
        before, after = outcome.boards[place : place + 2]
        yield Step(line, before, after)


def ref_text(ref: int | tuple[int, int]) -> str:
    return str(ref) if isinstance(ref, int) else f"{ref[0]}.{ref[1]}"
