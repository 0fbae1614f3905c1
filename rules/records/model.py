"""A match as it is recorded, and its board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from uuid import UUID

from rules.errors import Illegal
from rules.events import Seat
from rules.match.board import Board, new_board
from rules.match.corrections import Entry, lines
from rules.match.play import replay
from rules.records.validators import BadRecord
from rules.ruleset import Ruleset


@dataclass(frozen=True)
class RecordedEntry:
    """One entry of the log, with the times of the server and of the phone where they are known."""

    entry: Entry
    at: datetime | None = None  # when the server stored it
    happened_at: datetime | None = None  # when it was entered, by the clock of the phone


@dataclass(frozen=True)
class Record:
    """A match: its settings before the first hand, and every entry since, corrections included.

    Seats number the `players`, who sat down first, and after them those who `joined` later; two of them may
    have the same name.
    """

    ruleset: Ruleset
    players: tuple[str, ...]
    joined: tuple[str, ...] = ()
    teams: tuple[tuple[Seat, ...], ...] | None = None  # None: as the ruleset has it
    dealer: Seat = 0  # of the first hand
    direction: int = 1
    start: dict[Seat, int] = field(default_factory=dict)  # totals before the first hand
    played_on: date | None = None
    entries: tuple[RecordedEntry, ...] = ()
    uid: UUID | None = None  # the same in every file and server; None: the match was never stored
    rules_name: str = ""  # what the table calls its rules
    currency: str = ""  # a symbol; empty: chips

    @property
    def names(self) -> tuple[str, ...]:
        """The names by seat."""
        return (*self.players, *self.joined)

    @property
    def log(self) -> list[Entry]:
        return [recorded.entry for recorded in self.entries]

    def first_board(self) -> Board:
        """The board before the first hand. Raises Illegal for impossible teams."""
        return new_board(
            self.ruleset, len(self.players), self.dealer, self.direction, dict(self.start), self.teams
        )


def board_of(record: Record) -> Board:
    """The board after the last entry. Raises BadRecord for an entry that the rules refuse."""
    try:
        script = lines(record.log)
    except Illegal as illegal:
        raise BadRecord(f"$.entries[{_first_bad_correction(record.log)}]", str(illegal), "rules") from illegal
    outcome = replay(record.first_board(), [line.event for line in script])
    if outcome.refusal:
        ref = script[outcome.accepted].ref
        index = ref if isinstance(ref, int) else ref[0]
        raise BadRecord(f"$.entries[{index}]", str(outcome.refusal), "rules") from outcome.refusal
    return outcome.board


def _first_bad_correction(log: Sequence[Entry]) -> int:
    """The index of the first correction with nothing to undo, to redo or to amend."""
    for index in range(len(log)):
        try:
            lines(log[: index + 1])
        except Illegal:
            return index
    return len(log)
