"""The record of one match, a JSON document with names: written, and read as the file of a circle.

It holds facts only: no total and no winner, because the rules compute them."""

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, time
from typing import Any, NamedTuple
from uuid import NAMESPACE_URL, uuid5

from django.utils import timezone

from rules.errors import BadRecord
from rules.events import Seat
from rules.kinds import (
    AnyObject,
    Document,
    Key,
    Kind,
    Listed,
    Object,
    OpenObject,
    Whole,
    an_object,
    bad_value,
    within,
)
from rules.match import log_json
from rules.match.board import Side, facing_sides
from rules.match.log_json import payload_with_names
from rules.numbers import Bound
from rules.validators import (
    DAY,
    DIRECTION,
    FARTHEST,
    RULESET,
    UID,
    Name,
    parse_json,
)
from scores.core.matches.log import WrittenEntry
from scores.models import Match
from scores.transfer import limits, lines, tables
from scores.transfer.lines import CircleLine, EndLine, FileLine, PersonLine
from scores.transfer.tables import Timestamp, inside

VERSION = 1
VERSION_KEY = "reenganche"
NO_CIRCLE = CircleLine("", "")  # a record does not name a circle

_ID = Name(200)  # letters
_MOST_ENTRIES = 100_000


class Person(NamedTuple):
    id: str
    name: str


class _PersonObject(OpenObject):
    """A person; a bare string is both id and name."""

    def read(self, value: Any) -> Any:
        if isinstance(value, str):
            return Person(_ID.read(value), value)
        return OpenObject.read(self, value)


class Clock(Timestamp):
    def read(self, value: Any) -> Any:
        return None if value is None else Timestamp.read(self, value)


PERSON = _PersonObject(Person, Key("id", _ID), Key("name", _ID))
_SEATED = Bound(0, limits.SEATS)
_TOTAL = Whole(-FARTHEST, FARTHEST)
ROW = OpenObject(
    dict,
    Key("entry", tables.EntryObject()),
    Key("at", Clock(), None),
    Key("happened_at", Clock(), None),
)
RECORD = Object(
    dict,
    Key("uid", UID, None),
    Key("played_on", DAY, None),
    *tables.TEXT_KEYS,
    Key("ruleset", RULESET),
    # who sat down before the first hand
    Key("players", Listed(PERSON, Bound(2, limits.SEATS))),
    Key("joined", Listed(PERSON, _SEATED), ()),
    Key("teams", Kind(), None),
    Key("dealer", Kind()),
    Key("direction", DIRECTION, 1),
    Key("start", AnyObject(), {}),
    Key("entries", Listed(ROW, Bound(0, _MOST_ENTRIES))),
)


# Writing


def record_text(
    match: Match, names: Sequence[str], rows: Iterable[Mapping[str, Any]]
) -> str:
    """The record of a match, whose `names` are by seat. Rows have an `entry`, and `at` and `happened_at`."""
    ids = _ids(names)
    people = [*map(Person, ids, names)]
    values = {
        **vars(match),
        "ruleset": match.rules,
        "players": people[: match.players_at_start],
        "joined": people[match.players_at_start :],
        "teams": None,
        "dealer": ids[match.first_dealer],
        "start": {},
        "entries": rows,
    }
    document = {VERSION_KEY: VERSION, **RECORD.write(values)}
    for row in document["entries"]:
        row["entry"] = payload_with_names(row["entry"], lambda seat: ids[int(seat)])
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
    document = an_object(parse_json(text))
    columns = RECORD.read(tables.without_version(document, VERSION_KEY, VERSION))
    players, joined, entries = (
        columns.pop(key) for key in ("players", "joined", "entries")
    )
    seat = _SeatOf(_seats([*players, *joined], len(players)))
    columns["players_at_start"] = len(players)
    columns["first_dealer"] = within("dealer", seat.read, columns.pop("dealer"))
    if columns["first_dealer"] >= len(players):
        raise BadRecord("joined later", "seat", "dealer")
    lines.check_board(columns, "teams")
    sides = facing_sides(columns["ruleset"], len(players))
    within("start", _verify_start, columns.pop("start"), seat)
    within("teams", _verify_teams, columns.pop("teams"), sides, seat)
    if len(entries) > bounds.entries:
        raise BadRecord(f"more than {bounds.entries}", "many", "entries")
    if len(players) + len(joined) > bounds.seats:
        raise BadRecord(f"more than {bounds.seats}", "many", "joined")
    for index, row in enumerate(entries):
        with inside("entries", index, "entry"):
            row["entry"] = log_json.load(payload_with_names(row["entry"], seat.read))
    names = [person.name for person in (*players, *joined)]
    return _lines(columns, names, entries, bounds)


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
        with inside(*_steps(seat, columns["players_at_start"])):
            shown = tables.NAME.read(name)
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
        columns, tuple(person.uid for person in persons), tuple(entries), bounds
    )
    return [NO_CIRCLE, *persons, line, EndLine(len(persons), 0, 1)]


def _steps(seat: Seat, at_start: int) -> tuple[str, int]:
    return ("players", seat) if seat < at_start else ("joined", seat - at_start)


def _seats(people: Sequence[Person], at_start: int) -> dict[str, Seat]:
    seats: dict[str, Seat] = {}
    for seat, person in enumerate(people):
        if person.id in seats:
            reason = f"a second {person.id!r}: give each an id of its own"
            raise BadRecord(reason, "twice", *_steps(seat, at_start))
        seats[person.id] = seat
    return seats


class _SeatOf(Kind):
    """A player by id."""

    def __init__(self, seats: Mapping[str, Seat]) -> None:
        self.seats = seats

    def read(self, value: Any) -> Seat:
        if not isinstance(value, str) or value not in self.seats:
            raise bad_value("nobody of the match", value, "seat")
        return self.seats[value]


def _verify_start(totals: Document, seat: _SeatOf) -> None:
    for player_id, total in totals.items():
        within(player_id, seat.read, player_id)
        if within(player_id, _TOTAL.read, total):
            raise BadRecord("a match here starts from 0", "start")


def _verify_teams(teams: Any, usual: Sequence[Side], seat: _SeatOf) -> None:
    side = Listed(seat, Bound(1, limits.SEATS))
    if teams is not None and Listed(side, _SEATED).read(teams) != usual:
        raise BadRecord("other sides than the rules have", "teams")
