"""What a file of a circle says, a line each, and how it is written: JSON, always in the same order."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any
from uuid import UUID

from rules.match import log_json
from rules.ruleset import Ruleset
from scores.matches.log import Row

VERSION = 1
FORMAT_KEY = "reenganche_circle"  # the key of the first line, with the version


@dataclass(frozen=True)
class CircleLine:
    """The circle itself."""

    name: str
    time_zone: str


@dataclass(frozen=True)
class PersonLine:
    uid: UUID
    name: str
    colour: int = 0
    erased_at: datetime | None = None


@dataclass(frozen=True)
class HouseRulesLine:
    """Rules that have a name."""

    name: str
    ruleset: Ruleset
    used_at: datetime


@dataclass(frozen=True)
class MatchLine:
    """A match. Its rows name seats by number, its seats name persons."""

    uid: UUID
    created_at: datetime
    played_on: date
    ruleset: Ruleset
    seats: tuple[UUID, ...]
    at_start: int  # seats taken before the first hand
    dealer: int
    direction: int
    rows: tuple[Row, ...]
    rules_name: str = ""
    currency: str = ""
    place: str = ""
    note: str = ""
    archived_at: datetime | None = None
    previous: UUID | None = None  # whose rematch it is


@dataclass(frozen=True)
class PlayerMergeLine:
    """Two names that were one person, and the seats that were the other's before."""

    kept: UUID
    emptied: UUID
    at: datetime
    seats: tuple[tuple[UUID, int], ...]  # a match and a position


@dataclass(frozen=True)
class EndLine:
    """The last line: a file without it was cut off."""

    persons: int
    house_rules: int
    matches: int


FileLine = CircleLine | PersonLine | HouseRulesLine | MatchLine | PlayerMergeLine | EndLine

OPTIONAL = ("rules_name", "currency", "place", "note", "archived_at", "previous")
"""What a match may not have: then its line does not mention it."""


def line_text(line: FileLine) -> str:
    """The line as it stands in the file: the same line is always the same bytes."""
    return json.dumps(_WRITERS[type(line)](line), ensure_ascii=False, separators=(",", ":")) + "\n"


def _head(head: CircleLine) -> dict[str, Any]:
    return {FORMAT_KEY: VERSION, "name": head.name, "time_zone": head.time_zone}


def _person(person: PersonLine) -> dict[str, Any]:
    fields = {"uid": str(person.uid), "name": person.name, "colour": person.colour}
    if person.erased_at is not None:
        fields["erased_at"] = _moment(person.erased_at)
    return {"person": fields}


def _house(house: HouseRulesLine) -> dict[str, Any]:
    fields = {"name": house.name, "used_at": _moment(house.used_at), "ruleset": house.ruleset.dump()}
    return {"house_rules": fields}


def _played(match: MatchLine) -> dict[str, Any]:
    told = {key: _plain(getattr(match, key)) for key in OPTIONAL if getattr(match, key)}
    return {
        "match": {
            "uid": str(match.uid),
            "created_at": _moment(match.created_at),
            "played_on": match.played_on.isoformat(),
            **told,
            "ruleset": match.ruleset.dump(),
            "seats": [str(uid) for uid in match.seats],
            "at_start": match.at_start,
            "dealer": match.dealer,
            "direction": match.direction,
            "entries": [_row(row) for row in match.rows],
        }
    }


def _row(row: Row) -> dict[str, Any]:
    entry = log_json.dump(row.entry)
    if entry["type"] == "rules":
        entry["options"] = dict(sorted(entry["options"].items()))  # PostgreSQL has an order of its own
    clocks = {"at": _moment(row.at), "happened_at": _moment(row.happened_at)}
    return {"entry": entry, **clocks, "uid": str(row.uid), "key": row.client_key}


def _one_person(merge: PlayerMergeLine) -> dict[str, Any]:
    seats = [[str(match), position] for match, position in merge.seats]
    uids = {"kept": str(merge.kept), "emptied": str(merge.emptied)}
    return {"one_person": {**uids, "at": _moment(merge.at), "seats": seats}}


def _end(end: EndLine) -> dict[str, Any]:
    counts = {"persons": end.persons, "house_rules": end.house_rules, "matches": end.matches}
    return {"end": counts}


def _plain(value: Any) -> str:
    return _moment(value) if isinstance(value, datetime) else str(value)


def _moment(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat()


_WRITERS: dict[type, Any] = {
    CircleLine: _head,
    PersonLine: _person,
    HouseRulesLine: _house,
    MatchLine: _played,
    PlayerMergeLine: _one_person,
    EndLine: _end,
}
