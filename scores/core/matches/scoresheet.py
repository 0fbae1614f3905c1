"""The scoresheet of one match: reads its log once, has boards, steps and names, and judges the next entry.

A phone has the same sheets, of a match that it reads from a document: `phone.runtime.match_document`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from rules.events import Seat
from rules.match import log_json
from rules.match.board import Board, Side, new_board
from rules.match.corrections import (
    Entry,
    LogLine,
    Step,
    Undone,
    WrittenLog,
    ref_text,
    verify_lines,
)
from rules.match.log_json import verify_room
from rules.match.play import Replay
from scores.core.matches import replay_cache
from scores.core.matches.replay_cache import (
    ReplayedLog,
    Stored,
    continued_replay,
    replay_of_rows,
)
from scores.core.notation.names import PlayerFace, joined_names, unique_names

if TYPE_CHECKING:
    from scores import models


class Sheet:
    """A match, the names of its seats, its log and the replay. Two queries, on first use: seats and rows;
    none with `seats`, `rows` and `before`, a sheet of the same start.
    """

    def __init__(
        self,
        match: models.Match,
        *,
        seats: list[models.Seat] | None = None,
        rows: Sequence[models.LogRow] | None = None,
        before: Sheet | None = None,
        shows_photos: bool = False,
    ) -> None:
        """`shows_photos`: for who may see the group."""
        self.match = match
        self.shows_photos = shows_photos
        self._seats = seats
        self._rows = rows
        self._before = before

    @cached_property
    def seats(self) -> list[models.Seat]:
        return self.match.read_seats() if self._seats is None else self._seats

    @cached_property
    def names(self) -> dict[Seat, str]:
        return names_at(self.seats)

    @cached_property
    def faces(self) -> dict[Seat, PlayerFace]:
        """What players have chosen to be told apart by, besides their name."""
        return {
            seat.position: PlayerFace(
                seat.player.emoji,
                seat.player.chosen_colour,
                self.match.photo_of(seat.player) if self.shows_photos else "",
            )
            for seat in self.seats
        }

    @cached_property
    def rows(self) -> Sequence[models.LogRow]:
        """The rows of the log."""
        return self.match.read_rows() if self._rows is None else self._rows

    @cached_property
    def stored(self) -> list[Stored]:
        """Kind and payload of each entry."""
        return [(row.kind, row.payload) for row in self.rows]

    @cached_property
    def seq(self) -> int:
        """The number of the next entry. Every form carries it."""
        return len(self.stored)

    @cached_property
    def start(self) -> Board:
        return self._before.start if self._before else start_of(self.match)

    @cached_property
    def replayed_log(self) -> ReplayedLog:
        """Raises Illegal for a correction of a missing entry."""
        if self._before is not None:
            # not cached: the rows may never be stored
            return continued_replay(self._before.replayed_log, self.stored)
        return replay_of_rows(self.match, self.start, self.stored)

    @cached_property
    def log(self) -> list[Entry]:
        return self.replayed_log.log

    @cached_property
    def lines(self) -> list[LogLine]:
        return self.written.lines

    @cached_property
    def replay(self) -> Replay:
        return self.replayed_log.replay

    @cached_property
    def board(self) -> Board:
        return self.replay.board

    @cached_property
    def steps(self) -> list[Step]:
        return self.replayed_log.steps

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
    def newest_step(self) -> Step | None:
        """The step of the newest entry; None after an undo or a correction."""
        step = self.last_step
        return step if step and step.line.ref == self.seq - 1 else None

    @property
    def written(self) -> WrittenLog:
        return self.replayed_log.written

    @property
    def undo_target(self) -> int | None:
        """The number of the entry that an undo takes back."""
        return next(reversed(self.written.in_force), None)

    @property
    def redo_target(self) -> int | None:
        """The number of the entry that a redo brings back."""
        return next(reversed(self.written.undone), None)

    def target_of(self, entry: Entry) -> int | None:
        """The number of the entry that an undo or a redo moves now; None where there is none."""
        return self.undo_target if isinstance(entry, Undone) else self.redo_target

    def name_of_side(self, side: Side) -> str:
        """A player's name; of partners both: «Ana y Eva»."""
        return joined_names([self.names[seat] for seat in side])

    def emoji_of(self, side: Side) -> str:
        """The emoji of its players, for those who have one."""
        return "".join(self.faces[seat].emoji for seat in side)

    def photo_of(self, side: Side) -> str:
        """The photo of one who plays alone."""
        return self.faces[side[0]].photo if len(side) == 1 else ""

    def step(self, ref: str) -> Step | None:
        """The line in force with that name in an address, or None."""
        return next(
            (step for step in self.steps if ref in map(ref_text, step.line.refs)), None
        )

    def read_again(self) -> Sheet:
        """A new sheet of what is stored now; reads the match again too. Raises Http404 if it was deleted."""
        self.match.read_again()
        return Sheet(self.match, shows_photos=self.shows_photos)

    def until(self, seq: int) -> Sheet:
        """The sheet as it was before entry `seq`."""
        return self.with_rows(self.rows[:seq])

    def with_rows(self, rows: Sequence[models.LogRow]) -> Sheet:
        """A sheet of other rows; reads nothing."""
        return Sheet(
            self.match,
            seats=self.seats,
            rows=rows,
            before=self,
            shows_photos=self.shows_photos,
        )


