"""The lines of a circle's file and how they are written: JSON with a fixed order of keys."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any
from uuid import UUID

from rules.match import log_json
from rules.ruleset import Ruleset
from scores.matches.log import WrittenEntry

VERSION = 1
FORMAT_KEY = "reenganche_circle"  # key of the first line; its value is the version


@dataclass(frozen=True)
class CircleLine:
    """The first line: the circle itself."""

    name: str
    time_zone: str


@dataclass(frozen=True)
class PersonLine:
    uid: UUID
    name: str
    colour: int = 0
    erased_at: datetime | None = None
    emoji: str = ""
    chosen_colour: int | None = None


@dataclass(frozen=True)
class HouseRulesLine:
    """Named house rules."""

    name: str
    ruleset: Ruleset
    used_at: datetime


@dataclass(frozen=True)
class MatchLine:
    """A match. Its rows name seats by number, its seats name persons by uid."""

    uid: UUID
    created_at: datetime
    played_on: date
    ruleset: Ruleset
    seats: tuple[UUID, ...]
    at_start: int  # seats taken before the first hand
    dealer: int
    direction: int
    rows: tuple[WrittenEntry, ...]
    rules_name: str = ""
    currency: str = ""
    place: str = ""
    note: str = ""
    archived_at: datetime | None = None
    previous: UUID | None = None  # uid of the match that this one is a rematch of


@dataclass(frozen=True)
class KnownMatchLine:
    """The line of a match that is already here: only its uid is read, and which match it is a rematch of."""

    uid: UUID
    previous: UUID | None = None


@dataclass(frozen=True)
class PlayerMergeLine:
    """A merge of two players, and the seats that belonged to the emptied one."""

    kept: UUID
    emptied: UUID
    at: datetime
    seats: tuple[tuple[UUID, int], ...]  # match uid and position


@dataclass(frozen=True)
class EndLine:
    """The last line; a file without it was cut off."""

    persons: int
    house_rules: int
    matches: int


FileLine = CircleLine | PersonLine | HouseRulesLine | MatchLine | KnownMatchLine | PlayerMergeLine | EndLine

OPTIONAL = ("rules_name", "currency", "place", "note", "archived_at", "previous")
"""Keys that are left out of the line of a match if they are empty."""


def line_text(line: FileLine) -> str:
    """The line as JSON; equal lines give equal bytes."""
    return json.dumps(_WRITERS[type(line)](line), ensure_ascii=False, separators=(",", ":")) + "\n"


def _circle_fields(head: CircleLine) -> dict[str, Any]:
    return {FORMAT_KEY: VERSION, "name": head.name, "time_zone": head.time_zone}


def _person_fields(person: PersonLine) -> dict[str, Any]:
    fields: dict[str, Any] = {"uid": str(person.uid), "name": person.name, "colour": person.colour}
    if person.erased_at is not None:
        fields["erased_at"] = _utc(person.erased_at)
    if person.emoji:
        fields["emoji"] = person.emoji
    if person.chosen_colour is not None:
        fields["chosen_colour"] = person.chosen_colour
    return {"person": fields}


def _house_rules_fields(house: HouseRulesLine) -> dict[str, Any]:
    fields = {"name": house.name, "used_at": _utc(house.used_at), "ruleset": house.ruleset.dump()}
    return {"house_rules": fields}


def _match_fields(match: MatchLine) -> dict[str, Any]:
    optional = {key: _plain(getattr(match, key)) for key in OPTIONAL if getattr(match, key)}
    return {
        "match": {
            "uid": str(match.uid),
            "created_at": _utc(match.created_at),
            "played_on": match.played_on.isoformat(),
            **optional,
            "ruleset": match.ruleset.dump(),
            "seats": [str(uid) for uid in match.seats],
            "at_start": match.at_start,
            "dealer": match.dealer,
            "direction": match.direction,
            "entries": [_entry_fields(row) for row in match.rows],
        }
    }


def _entry_fields(row: WrittenEntry) -> dict[str, Any]:
    entry = log_json.dump(row.entry)
    if entry["type"] == "rules":
        entry["options"] = dict(sorted(entry["options"].items()))  # PostgreSQL changes the order of keys
    clocks = {"at": _utc(row.at), "happened_at": _utc(row.happened_at)}
    return {"entry": entry, **clocks, "uid": str(row.uid), "key": row.client_key}


def _merge_fields(merge: PlayerMergeLine) -> dict[str, Any]:
    seats = [[str(match), position] for match, position in merge.seats]
    uids = {"kept": str(merge.kept), "emptied": str(merge.emptied)}
    return {"one_person": {**uids, "at": _utc(merge.at), "seats": seats}}


def _end_fields(end: EndLine) -> dict[str, Any]:
    counts = {"persons": end.persons, "house_rules": end.house_rules, "matches": end.matches}
    return {"end": counts}


def _plain(value: Any) -> str:
    return _utc(value) if isinstance(value, datetime) else str(value)


def _utc(time: datetime) -> str:
    return time.astimezone(UTC).isoformat()


_WRITERS: dict[type, Any] = {
    CircleLine: _circle_fields,
    PersonLine: _person_fields,
    HouseRulesLine: _house_rules_fields,
    MatchLine: _match_fields,
    PlayerMergeLine: _merge_fields,
    EndLine: _end_fields,
}
