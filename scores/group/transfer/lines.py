"""The lines of a circle's file: their tables, and how they are written, with a fixed order of keys."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any
from uuid import UUID
from zoneinfo import available_timezones

from rules.match import log_json
from rules.match.corrections import Entry
from rules.records.validators import (
    BadRecord,
    Document,
    a_list,
    a_name,
    a_text,
    a_uid,
    an_integer,
    an_object,
    check_numbers,
)
from rules.ruleset import Ruleset
from scores.core.matches.log import WrittenEntry
from scores.core.notation.names import tidy
from scores.group.transfer import limits
from scores.group.transfer.tables import (
    DAY,
    DIRECTION,
    RULESET,
    TEXT_KEYS,
    TIME,
    UID,
    Key,
    Kind,
    items,
    key,
    keys_of,
    name,
    text,
    whole,
    written,
)
from scores.models import Match

VERSION = 1
FORMAT_KEY = "reenganche_circle"  # key of the first line; its value is the version


# Kinds of values that only these lines have

_time_zones = cache(available_timezones)


def _zone(value: Any, place: str) -> str:
    zone = a_name(value, place, limits.KEY)
    if zone not in _time_zones():
        raise BadRecord(place, f"no time zone: {zone!r:.60}", "zone")
    return zone


def _person_name(value: Any, place: str) -> str:
    if not isinstance(value, str) or len(value) > limits.NAME:
        raise BadRecord(place, f"no name: {value!r:.60}", "name")
    return tidy(a_text(value, place, limits.NAME))


def _merged_seats(value: Any, place: str) -> tuple[tuple[UUID, int], ...]:
    seats = []
    for index, seat in enumerate(a_list(value, place, 0, limits.MATCHES)):
        inner = f"{place}[{index}]"
        match, position = a_list(seat, inner, 2, 2)
        seats.append((a_uid(match, f"{inner}[0]"), an_integer(position, f"{inner}[1]", 0, limits.SEATS - 1)))
    return tuple(seats)


def _client_key(value: Any, place: str) -> str:
    if not isinstance(value, str) or not 0 < len(value) <= limits.KEY:
        raise BadRecord(place, f"no key: {value!r:.60}", "name")
    return value


def _payload(value: Any, place: str) -> Document:
    """An entry as an object; whom it names is not checked."""
    check_numbers(an_object(value, place), place)
    payload: Document = value
    return payload


def _entry_text(entry: Entry) -> Document:
    payload = log_json.dump(entry)
    if payload["type"] == "rules":
        payload["options"] = dict(sorted(payload["options"].items()))  # PostgreSQL changes the order of keys
    return payload


COLOUR = whole(0, limits.COLOURS - 1)
COUNT = whole(0, limits.MATCHES)
NAME = name(limits.NAME)
PERSON_NAME = Kind(_person_name, {"type": "string", "maxLength": limits.NAME})  # empty if it was erased
ZONE = Kind(_zone, {"type": "string", "minLength": 1, "maxLength": limits.KEY})
MERGED_SEATS = Kind(
    _merged_seats,
    {"type": "array", "maxItems": limits.MATCHES, "items": {"$ref": "#/$defs/merged_seat"}},
    lambda seats: [[str(match), position] for match, position in seats],
)
ENTRY = Kind(_payload, {"$ref": "#/$defs/entry"}, _entry_text)
CLIENT_KEY = Kind(_client_key, {"type": "string", "minLength": 1, "maxLength": limits.KEY})

ROW = (
    Key("entry", ENTRY),
    Key("at", TIME),
    Key("happened_at", TIME),
    Key("uid", UID),
    Key("key", CLIENT_KEY),
)
MATCH = (
    Key("uid", UID),
    Key("created_at", TIME),
    Key("played_on", DAY),
    *TEXT_KEYS,
    Key("archived_at", TIME, None),
    Key("previous", UID, None),
    Key("ruleset", RULESET),
    Key("seats", items(2, limits.SEATS, UID.schema)),
    Key("at_start", whole(2, limits.SEATS)),
    Key("dealer", whole(0, limits.SEATS - 1)),
    Key("direction", DIRECTION),
    Key("entries", items(0, limits.OPERATOR.entries, {"$ref": "#/$defs/written"})),
)


# The lines


@dataclass(frozen=True)
class CircleLine:
    """The first line: the circle itself."""

    name: str = key(text(limits.CIRCLE_NAME))
    time_zone: str = key(ZONE)


@dataclass(frozen=True)
class PersonLine:
    uid: UUID = key(UID)
    name: str = key(PERSON_NAME)
    colour: int = key(COLOUR)
    erased_at: datetime | None = key(TIME, None)
    emoji: str = key(text(limits.EMOJI), "")
    chosen_colour: int | None = key(COLOUR, None)


@dataclass(frozen=True)
class HouseRulesLine:
    """Named house rules."""

    name: str = key(NAME)
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
    place: str = "$"  # of the match in that line: the match of a record is the whole document

    @property
    def uid(self) -> UUID:
        uid: UUID = self.match.uid
        return uid

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
    seats: tuple[tuple[UUID, int], ...] = key(MERGED_SEATS)


@dataclass(frozen=True)
class EndLine:
    """The last line; a file without it was cut off."""

    persons: int = key(COUNT)
    house_rules: int = key(COUNT)
    matches: int = key(COUNT)


FileLine = CircleLine | PersonLine | HouseRulesLine | MatchLine | KnownMatchLine | PlayerMergeLine | EndLine

LINES: dict[str, type] = {
    "person": PersonLine,
    "house_rules": HouseRulesLine,
    "match": MatchLine,
    "one_person": PlayerMergeLine,
    "end": EndLine,
}
"""What the one key of a line after the first says that it is."""
_NAMES = {line: name for name, line in LINES.items()}


def line_text(line: FileLine) -> str:
    """The line as JSON; equal lines give equal bytes."""
    kind: Any = type(line)
    fields = _match_fields(line) if isinstance(line, MatchLine) else written(keys_of(kind), vars(line))
    document = {FORMAT_KEY: VERSION, **fields} if kind is CircleLine else {_NAMES[kind]: fields}
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
        "entries": [written(ROW, {**vars(row), "key": row.client_key}) for row in line.rows],
    }
    return written(MATCH, values)
