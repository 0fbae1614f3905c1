"""The record of one match, a JSON document with names: written, and read as the file of a circle.

It holds facts only: no total and no winner, because the rules compute them."""

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, time
from functools import partial
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from django.utils import timezone

from rules import validators
from rules.events import Seat
from rules.match.board import Side, facing_sides
from rules.match.log_json import Rename, inside, payload_with_names
from rules.validators import BadRecord, Document
from scores.core.matches.log import WrittenEntry
from scores.models import Match
from scores.transfer import limits, lines, tables
from scores.transfer.lines import CircleLine, EndLine, FileLine, PersonLine
from scores.transfer.tables import TIME, Key, KeyKind, written_values

VERSION = 1
VERSION_KEY = "reenganche"
NO_CIRCLE = CircleLine("", "")  # a record does not name a circle

_LONGEST_ID = 200  # letters of an id, and of a name that is refused by its own place
_MOST_ENTRIES = 100_000
_ID: Document = {"$ref": "#/$defs/seat"}


def _person(value: Any, place: str) -> tuple[str, str]:
    """The id and the name; a bare string is both."""
    if isinstance(value, str):
        return validators.a_name(value, place, _LONGEST_ID), value
    person = validators.an_object(value, place)
    for key in ("id", "name"):
        if key not in person:
            raise BadRecord(inside(place, key), "is missing", "missing")
        validators.a_name(person[key], inside(place, key), _LONGEST_ID)
    return person["id"], person["name"]


def _people(fewest: int) -> KeyKind:
    listed = tables.items(fewest, limits.SEATS, {"$ref": "#/$defs/player"})

    def read_people(value: Any, place: str) -> list[tuple[str, str]]:
        people = listed.read(value, place)
        return [
            _person(person, f"{place}[{index}]") for index, person in enumerate(people)
        ]

    return KeyKind(
        read_people,
        listed.schema,
        lambda people: [{"id": id, "name": name} for id, name in people],
    )


_TOTALS = KeyKind(
    validators.an_object,
    {
        "type": "object",
        "maxProperties": limits.SEATS,
        "additionalProperties": {"$ref": "#/$defs/whole"},
    },
)
_CLOCK = KeyKind(
    lambda value, place: (
        None if value is None else validators.a_timestamp(value, place)
    ),
    {"anyOf": [TIME.schema, {"type": "null"}]},
    TIME.write,
)
ROW = (
    Key("entry", tables.ENTRY),
    Key("at", _CLOCK, None),
    Key("happened_at", _CLOCK, None),
)
RECORD = (
    Key("uid", tables.UID, None),
    Key("played_on", tables.DAY, None),
    *tables.TEXT_KEYS,
    Key("ruleset", tables.RULESET),
    Key("players", _people(2)),  # who sat down before the first hand
    Key("joined", _people(0), ()),
    Key(
        "teams",
        tables.items(0, limits.SEATS, tables.items(1, limits.SEATS, _ID).schema),
        None,
    ),
    Key("dealer", KeyKind(lambda value, place: value, _ID)),
    Key("direction", tables.DIRECTION, 1),
    Key("start", _TOTALS, {}),
    Key("entries", tables.items(0, _MOST_ENTRIES, {"$ref": "#/$defs/written"})),
)


# Writing


def record_text(
    match: Match, names: Sequence[str], rows: Iterable[Mapping[str, Any]]
) -> str:
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
        "entries": [
            {
                **fields,
                "entry": payload_with_names(
                    fields["entry"], lambda seat, _place: ids[int(seat)]
                ),
            }
            for fields in (written_values(ROW, row) for row in rows)
        ],
    }
    document = {VERSION_KEY: VERSION, **written_values(RECORD, values)}
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def _ids(names: Sequence[str]) -> list[str]:
    """The ids by seat: the name, or the name and the first number that makes it unique."""
    ids: list[str] = []
    for name in names:
        player_id = name
        number = 1
        while player_id in ids or (number > 1 and player_id in names):
            number += 1
            player_id = f"{name} {number}"
        ids.append(player_id)
    return ids


# Reading