def names_at(seats: Sequence[models.Seat]) -> dict[Seat, str]:
    """The display names of the seats by position, each unique: a second «Ana» is «Ana (2)»."""
    called = unique_names([seat.player.display_name for seat in seats])
    return {seat.position: name for seat, name in zip(seats, called, strict=True)}


def start_of(match: models.Match) -> Board:
    """The board before the first hand; the same object while the match is in the cache of replayed logs."""
    return replay_cache.start_of(match) or new_board(
        match.rules,
        match.players_at_start,
        dealer=match.first_dealer,
        direction=match.direction,
    )


COLOURS = 8  # of the style sheet; each has its own dashes too


def colours_of(sheet: Sheet) -> dict[Side, int]:
    """The colour that a player of the side has chosen, else that of its first seat; all different while
    there are enough: who comes later in the order of sides gets the first free one.
    """
    given: dict[Side, int] = {}
    for side in sheet.board.sides:
        colours = [sheet.faces[seat].colour for seat in side]
        chosen = next((colour for colour in colours if colour is not None), None)
        if chosen is not None and chosen not in given.values():
            given[side] = chosen
    for side in sheet.board.sides:
        if side not in given:
            wanted = (side[0] % COLOURS, *range(COLOURS))
            given[side] = next(
                (colour for colour in wanted if colour not in given.values()), wanted[0]
            )
    return given


class Stale(Exception):
    """The form was rendered for another entry number than the next one of `sheet`, which is as it is stored
    now; `since` are the entries written after the form was rendered.
    """

    code = "stale"

    def __init__(self, sheet: Sheet, since: Sequence[models.LogRow]) -> None:
        self.sheet = sheet
        self.since = since


class KeyReused(Exception):
    """The client key was used before, for the entry `written`, which has other content."""

    code = "key-reused"

    def __init__(self, sheet: Sheet, written: models.LogRow) -> None:
        self.sheet = sheet
        self.written = written


def sheet_with_entry(
    sheet: Sheet,
    entry: Entry,
    seq: int,
    client_key: str,
    make_row: Callable[..., models.LogRow],
) -> Sheet:
    """The sheet with `entry` as its next row, `make_row(kind=…, payload=…)`; `sheet` itself for a repeated
    POST. Raises KeyReused for the same key with other content, Stale if `seq` is not the next number, Illegal
    if the rules refuse the entry.
    """
    kind, payload = kind_and_payload(entry)
    written = next((row for row in sheet.rows if row.client_key == client_key), None)
    if written:
        if (written.kind, written.payload) != (kind, payload):
            raise KeyReused(sheet, written)
        return sheet
    if seq != sheet.seq:
        raise Stale(sheet, sheet.rows[seq:] if seq < sheet.seq else [])
    verify_room(sheet.match.players_at_start, sheet.log, entry)
    longer = sheet.with_rows([*sheet.rows, make_row(kind=kind, payload=payload)])
    verify_lines(longer.lines, longer.replay)
    return longer


def kind_and_payload(entry: Entry) -> tuple[str, dict[str, Any]]:
    """The entry as a row of the log has it."""
    payload = log_json.dump(entry)
    return payload.pop("type"), payload
