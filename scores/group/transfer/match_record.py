"""The record of one match, a JSON document with names: written, and read as the file of a circle.

It holds facts only: no total and no winner, because the rules compute them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import NAMESPACE_URL, UUID, uuid5

from django.utils import timezone

from rules.events import Seat
from rules.match.board import facing
from rules.records.places import inside
from rules.records.seat_names import renamed
from rules.records.validators import (
    FARTHEST,
    BadRecord,
    Document,
    a_list,
    a_name,
    a_timestamp,
    an_integer,
    an_object,
    parsed,
)
from scores.core.matches.log import WrittenEntry
from scores.group.transfer import limits
from scores.group.transfer.checks import check_board, entry_of, match_line
from scores.group.transfer.lines import ENTRY, NAME, CircleLine, EndLine, FileLine, PersonLine
from scores.group.transfer.tables import (
    DAY,
    DIRECTION,
    RULESET,
    TEXT_KEYS,
    TIME,
    UID,
    Key,
    Kind,
    check_version,
    items,
    read,
    written,
)
from scores.models import Match

VERSION = 1
VERSION_KEY = "reenganche"
NO_CIRCLE = CircleLine("", "")  # a record does not name a circle

_LONGEST_ID = 200  # letters of an id, and of a name that is refused by its own place
_MOST_ENTRIES = 100_000
_ID: Document = {"$ref": "#/$defs/seat"}


def _person(value: Any, place: str) -> tuple[str, str]:
    """The id and the name; a bare string is both."""
    if isinstance(value, str):
        return a_name(value, place, _LONGEST_ID), value
    person = an_object(value, place)
    for key in ("id", "name"):
        if key not in person:
            raise BadRecord(inside(place, key), "is missing", "missing")
        a_name(person[key], inside(place, key), _LONGEST_ID)
    return person["id"], person["name"]


def _people(fewest: int) -> Kind:
    listed = items(fewest, limits.SEATS, {"$ref": "#/$defs/player"})

    def read_people(value: Any, place: str) -> list[tuple[str, str]]:
        people = listed.read(value, place)
        return [_person(person, f"{place}[{index}]") for index, person in enumerate(people)]

    return Kind(read_people, listed.schema, lambda people: [{"id": id, "name": name} for id, name in people])


def _time_or_none(value: Any, place: str) -> datetime | None:
    return None if value is None else a_timestamp(value, place)


_CLOCK = Kind(_time_or_none, {"anyOf": [TIME.schema, {"type": "null"}]}, TIME.write)


def _as_it_is(value: Any, place: str) -> Any:
    return value


ROW = (Key("entry", ENTRY), Key("at", _CLOCK, None), Key("happened_at", _CLOCK, None))
RECORD = (
    Key("uid", UID, None),
    Key("played_on", DAY, None),
    *TEXT_KEYS,
    Key("ruleset", RULESET),
    Key("players", _people(2)),  # who sat down before the first hand
    Key("joined", _people(0), ()),
    Key("teams", items(0, limits.SEATS, items(1, limits.SEATS, _ID).schema), None),
    Key("dealer", Kind(_as_it_is, _ID)),
    Key("direction", DIRECTION, 1),
    Key("start", Kind(an_object, {"type": "object", "additionalProperties": {"$ref": "#/$defs/whole"}}), {}),
    Key("entries", items(0, _MOST_ENTRIES, {"$ref": "#/$defs/written"})),
)


# Writing


def record_text(match: Match, names: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> str:
    """The record of a match, whose `names` are by seat. Rows have an `entry`, and `at` and `happened_at`."""
    ids = _ids(names)
    people = list(zip(ids, names, strict=True))
    values = {
        **vars(match),
        "ruleset": match.rules,
        "players": people[: match.players_at_start],
        "joined": people[match.players_at_start :],
        "teams": None,
        "dealer": ids[match.first_dealer],
        "start": {},
        "entries": [_written_row(row, ids) for row in rows],
    }
    document = {VERSION_KEY: VERSION, **written(RECORD, values)}
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def _ids(names: Sequence[str]) -> list[str]:
    """The ids by seat: the name, or the name and the first number that makes it unique."""
    ids: list[str] = []
    for name in names:
        player_id, number = name, 1
        while player_id in ids or (number > 1 and player_id in names):
            number += 1
            player_id = f"{name} {number}"
        ids.append(player_id)
    return ids


def _written_row(row: Mapping[str, Any], ids: Sequence[str]) -> Document:
    fields = written(ROW, row)
    return {**fields, "entry": renamed(fields["entry"], lambda seat, _: ids[int(seat)])}


# Reading


def lines_of_record(text: str, bounds: limits.Bounds) -> list[FileLine]:
    """The lines of the file of a circle with this match alone. Raises BadRecord."""
    document = an_object(parsed(text), "$")
    check_version(document, VERSION_KEY, VERSION)
    fields = read(RECORD, {key: document[key] for key in document if key != VERSION_KEY}, "$")
    people, at_start = [*fields["players"], *fields["joined"]], len(fields["players"])
    seats = _seats(people, at_start)
    columns = {
        **{key.name: fields[key.name] for key in (*TEXT_KEYS, *RECORD[:2])},
        "ruleset": fields["ruleset"],
        "direction": fields["direction"],
        "first_dealer": _dealer(fields["dealer"], seats, at_start),
        "players_at_start": at_start,
    }
    check_board(fields["ruleset"], columns, "$.teams")
    _check_sides(fields, seats)
    _check_counts(fields, people, bounds)
    rows = [_row(row, f"$.entries[{index}]", seats) for index, row in enumerate(fields["entries"])]
    return _lines(columns, [name for _, name in people], rows, bounds)


def _lines(
    columns: Document, names: Sequence[str], rows: Sequence[Document], bounds: limits.Bounds
) -> list[FileLine]:
    if columns["uid"] is None:  # the same record gives the same uid again
        match = Match(**{**columns, "ruleset": columns["ruleset"].dump()})
        columns["uid"] = uuid5(NAMESPACE_URL, record_text(match, names, rows))
    clocks = _clocks(columns["played_on"], rows)
    columns["created_at"], columns["played_on"] = clocks[0], columns["played_on"] or clocks[0].date()
    persons = _persons(columns["uid"], names, columns["players_at_start"])
    entries = [
        _written_entry(columns["uid"], seq, row, at)
        for seq, (row, at) in enumerate(zip(rows, clocks, strict=False))
    ]
    line = match_line(columns, tuple(person.uid for person in persons), tuple(entries), "$", bounds)
    return [NO_CIRCLE, *persons, line, EndLine(len(persons), 0, 1)]


def _persons(uid: UUID, names: Sequence[str], at_start: int) -> list[PersonLine]:
    return [
        PersonLine(uuid5(uid, f"seat {seat}"), NAME.read(name, _place(seat, at_start)), seat % limits.COLOURS)
        for seat, name in enumerate(names)
    ]


def _place(seat: Seat, at_start: int) -> str:
    return f"$.players[{seat}]" if seat < at_start else f"$.joined[{seat - at_start}]"


def _seats(people: Sequence[tuple[str, str]], at_start: int) -> dict[str, Seat]:
    seats: dict[str, Seat] = {}
    for seat, (player_id, _) in enumerate(people):
        if player_id in seats:
            reason = f"a second {player_id!r}: give each an id of his own"
            raise BadRecord(_place(seat, at_start), reason, "twice")
        seats[player_id] = seat
    return seats


def _seat(value: Any, place: str, seats: Mapping[str, Seat]) -> Seat:
    if not isinstance(value, str) or value not in seats:
        raise BadRecord(place, f"nobody of the match: {value!r:.60}", "seat")
    return seats[value]


def _dealer(value: Any, seats: Mapping[str, Seat], at_start: int) -> Seat:
    dealer = _seat(value, "$.dealer", seats)
    if dealer >= at_start:
        raise BadRecord("$.dealer", "joined later", "seat")
    return dealer


def _check_sides(fields: Document, seats: Mapping[str, Seat]) -> None:
    """Raise BadRecord for totals at the start, and for other sides than the rules have: no match here has
    them."""
    for player_id, total in fields["start"].items():
        place = inside("$.start", player_id)
        _seat(player_id, place, seats)
        if an_integer(total, place, -FARTHEST, FARTHEST):
            raise BadRecord("$.start", "a match here starts from 0", "start")
    if fields["teams"] is None:
        return
    sides = tuple(
        tuple(
            _seat(player_id, f"$.teams[{number}][{index}]", seats)
            for index, player_id in enumerate(a_list(team, f"$.teams[{number}]", 1, limits.SEATS))
        )
        for number, team in enumerate(fields["teams"])
    )
    if sides != facing(fields["ruleset"], len(fields["players"])):
        raise BadRecord("$.teams", "other sides than the rules have", "teams")


def _check_counts(fields: Document, people: Sequence[Any], bounds: limits.Bounds) -> None:
    if len(fields["entries"]) > bounds.entries:
        raise BadRecord("$.entries", f"more than {bounds.entries}", "many")
    if len(people) > bounds.seats:
        raise BadRecord("$.joined", f"more than {bounds.seats}", "many")


def _row(value: Any, place: str, seats: Mapping[str, Seat]) -> Document:
    fields = an_object(value, place)
    row = read(ROW, {key.name: fields[key.name] for key in ROW if key.name in fields}, place)
    rename = lambda player_id, where: _seat(player_id, where, seats)  # noqa: E731
    return {**row, "entry": entry_of(row["entry"], f"{place}.entry", rename)}


def _clocks(played_on: date | None, rows: Sequence[Document]) -> list[datetime]:
    """The time of each entry: its own, else that of the entry before, else the evening of the match."""
    times = [row["at"] or row["happened_at"] for row in rows]
    last = next((at for at in times if at), None) or _evening(played_on)
    clocks = [last]
    for at in times:
        last = at or last
        clocks.append(last)
    return clocks[1:] or clocks


def _evening(played_on: date | None) -> datetime:
    if played_on is None:
        return timezone.now()
    return datetime.combine(played_on, datetime.min.time(), UTC) + timedelta(hours=20)


def _written_entry(uid: UUID, seq: int, row: Document, at: datetime) -> WrittenEntry:
    key = uuid5(uid, f"entry {seq}")
    return WrittenEntry(row["entry"], key, key.hex, at, row["happened_at"] or at)
