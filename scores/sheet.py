"""The scoresheet of one match: its rows read once, everything a page shows derived from them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from rules import entries
from rules.board import Board, Replay, new_board, replay
from rules.corrections import Entry, Line, can_redo, can_undo, lines
from rules.events import Event, HandScored, Seat
from rules.pricing import price
from rules.standings import Side
from scores import models
from scores.names import listed, told_apart


@dataclass(frozen=True)
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

    @property
    def is_hand(self) -> bool:
        return isinstance(self.event, HandScored)

    @property
    def is_corrected(self) -> bool:
        """Whether a correction that is in force rewrote the line, or put it in."""
        return len(self.line.refs) > 1 or not isinstance(self.line.ref, int)

    @property
    def ref(self) -> str:
        """The line's name in an address: "3", or "5.0" for one that an amend put in."""
        return ref_text(self.line.ref)

    def points(self, seat: Seat) -> int | None:
        """What the hand added for a seat; None if it did not count in it. A buy-back is not points."""
        if not isinstance(self.event, HandScored) or seat not in self.before.seats_playing:
            return None
        return price(self.before.next_ruleset, self.event, self.before.seats_playing).get(seat, 0)


class Sheet:
    """A match, the names of its seats, its log and the replay of it. Two queries, on first use."""

    def __init__(self, match: models.Match) -> None:
        self.match = match

    @cached_property
    def seats(self) -> list[models.Seat]:
        return list(self.match.seats.select_related("player"))

    @cached_property
    def names(self) -> dict[Seat, str]:
        return names_at(self.seats)

    @cached_property
    def rows(self) -> list[models.Entry]:
        return list(self.match.entries.all())

    @property
    def seq(self) -> int:
        """The number of the next entry: what a form is drawn for."""
        return len(self.rows)

    @cached_property
    def log(self) -> list[Entry]:
        return [loaded(row) for row in self.rows]

    @cached_property
    def start(self) -> Board:
        return start_of(self.match)

    @cached_property
    def lines(self) -> list[Line]:
        return lines(self.log)

    @cached_property
    def replay(self) -> Replay:
        return replay(self.start, [line.event for line in self.lines])

    @property
    def board(self) -> Board:
        return self.replay.board

    @cached_property
    def steps(self) -> list[Step]:
        return list(steps(self.lines, self.replay))

    @property
    def hands(self) -> list[Step]:
        return [step for step in self.steps if step.is_hand]

    @property
    def has_corrections(self) -> bool:
        return any(step.is_corrected for step in self.steps)

    @property
    def last_step(self) -> Step | None:
        return self.steps[-1] if self.steps else None

    @property
    def can_undo(self) -> bool:
        return can_undo(self.log)

    @property
    def can_redo(self) -> bool:
        return can_redo(self.log)

    def called(self, side: Side) -> str:
        """A player's name; of partners both: «Ana y Eva»."""
        return listed([self.names[seat] for seat in side])

    def step(self, ref: str) -> Step | None:
        """The line in force that an address names."""
        return next((step for step in self.steps if ref in map(ref_text, step.line.refs)), None)

    def with_row(self, row: models.Entry) -> Sheet:
        """The sheet with one row more, nothing read again."""
        return self._of_rows([*self.rows, row])

    def until(self, seq: int) -> Sheet:
        """The sheet as it was when line `seq` was to be written next."""
        return self._of_rows(self.rows[:seq])

    def _of_rows(self, rows: list[models.Entry]) -> Sheet:
        other = Sheet(self.match)
        other.seats, other.rows = self.seats, rows
        return other


def names_at(seats: Sequence[models.Seat]) -> dict[Seat, str]:
    """What those who sit at a table are called, by position; namesakes, and who have no name left, apart."""
    called = told_apart([seat.player.called for seat in seats])
    return {seat.position: name for seat, name in zip(seats, called, strict=True)}


def steps(script: list[Line], outcome: Replay) -> Iterator[Step]:
    """The lines that were accepted, each between its two boards."""
    for place, line in enumerate(script[: outcome.accepted]):
        before, after = outcome.boards[place : place + 2]
        yield Step(line, before, after)


def start_of(match: models.Match) -> Board:
    """The board before the first hand."""
    return new_board(
        match.rules, match.players_at_start, dealer=match.first_dealer, direction=match.direction
    )


def loaded(row: models.Entry) -> Entry:
    return entries.load({"type": row.kind, **row.payload})


def ref_text(ref: int | tuple[int, int]) -> str:
    return str(ref) if isinstance(ref, int) else f"{ref[0]}.{ref[1]}"
