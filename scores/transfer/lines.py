"""The lines of a circle's file: their tables, how they are written with a fixed order of keys, and checks of
an imported match beyond the kinds of its values."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Any
from uuid import UUID

from rules.errors import Illegal, Malformed
from rules.events import RulesChanged
from rules.match import log_json
from rules.match.board import new_board
from rules.match.corrections import Amended, Entry, Redone, Undone, plays
from rules.match.log_json import LogSize, Rename, lines_of, payload_with_names
from rules.ruleset import Ruleset
from rules.validators import BadRecord, Document
from scores.core.matches.log import WrittenEntry
from scores.models import Match
from scores.transfer import limits, tables
from scores.transfer.tables import (
    Key,
    NightEntryLine,
    NightTable,
    key,
    keys_of,
    written_values,
)

VERSION = 1
UNREAD = (
    '{"unread":'  # begins a match that a phone could not read, and a server does not
)
FORMAT_KEY = "reenganche_circle"  # key of the first line; its value is the version

ROW = (
    Key("entry", tables.ENTRY),
    Key("at", tables.TIME),
    Key("happened_at", tables.TIME),
    Key("uid", tables.UID),
    Key("key", tables.CLIENT_KEY),
)
MATCH = (
    Key("uid", tables.UID),
    Key("created_at", tables.TIME),
    Key("played_on", tables.DAY),
    *tables.TEXT_KEYS,
    Key("archived_at", tables.TIME, None),
    Key("previous", tables.UID, None),
    Key("ruleset", tables.RULESET),
    Key("seats", tables.items(2, limits.SEATS, tables.UID.schema)),
    Key("at_start", tables.whole(2, limits.SEATS)),
    Key("dealer", tables.whole(0, limits.SEATS - 1)),
    Key("direction", tables.DIRECTION),
    Key(
        "entries", tables.items(0, limits.OPERATOR.entries, {"$ref": "#/$defs/written"})
    ),
)


# The lines


@dataclass(frozen=True)
class CircleLine:
    name: str = key(tables.text(limits.CIRCLE_NAME))
    time_zone: str = key(tables.ZONE)
    counts_nights: bool = key(tables.FLAG, True)


@dataclass(frozen=True)
class PersonLine:
    uid: UUID = key(tables.UID)
    name: str = key(tables.PERSON_NAME)
    colour: int = key(tables.COLOUR)
    erased_at: datetime | None = key(tables.TIME, None)
    emoji: str = key(tables.text(limits.EMOJI), "")
    chosen_colour: int | None = key(tables.COLOUR, None)
    photo: bytes | None = key(tables.PHOTO, None)  # only if it was asked for


@dataclass(frozen=True)
class HouseRulesLine:
    name: str = key(tables.NAME)
    used_at: datetime = key(tables.TIME)
    ruleset: Ruleset = key(tables.RULESET)


@dataclass(frozen=True)
class MatchLine:
    """A match, which is not stored if it was read. Rows name seats by number, seats name persons by uid."""

    match: Match
    seats: tuple[UUID, ...]
    rows: tuple[WrittenEntry, ...]
    previous: UUID | None = None  # uid of the match that this one is a rematch of
    number: int = 1  # of the line in its file
    # of the match in that line: the match of a record is the whole document
    place: str = "$"

    @property
    def uid(self) -> Any:
        return self.match.uid

    @property
    def log(self) -> list[Entry]:
        return [row.entry for row in self.rows]


@dataclass(frozen=True)
class KnownMatchLine:
    """The line of a match that is already here: only its uid is read, and which match it is a rematch of."""

    uid: UUID
    previous: UUID | None = None


@dataclass(frozen=True)
class PlayerMergeLine:
    """A merge of two players, and the seats that belonged to the emptied one: match uid and position."""

    kept: UUID = key(tables.UID)
    emptied: UUID = key(tables.UID)
    at: datetime = key(tables.TIME)
    seats: tuple[tuple[UUID, int], ...] = key(tables.MERGED_SEATS)


@dataclass(frozen=True)
class NightLine:
    """A club night, with the matches of its tables that are in the file. Phones and rights are not in it."""

    uid: UUID = key(tables.UID)
    name: str = key(tables.NAME)
    created_at: datetime = key(tables.TIME)
    plan: Document = key(tables.PLAN)
    entries: tuple[NightEntryLine, ...] = key(tables.NIGHT_ENTRIES)
    matches: tuple[NightTable, ...] = key(tables.NIGHT_TABLES)
    finished_at: datetime | None = key(tables.TIME, None)
    starts_on: date | None = key(tables.DAY, None)
    starts_at: time | None = key(tables.CLOCK, None)
    number: int = 1  # of the line in its file


@dataclass(frozen=True)
class EndLine:
    """The last line; a file without it was cut off."""

    persons: int = key(tables.COUNT)
    house_rules: int = key(tables.COUNT)
    matches: int = key(tables.COUNT)
    nights: int | None = key(tables.COUNT, None)


FileLine = (
    CircleLine
    | PersonLine
    | HouseRulesLine
    | MatchLine
    | KnownMatchLine
    | PlayerMergeLine
    | NightLine
    | EndLine
)

LINES: dict[str, type] = {
    "person": PersonLine,
    "house_rules": HouseRulesLine,
    "match": MatchLine,
    "one_person": PlayerMergeLine,
    "night": NightLine,
    "end": EndLine,
}
"""What the one key of a line after the first says that it is."""
_NAMES = {line: name for name, line in LINES.items()}


def line_text(line: FileLine) -> str:
    """The line as JSON; equal lines give equal bytes."""
    kind: Any = type(line)
    fields = (
        _match_fields(line)
        if isinstance(line, MatchLine)
        else written_values(keys_of(kind), vars(line))
    )
    document = (
        {FORMAT_KEY: VERSION, **fields}
        if kind is CircleLine
        else {_NAMES[kind]: fields}
    )
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")) + "\n"


def _match_fields(line: MatchLine) -> Document:
    match = line.match
    values = {
        **vars(match),
        "ruleset": match.rules,
        "previous": line.previous,
        "seats": map(str, line.seats),
        "at_start": match.players_at_start,
        "dealer": match.first_dealer,
        "entries": [
            written_values(ROW, {**vars(row), "key": row.client_key})
            for row in line.rows
        ],
    }
    return written_values(MATCH, values)


# Checks


def entry_of(payload: Document, place: str, rename: Rename) -> Entry:
    """The entry at `place`; `rename` makes a seat of what names a player, and of its place."""
    seated = payload_with_names(payload, rename, place)
    try:
        return log_json.load(seated)
    except Malformed as error:
        raise BadRecord(place, str(error), "entry") from error


def check_board(columns: Document, place: str) -> None:
    """Raise BadRecord if the rules do not allow this number of players or their teams."""
    try:
        new_board(
            *(
                columns[key]
                for key in ("ruleset", "players_at_start", "first_dealer", "direction")
            )
        )
    except Illegal as illegal:
        raise BadRecord(place, str(illegal), "teams") from illegal


def match_line(
    columns: Document,
    seats: tuple[UUID, ...],
    rows: tuple[WrittenEntry, ...],
    place: str,
    bounds: limits.Bounds,
    number: int = 1,
) -> MatchLine:
    """The match with these columns. Raises BadRecord for a log that no table here could have, for a number
    beyond its bounds, and for corrections that make it cost too much."""
    previous = columns.pop("previous", None)
    ruleset = columns.pop("ruleset")
    line = MatchLine(
        Match(**columns, ruleset=ruleset.dump()), seats, rows, previous, number, place
    )
    size = LogSize(line.match.players_at_start)
    for index, entry in enumerate(line.log):
        try:
            log_json.verify_bounds(entry)
        except Malformed as beyond:
            raise BadRecord(
                f"{place}.entries[{index}].entry", str(beyond), "number"
            ) from beyond
    for index, entry in enumerate(line.log if bounds.is_like_a_table else ()):
        try:
            size.verify(entry)
        except Illegal as full:
            raise BadRecord(
                f"{place}.entries[{index}].entry", str(full), full.code
            ) from full
        size.add(entry)
    if _lines_scanned(line.log) > bounds.scanned or work_of(line) > bounds.match:
        raise BadRecord(f"{place}.entries", "corrections of corrections", "many")
    return line


def _lines_scanned(log: Sequence[Entry]) -> int:
    """How many lines are looked at, at most, to find those that corrections change."""
    scanned = lines = 0
    for entry in log:
        lines += lines_of(entry)
        if isinstance(entry, (Amended, Undone, Redone)):
            scanned += lines * (len(entry.changes) if isinstance(entry, Amended) else 1)
    return scanned


def work_of(line: FileLine) -> int:
    """What it costs to import the line, in the unit of `limits`."""
    if isinstance(line, NightLine):
        return limits.NIGHT_WORK + limits.NIGHT_EVENT_WORK * len(line.entries)
    if isinstance(line, PersonLine):
        return limits.PERSON_WORK + (limits.PHOTO_WORK if line.photo else 0)
    if not isinstance(line, MatchLine):
        return limits.RULES_WORK if isinstance(line, HouseRulesLine) else 0
    each = limits.PLAY_WORK + limits.SEAT_WORK * len(line.seats)
    changes = sum(isinstance(entry, RulesChanged) for entry in line.log)
    fixed_work = (
        limits.MATCH_WORK
        + limits.ENTRY_WORK * len(line.rows)
        + limits.RULES_CHANGE_WORK * changes
    )
    return fixed_work + each * plays(line.log)
