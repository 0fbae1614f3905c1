"""Reads a record from its JSON object. Every value is checked, and an error names the place of the value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from rules.errors import Illegal, Malformed
from rules.events import Seat
from rules.match import log_json
from rules.match.corrections import Entry
from rules.records.model import Record, RecordedEntry
from rules.records.places import inside
from rules.records.seat_names import Rename, renamed
from rules.records.validators import (
    BadRecord,
    Document,
    a_day,
    a_direction,
    a_list,
    a_name,
    a_ruleset,
    a_text,
    a_timestamp,
    a_uid,
    an_integer,
    an_object,
    check_numbers,
    with_keys,
)

VERSION = 1

_MOST_SEATS = 99
_MOST_ENTRIES = 100_000
_LONGEST_NAME = 200


def load(document: Any) -> Record:
    """The record of a JSON object. Raises BadRecord for anything that is not one."""
    fields = an_object(document, "$")
    check_version(fields, "reenganche", VERSION)
    with_keys(fields, "$", _NEEDED, _KNOWN)
    players = _people(fields["players"], "$.players", 2)
    joined = _people(fields.get("joined", []), "$.joined", 0)
    seats = _seats([*players, *joined], len(players))
    record = Record(
        ruleset=a_ruleset(fields["ruleset"], "$.ruleset"),
        players=tuple(name for _, name in players),
        joined=tuple(name for _, name in joined),
        teams=_teams(fields["teams"], seats) if "teams" in fields else None,
        dealer=_seat(fields["dealer"], "$.dealer", seats),
        direction=a_direction(fields.get("direction", 1), "$.direction"),
        start=_start(fields.get("start", {}), seats),
        played_on=a_day(fields["played_on"], "$.played_on") if "played_on" in fields else None,
        entries=_entries(fields["entries"], seats),
        uid=a_uid(fields["uid"], "$.uid") if "uid" in fields else None,
        rules_name=a_text(fields.get("rules_name", ""), "$.rules_name", _LONGEST_NAME),
        currency=a_text(fields.get("currency", ""), "$.currency", _LONGEST_NAME),
    )
    _check_start(record)
    return record


_NEEDED = ("reenganche", "ruleset", "players", "dealer", "entries")
_KNOWN = ("uid", "rules_name", "currency", "joined", "teams", "direction", "start", "played_on")


def check_version(fields: Document, key: str, known: int) -> None:
    """Raise BadRecord unless the document is of this kind (`key`) and version."""
    place = inside("$", key)
    if key not in fields:
        raise BadRecord(place, "is missing: this is no such document", "no-record")
    version = fields[key]
    if type(version) is not int or version != known:
        raise BadRecord(place, f"version {version!r:.60} is not known, only {known}", "version")


def _check_start(record: Record) -> None:
    if record.dealer >= len(record.players):
        raise BadRecord("$.dealer", "joined later", "seat")
    try:
        record.first_board()
    except Illegal as illegal:
        raise BadRecord("$.teams", str(illegal), "teams") from illegal


def _people(value: Any, place: str, fewest: int) -> list[tuple[str, str]]:
    people = a_list(value, place, fewest, _MOST_SEATS)
    return [_person(person, f"{place}[{index}]") for index, person in enumerate(people)]


def _person(value: Any, place: str) -> tuple[str, str]:
    """The id and the name; a bare string is both."""
    if isinstance(value, str):
        return a_name(value, place, _LONGEST_NAME), value
    person = an_object(value, place)
    for key in ("id", "name"):
        if key not in person:
            raise BadRecord(inside(place, key), "is missing", "missing")
        a_name(person[key], inside(place, key), _LONGEST_NAME)
    return person["id"], person["name"]


def _seats(people: Sequence[tuple[str, str]], at_start: int) -> dict[str, Seat]:
    seats: dict[str, Seat] = {}
    for seat, (player_id, _) in enumerate(people):
        place = f"$.players[{seat}]" if seat < at_start else f"$.joined[{seat - at_start}]"
        if player_id in seats:
            raise BadRecord(place, f"a second {player_id!r}: give each an id of his own", "twice")
        seats[player_id] = seat
    return seats


def _seat(value: Any, place: str, seats: Mapping[str, Seat]) -> Seat:
    if not isinstance(value, str) or value not in seats:
        raise BadRecord(place, f"nobody of the match: {value!r:.60}", "seat")
    return seats[value]


def _teams(value: Any, seats: Mapping[str, Seat]) -> tuple[tuple[Seat, ...], ...]:
    teams = []
    for number, team in enumerate(a_list(value, "$.teams", 0, _MOST_SEATS)):
        place = f"$.teams[{number}]"
        members = a_list(team, place, 1, _MOST_SEATS)
        teams.append(tuple(_seat(member, f"{place}[{index}]", seats) for index, member in enumerate(members)))
    return tuple(teams)


def _start(value: Any, seats: Mapping[str, Seat]) -> dict[Seat, int]:
    totals = an_object(value, "$.start")
    places = {player_id: inside("$.start", player_id) for player_id in totals}
    return {
        _seat(player_id, places[player_id], seats): an_integer(total, places[player_id])
        for player_id, total in totals.items()
    }


def _entries(value: Any, seats: Mapping[str, Seat]) -> tuple[RecordedEntry, ...]:
    entries = a_list(value, "$.entries", 0, _MOST_ENTRIES)
    return tuple(_entry(entry, f"$.entries[{index}]", seats) for index, entry in enumerate(entries))


def _entry(value: Any, place: str, seats: Mapping[str, Seat]) -> RecordedEntry:
    fields = an_object(value, place)
    entry = an_entry(fields, place, lambda player_id, where: _seat(player_id, where, seats))
    return RecordedEntry(entry, *(_timestamp(fields, key, place) for key in ("at", "happened_at")))


def an_entry(fields: Document, place: str, rename: Rename) -> Entry:
    """The entry in `fields`; `rename` makes a seat of a player's id and its place."""
    inner = inside(place, "entry")
    if "entry" not in fields:
        raise BadRecord(inner, "is missing", "missing")
    payload = an_object(fields["entry"], inner)
    check_numbers(payload, inner)
    seated = renamed(payload, rename, inner)
    try:
        return log_json.load(seated)
    except Malformed as error:
        raise BadRecord(inner, str(error), "entry") from error


def _timestamp(fields: Document, key: str, place: str) -> datetime | None:
    return None if fields.get(key) is None else a_timestamp(fields[key], f"{place}.{key}")