def lines_of_record(text: str, bounds: limits.Bounds) -> list[FileLine]:
    """The lines of the file of a circle with this match alone. Raises BadRecord."""
    document = validators.an_object(validators.parse_json(text), "$")
    columns = tables.read(
        RECORD, tables.without_version(document, VERSION_KEY, VERSION), "$"
    )
    players, joined, entries = (
        columns.pop(key) for key in ("players", "joined", "entries")
    )
    seat_of = partial(_seat, _seats([*players, *joined], len(players)))
    columns["players_at_start"] = len(players)
    columns["first_dealer"] = seat_of(columns.pop("dealer"), "$.dealer")
    if columns["first_dealer"] >= len(players):
        raise BadRecord("$.dealer", "joined later", "seat")
    lines.check_board(columns, "$.teams")
    _check_start(columns.pop("start"), seat_of)
    _check_teams(
        columns.pop("teams"), facing_sides(columns["ruleset"], len(players)), seat_of
    )
    if len(entries) > bounds.entries:
        raise BadRecord("$.entries", f"more than {bounds.entries}", "many")
    if len(players) + len(joined) > bounds.seats:
        raise BadRecord("$.joined", f"more than {bounds.seats}", "many")
    rows = [
        _row(row, f"$.entries[{index}]", seat_of) for index, row in enumerate(entries)
    ]
    return _lines(columns, [name for _, name in (*players, *joined)], rows, bounds)


def _lines(
    columns: Document,
    names: Sequence[str],
    rows: Sequence[Document],
    bounds: limits.Bounds,
) -> list[FileLine]:
    """The lines; each entry at its own time, else at that of the entry before."""
    if columns["uid"] is None:  # the same record gives the same uid again
        match = Match(**{**columns, "ruleset": columns["ruleset"].dump()})
        columns["uid"] = uuid5(NAMESPACE_URL, record_text(match, names, rows))
    uid = columns["uid"]
    played_on = columns["played_on"]
    clocks = [row["at"] or row["happened_at"] for row in rows]
    began = (
        datetime.combine(played_on, time(20, tzinfo=UTC))
        if played_on
        else timezone.now()
    )
    at = began = next(filter(None, clocks), began)
    columns |= {"created_at": began, "played_on": played_on or began.date()}
    persons = []
    for seat, name in enumerate(names):
        shown = tables.NAME.read(name, _place(seat, columns["players_at_start"]))
        persons.append(
            PersonLine(uuid5(uid, f"seat {seat}"), shown, seat % limits.COLOURS)
        )
    entries = []
    for seq, (row, clock) in enumerate(zip(rows, clocks, strict=True)):
        at = clock or at
        key = uuid5(uid, f"entry {seq}")
        entries.append(
            WrittenEntry(row["entry"], key, key.hex, at, row["happened_at"] or at)
        )
    line = lines.match_line(
        columns, tuple(person.uid for person in persons), tuple(entries), "$", bounds
    )
    return [NO_CIRCLE, *persons, line, EndLine(len(persons), 0, 1)]


def _row(value: Any, place: str, seat_of: Rename) -> Document:
    """One of the `entries`; keys that are not known are passed over."""
    fields = validators.an_object(value, place)
    row = tables.read(
        ROW, {key.name: fields[key.name] for key in ROW if key.name in fields}, place
    )
    return {**row, "entry": lines.entry_of(row["entry"], f"{place}.entry", seat_of)}


def _place(seat: Seat, at_start: int) -> str:
    return f"$.players[{seat}]" if seat < at_start else f"$.joined[{seat - at_start}]"


def _seats(people: Sequence[tuple[str, str]], at_start: int) -> dict[str, Seat]:
    seats: dict[str, Seat] = {}
    for seat, (player_id, _) in enumerate(people):
        if player_id in seats:
            reason = f"a second {player_id!r}: give each an id of its own"
            raise BadRecord(_place(seat, at_start), reason, "twice")
        seats[player_id] = seat
    return seats


def _seat(seats: Mapping[str, Seat], value: Any, place: str) -> Seat:
    if not isinstance(value, str) or value not in seats:
        raise BadRecord(place, f"nobody of the match: {value!r:.60}", "seat")
    return seats[value]


def _check_start(totals: Document, seat_of: Rename) -> None:
    for player_id, total in totals.items():
        place = inside("$.start", player_id)
        seat_of(player_id, place)
        if validators.an_integer(total, place):
            raise BadRecord("$.start", "a match here starts from 0", "start")


def _check_teams(
    teams: Sequence[Any] | None, usual: Sequence[Side], seat_of: Rename
) -> None:
    if teams is None:
        return
    listed = [
        validators.a_list(team, f"$.teams[{number}]", 1, limits.SEATS)
        for number, team in enumerate(teams)
    ]
    sides = tuple(
        tuple(
            seat_of(player_id, f"$.teams[{number}][{index}]")
            for index, player_id in enumerate(team)
        )
        for number, team in enumerate(listed)
    )
    if sides != usual:
        raise BadRecord("$.teams", "other sides than the rules have", "teams")
