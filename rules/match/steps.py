"""The lines of a log between their boards: what each was for whom."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from rules.events import Event, HandScored, Retired, Seat
from rules.match.board import Board, Status
from rules.match.corrections import Line
from rules.match.play import Replay
from rules.scoring.points import price


@dataclass(frozen=True, eq=False)
class Step:
    """One line of the sheet: what happened, on which board, and what the board was then."""

    line: Line
    before: Board
    after: Board

    @property
    def hand_number(self) -> int:
        """The hand it is, or the one it comes before."""
        return self.before.hands + 1

    @property
    def event(self) -> Event:
        return self.line.event

    @cached_property
    def is_hand(self) -> bool:
        return isinstance(self.event, HandScored)

    @cached_property
    def is_corrected(self) -> bool:
        """Whether a correction that is in force rewrote the line, or put it in."""
        return len(self.line.refs) > 1 or not isinstance(self.line.ref, int)

    @property
    def ref(self) -> str:
        """The line's name in an address: "3", or "5.0" for one that an amend put in."""
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
        return self._points.get(seat)

    @cached_property
    def _points(self) -> dict[Seat, int]:
        if not isinstance(self.event, HandScored):
            return {}
        playing = self.before.seats_playing
        priced = price(self.before.next_ruleset, self.event, playing)
        return {seat: priced.get(seat, 0) for seat in playing}


def steps(script: Sequence[Line], outcome: Replay) -> Iterator[Step]:
    """The lines that were accepted, each between its two boards."""
    for place, line in enumerate(script[: outcome.accepted]):
        before, after = outcome.boards[place : place + 2]
        yield Step(line, before, after)


def ref_text(ref: int | tuple[int, int]) -> str:
    return str(ref) if isinstance(ref, int) else f"{ref[0]}.{ref[1]}"
