"""The lines of a circle's file: their tables, how they are written with a fixed order of keys, and checks of
an imported match beyond the kinds of its values."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Any
from uuid import UUID

from rules.errors import BadRecord, Illegal
from rules.events import RulesChanged
from rules.kinds import FLAG, Document, Key, Listed, Object, Whole
from rules.match import log_json
from rules.match.board import new_board
from rules.match.corrections import Amended, Entry, Redone, Undone, plays
from rules.match.log_json import LogSize, lines_of
from rules.numbers import Bound
from rules.ruleset import Ruleset
from rules.validators import (
    DAY,
    DIRECTION,
    RULESET,
    UID,
    OneLine,
)
from scores.circle.accounts.account import AccountPayment
from scores.core.matches.log import WrittenEntry
from scores.core.notation.names import tidy
from scores.models import Match
from scores.transfer import limits, tables
from scores.transfer.tables import (
    TIME,
    ClockTime,
    NightEntryLine,
    SittingLine,
    inside,
    key,
    object_of,
)

VERSION = 1
UNREAD = (
    '{"unread":'  # begins a match that a phone could not read, and a server does not
)
FORMAT_KEY = "reenganche_circle"  # key of the first line; its value is the version

ROW = Object(
    dict,
    Key("entry", tables.EntryObject()),
    Key("at", TIME),
    Key("happened_at", TIME),
    Key("uid", UID),
    Key("key", tables.KEY, field="client_key"),
)
MATCH = Object(
    dict,
    Key("uid", UID),
    Key("created_at", TIME),
    Key("played_on", DAY),
    *tables.TEXT_KEYS,
    Key("archived_at", TIME, None),
    Key("previous", UID, None),
    Key("ruleset", RULESET),
    Key("seats", Listed(UID, Bound(2, limits.SEATS))),
    Key("at_start", Whole(2, limits.SEATS), field="players_at_start"),
    Key("dealer", Whole(0, limits.SEATS - 1), field="first_dealer"),
    Key("direction", DIRECTION),
    Key("entries", Listed(ROW, Bound(0, limits.OPERATOR.entries))),
)


# The lines


@dataclass(frozen=True)
class CircleLine:
    name: str = key(OneLine(limits.CIRCLE_NAME, tidy))
    time_zone: str = key(tables.Zone(limits.KEY))
    counts_nights: bool = key(FLAG, True)


@dataclass(frozen=True)
class PersonLine:
    uid: UUID = key(UID)
    name: str = key(tables.PERSON_NAME)
    colour: int = key(tables.COLOUR)
    erased_at: datetime | None = key(TIME, None)
    emoji: str = key(OneLine(limits.EMOJI, tidy), "")
    chosen_colour: int | None = key(tables.COLOUR, None)
    photo: bytes | None = key(tables.Photo(), None)  # only if it was asked for


@dataclass(frozen=True)
class HouseRulesLine:
    name: str = key(tables.NAME)
    used_at: datetime = key(TIME)
    ruleset: Ruleset = key(RULESET)


@dataclass(frozen=True)
class MatchLine:
    """A match, which is not stored if it was read. Rows name seats by number, seats name persons by uid."""

    match: Match
    seats: tuple[UUID, ...]
    rows: tuple[WrittenEntry, ...]
    previous: UUID | None = None  # uid of the match that this one is a rematch of
    number: int = 1  # of the line in its file
    # of the match in that line: the match of a record is the whole document
    path: str = "$"

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

    kept: UUID = key(UID)
    emptied: UUID = key(UID)
    at: datetime = key(TIME)
    seats: tuple[tuple[UUID, int], ...] = key(tables.MERGED_SEATS)


@dataclass(frozen=True)
class NightLine:
    """A club night, with the matches of its tables that are in the file. Phones and rights are not in it."""

    uid: UUID = key(UID)
    name: str = key(tables.NAME)
    created_at: datetime = key(TIME)
    plan: Document = key(tables.PLAN)
    entries: tuple[NightEntryLine, ...] = key(tables.NIGHT_ENTRIES)
    matches: tuple[SittingLine, ...] = key(tables.NIGHT_TABLES)
    finished_at: datetime | None = key(TIME, None)
    starts_on: date | None = key(DAY, None)
    starts_at: time | None = key(ClockTime(), None)
    number: int = 1  # of the line in its file


@dataclass(frozen=True)
class AccountLine:
    """What was paid, or which earlier line does not count."""

    uid: UUID = key(UID)
    at: datetime = key(TIME)
    payments: tuple[AccountPayment, ...] = key(tables.PAYMENTS, ())
    day: date | None = key(DAY, None)
    is_zero: bool = key(FLAG, False)
    undoes: UUID | None = key(UID, None)


@dataclass(frozen=True)
class EndLine:
    """The last line; a file without it was cut off."""

    persons: int = key(tables.COUNT)
    house_rules: int = key(tables.COUNT)
    matches: int = key(tables.COUNT)
    nights: int | None = key(tables.COUNT, None)
    account: int | None = key(tables.COUNT, None)


FileLine = (
    CircleLine
    | PersonLine
    | HouseRulesLine
    | MatchLine
    | KnownMatchLine
    | PlayerMergeLine
    | NightLine
    | AccountLine
    | EndLine
)

LINES: dict[str, type] = {
    "person": PersonLine,
    "house_rules": HouseRulesLine,
    "match": MatchLine,
    "one_person": PlayerMergeLine,
    "night": NightLine,
    "account": AccountLine,
    "end": EndLine,
}
"""What the one key of a line after the first says that it is."""
_NAMES = {line: name for name, line in LINES.items()}
OBJECTS = {
    line: MATCH if line is MatchLine else object_of(line)
    for line in (CircleLine, *LINES.values())
}


def line_text(line: FileLine) -> str:
    """The line as JSON; equal lines give equal bytes."""
    kind: type = type(line)
    fields = OBJECTS[kind].write(_facts(line) if isinstance(line, MatchLine) else line)
    document = (
        {FORMAT_KEY: VERSION, **fields}
        if kind is CircleLine
        else {_NAMES[kind]: fields}
    )
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")) + "\n"


def _facts(line: MatchLine) -> Document:
    own = {"previous": line.previous, "seats": line.seats, "entries": line.rows}
    return {**vars(line.match), **own, "ruleset": line.match.rules}


# Checks


def check_board(columns: Document, *steps: str) -> None:
    """Raise BadRecord if the rules do not allow this number of players or their teams."""
    facts = ("ruleset", "players_at_start", "first_dealer", "direction")
    try:
        new_board(*(columns[key] for key in facts))
    except Illegal as illegal:
        raise BadRecord(str(illegal), "teams", *steps) from illegal


def match_line(
    columns: Document,
    seats: tuple[UUID, ...],
    rows: tuple[WrittenEntry, ...],
    bounds: limits.Bounds,
    number: int = 1,
    path: str = "$",
) -> MatchLine:
    """The match with these columns. Raises BadRecord for a log that no table here could have, for a number
    beyond its bounds, and for corrections that make it cost too much."""
    previous = columns.pop("previous", None)
    ruleset = columns.pop("ruleset").dump()
    match = Match(**columns, ruleset=ruleset)
    line = MatchLine(match, seats, rows, previous, number, path)
    size = LogSize(match.players_at_start) if bounds.is_like_a_table else None
    for index, entry in enumerate(line.log):
        with inside("entries", index, "entry"):
            log_json.verify_bounds(entry)
            if size:
                _add(size, entry)
    if _lines_scanned(line.log) > bounds.scanned or work_of(line) > bounds.match:
        raise BadRecord("corrections of corrections", "many", "entries")
    return line


def _add(size: LogSize, entry: Entry) -> None:
    try:
        size.verify(entry)
    except Illegal as full:
        raise BadRecord(str(full), full.code) from full
    size.add(entry)


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
    if isinstance(line, AccountLine):
        return limits.ACCOUNT_WORK + limits.PAYMENT_WORK * len(line.payments)
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
