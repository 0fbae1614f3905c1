"""A record out of its JSON object: every value is checked, and what is wrong is named by its place."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any

from rules import entries
from rules.contradictions import refuse_contradictions
from rules.errors import Illegal, Malformed
from rules.events import Seat
from rules.naming import renamed
from rules.record import BadRecord, Record, Written
from rules.ruleset import Ruleset

VERSION = 1
Document = dict[str, Any]

_MOST_SEATS = 99
_MOST_ENTRIES = 100_000
_LONGEST_NAME = 200
_FARTHEST = 10**9  # no number in a record is farther from 0


def load(document: Any) -> Record:
    """The record of a JSON object. Raises BadRecord for anything that is not one."""
    fields = _object(document, "$")
    _check_version(fields)
    _check_keys(fields)
    players = _people(fields["players"], "$.players", 2)
    joined = _people(fields.get("joined", []), "$.joined", 0)
    seats = _seats([*players, *joined], len(players))
    record = Record(
        ruleset=_ruleset(fields["ruleset"]),
        players=tuple(name for _, name in players),
        joined=tuple(name for _, name in joined),
        teams=_teams(fields["teams"], seats) if "teams" in fields else None,
        dealer=_seat(fields["dealer"], "$.dealer", seats),
        direction=_direction(fields.get("direction", 1)),
        start=_start(fields.get("start", {}), seats),
        played_on=_day(fields["played_on"]) if "played_on" in fields else None,
        entries=_entries(fields["entries"], seats),
    )
    _check_start(record)
    return record


_NEEDED = ("ruleset", "players", "dealer", "entries")
_KNOWN = {"reenganche", *_NEEDED, "joined", "teams", "direction", "start", "played_on"}


def _check_version(fields: Document) -> None:
    if "reenganche" not in fields:
        raise BadRecord("$.reenganche", "is missing: this is no record of a match")
    version = fields["reenganche"]
    if type(version) is not int or version != VERSION:
        raise BadRecord("$.reenganche", f"version {version!r} is not known, only {VERSION}")


def _check_keys(fields: Document) -> None:
    for key in _NEEDED:
        if key not in fields:
            raise BadRecord(f"$.{key}", "is missing")
    for key in fields:
        if key not in _KNOWN:
            raise BadRecord(f"$.{key}", "is not known")


def _check_start(record: Record) -> None:
    if record.dealer >= len(record.players):
        raise BadRecord("$.dealer", "joined later")
    try:
        record.first_board()
    except Illegal as illegal:
        raise BadRecord("$.teams", str(illegal)) from illegal


def _ruleset(value: Any) -> Ruleset:
    try:
        ruleset = Ruleset.load(_object(value, "$.ruleset"))
        refuse_contradictions(ruleset)
    except Illegal as illegal:
        knob = illegal.details["knob"]
        raise BadRecord(f"$.ruleset.{knob}", f"no rule: {illegal.details['value']!r}") from illegal
    return ruleset


def _people(value: Any, place: str, fewest: int) -> list[tuple[str, str]]:
    people = _list(value, place, fewest, _MOST_SEATS)
    return [_person(person, f"{place}[{index}]") for index, person in enumerate(people)]


def _person(value: Any, place: str) -> tuple[str, str]:
    """The id and the name; a bare string is both."""
    if isinstance(value, str):
        return _name(value, place), value
    person = _object(value, place)
    for key in ("id", "name"):
        if key not in person:
            raise BadRecord(f"{place}.{key}", "is missing")
    return _name(person["id"], f"{place}.id"), _name(person["name"], f"{place}.name")


def _name(value: Any, place: str) -> str:
    if not isinstance(value, str) or not value.strip() or len(value) > _LONGEST_NAME:
        raise BadRecord(place, f"no name: {value!r:.60}")
    if any(unicodedata.category(letter) in ("Cc", "Cs") for letter in value):
        raise BadRecord(place, f"no letters: {value!r:.60}")
    return value


def _seats(people: Sequence[tuple[str, str]], at_start: int) -> dict[str, Seat]:
    seats: dict[str, Seat] = {}
    for seat, (one, _) in enumerate(people):
        place = f"$.players[{seat}]" if seat < at_start else f"$.joined[{seat - at_start}]"
        if one in seats:
            raise BadRecord(place, f"a second {one!r}: give each an id of his own")
        seats[one] = seat
    return seats


def _seat(value: Any, place: str, seats: Mapping[str, Seat]) -> Seat:
    if not isinstance(value, str) or value not in seats:
        raise BadRecord(place, f"nobody of the match: {value!r:.60}")
    return seats[value]


def _teams(value: Any, seats: Mapping[str, Seat]) -> tuple[tuple[Seat, ...], ...]:
    teams = []
    for number, team in enumerate(_list(value, "$.teams", 0, _MOST_SEATS)):
        place = f"$.teams[{number}]"
        members = _list(team, place, 1, _MOST_SEATS)
        teams.append(tuple(_seat(one, f"{place}[{index}]", seats) for index, one in enumerate(members)))
    return tuple(teams)


def _direction(value: Any) -> int:
    if type(value) is not int or value not in (1, -1):
        raise BadRecord("$.direction", f"neither 1 nor -1: {value!r:.60}")
    return value


def _start(value: Any, seats: Mapping[str, Seat]) -> dict[Seat, int]:
    totals = _object(value, "$.start")
    return {_seat(one, f"$.start.{one}", seats): _whole(totals[one], f"$.start.{one}") for one in totals}


def _entries(value: Any, seats: Mapping[str, Seat]) -> tuple[Written, ...]:
    written = _list(value, "$.entries", 0, _MOST_ENTRIES)
    return tuple(_written(one, f"$.entries[{index}]", seats) for index, one in enumerate(written))


def _written(value: Any, place: str, seats: Mapping[str, Seat]) -> Written:
    fields = _object(value, place)
    if "entry" not in fields:
        raise BadRecord(f"{place}.entry", "is missing")
    payload = _object(fields["entry"], f"{place}.entry")
    _check_numbers(payload, f"{place}.entry")
    seated = renamed(payload, lambda one, where: _seat(one, where, seats), f"{place}.entry")
    try:
        entry = entries.load(seated)
    except Malformed as error:
        raise BadRecord(f"{place}.entry", str(error)) from error
    return Written(entry, *(_moment(fields, key, place) for key in ("at", "happened_at")))


def _check_numbers(value: Any, place: str) -> None:
    if isinstance(value, int):
        _whole(value, place) if type(value) is int else None
    elif isinstance(value, list):
        for index, one in enumerate(value):
            _check_numbers(one, f"{place}[{index}]")
    elif isinstance(value, dict):
        for key, one in value.items():
            _check_numbers(one, f"{place}.{key}")


def _moment(fields: Document, key: str, place: str) -> datetime | None:
    if fields.get(key) is None:
        return None
    try:
        moment = datetime.fromisoformat(fields[key])
    except (TypeError, ValueError) as error:
        raise BadRecord(f"{place}.{key}", f"no time: {fields[key]!r:.60}") from error
    if moment.tzinfo is None:
        raise BadRecord(f"{place}.{key}", "a time without its zone")
    return moment


def _day(value: Any) -> date:
    try:
        day = date.fromisoformat(value)
    except (TypeError, ValueError) as error:
        raise BadRecord("$.played_on", f"no day: {value!r:.60}") from error
    return day


def _whole(value: Any, place: str) -> int:
    if type(value) is not int or abs(value) > _FARTHEST:
        raise BadRecord(place, f"no whole number from {-_FARTHEST} to {_FARTHEST}: {value!r:.60}")
    return value


def _object(value: Any, place: str) -> Document:
    if not isinstance(value, dict):
        raise BadRecord(place, f"no object: {value!r:.60}")
    return value


def _list(value: Any, place: str, fewest: int, most: int) -> list[Any]:
    if not isinstance(value, list) or not fewest <= len(value) <= most:
        raise BadRecord(place, f"no list of {fewest} to {most}: {value!r:.60}")
    return value
