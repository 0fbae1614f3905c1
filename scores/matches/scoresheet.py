"""The scoresheet of one match: reads its log once, and has the boards, steps and names for every page."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from django.http import Http404

from rules.events import Seat
from rules.match.board import Board, Side, new_board
from rules.match.corrections import Entry, LogLine, can_redo, can_undo
from rules.match.play import Replay
from rules.match.steps import Step, ref_text
from scores import models
from scores.matches.replay_cache import ReplayedLog, Stored, continued, replayed
from scores.notation.names import disambiguated, joined


class Sheet:
    """A match, the names of its seats, its log and the replay.

    Two queries, on first use: seats and `stored`. `rows` is a third one if `stored` was read before.
    """

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

    @cached_property
    def stored(self) -> list[Stored]:
        """Kind and payload of each entry. A board needs no more, and it costs a third of reading `rows`."""
        if "rows" in self.__dict__:
            return [(row.kind, row.payload) for row in self.rows]
        return list(self.match.entries.values_list("kind", "payload"))

    @cached_property
    def seq(self) -> int:
        """The number of the next entry. Every form carries it."""
        return len(self.stored)

    @cached_property
    def start(self) -> Board:
        return start_of(self.match)

    @cached_property
    def replayed(self) -> ReplayedLog:
        return replayed(self.match, self.start, self.stored)

    @cached_property
    def log(self) -> list[Entry]:
        return self.replayed.log

    @cached_property
    def lines(self) -> list[LogLine]:
        return self.replayed.lines

    @cached_property
    def replay(self) -> Replay:
        return self.replayed.replay

    @cached_property
    def board(self) -> Board:
        return self.replay.board

    @cached_property
    def steps(self) -> list[Step]:
        return self.replayed.steps

    @cached_property
    def hands(self) -> list[Step]:
        return [step for step in self.steps if step.is_hand]

    @cached_property
    def has_corrections(self) -> bool:
        return any(step.is_corrected for step in self.steps)

    @cached_property
    def last_step(self) -> Step | None:
        return self.steps[-1] if self.steps else None

    @cached_property
    def can_undo(self) -> bool:
        return can_undo(self.log)

    @cached_property
    def can_redo(self) -> bool:
        return can_redo(self.log)

    def called(self, side: Side) -> str:
        """A player's name; of partners both: «Ana y Eva»."""
        return joined([self.names[seat] for seat in side])

    def step(self, ref: str) -> Step | None:
        """The line in force with that name in an address, or None."""
        return next((step for step in self.steps if ref in map(ref_text, step.line.refs)), None)

    def read_again(self) -> Sheet:
        """A new sheet of what is stored now; reads the match again too. Raises Http404 if it was deleted.

        All its columns: the board that is cached for the new version shows them.
        """
        try:
            self.match.refresh_from_db(from_queryset=models.Match.objects.not_deleted())
        except models.Match.DoesNotExist as gone:
            raise Http404 from gone
        return Sheet(self.match)

    def with_row(self, row: models.Entry) -> Sheet:
        """A sheet with one more row; reads nothing. Raises Illegal for a correction of a missing entry."""
        return self._of_rows([*self.rows, row])

    def until(self, seq: int) -> Sheet:
        """The sheet as it was before entry `seq`."""
        return self._of_rows(self.rows[:seq])

    def _of_rows(self, rows: list[models.Entry]) -> Sheet:
        other = Sheet(self.match)
        other.seats, other.names, other.rows, other.start = self.seats, self.names, rows, self.start
        other.replayed = continued(self.replayed, other.stored)  # not cached: the rows may never be stored
        return other


def names_at(seats: Sequence[models.Seat]) -> dict[Seat, str]:
    """The display names of the seats by position, each unique: a second «Ana» is «Ana (2)»."""
    called = disambiguated([seat.player.display_name for seat in seats])
    return {seat.position: name for seat, name in zip(seats, called, strict=True)}


def start_of(match: models.Match) -> Board:
    """The board before the first hand."""
    return new_board(
        match.rules, match.players_at_start, dealer=match.first_dealer, direction=match.direction
    )
