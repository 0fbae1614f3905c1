"""Read a file line by line; a fault is reported with its line and JSON path.

All values are checked here; whether the rules accept a log is checked by the importer. The record of one
match is read as the file of a circle with that match.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any, BinaryIO
from uuid import UUID
from zoneinfo import available_timezones

from rules.errors import Illegal
from rules.records.parser import an_entry, check_version
from rules.records.validators import (
    BadRecord,
    Document,
    a_day,
    a_direction,
    a_list,
    a_name,
    a_ruleset,
    a_timestamp,
    a_uid,
    an_integer,
    an_object,
    parsed,
    with_keys,
)
from scores.matches.log import WrittenEntry
from scores.transfer import limits
from scores.transfer.checks import (
    a_key,
    a_nameless,
    a_tidy,
    a_tidy_name,
    check_board,
    check_penalties,
    check_size,
)
from scores.transfer.lines import (
    FORMAT_KEY,
    OPTIONAL,
    VERSION,
    CircleLine,
    EndLine,
    FileLine,
    HouseRulesLine,
    KnownMatchLine,
    MatchLine,
    PersonLine,
    PlayerMergeLine,
)
from scores.transfer.match_record import lines_of_record


@dataclass
class BadFile(Exception):
    """What is wrong with a file: `line` from 1, and `place` as a JSON path in that line.

    `code` is the kind of fault; if the rules refuse an entry, `refusal` is their reason.
    """

    line: int
    place: str
    code: str
    refusal: Illegal | None = None
    names: dict[int, str] = field(default_factory=dict)  # names of the seats in the refusal

    def __str__(self) -> str:
        return f"line {self.line}, {self.place}: {self.refusal or self.code}"


def read(
    file: BinaryIO, bounds: limits.Bounds = limits.OPERATOR, known: Container[UUID] = ()
) -> Iterator[FileLine]:
    """The lines of the file of a circle, or of the record of a match. Raises BadFile at the faulty line.

    Of the matches in `known` only the uid is read.
    """
    first = _decoded(_line(file, 1, bounds), 1).removeprefix("\ufeff")
    if _is_of_circle(first):
        return _Reader(file, bounds, known).read(first)
    return _record(first, file, bounds)


def _is_of_circle(first: str) -> bool:
    try:
        document = parsed(first)
    except BadRecord:
        return f'"{FORMAT_KEY}"' in first
    return isinstance(document, dict) and FORMAT_KEY in document


def _line(file: BinaryIO, number: int, bounds: limits.Bounds) -> bytes:
    line = file.readline(bounds.line + 1)
    if len(line) > bounds.line:
        raise BadFile(number, "$", "long")
    return line


def _decoded(line: bytes, number: int) -> str:
    try:
        return line.decode()
    except UnicodeDecodeError as error:
        raise BadFile(number, "$", "utf-8") from error


def _record(first: str, file: BinaryIO, bounds: limits.Bounds) -> Iterator[FileLine]:
    rest = file.read(bounds.line + 1)
    if len(rest) > bounds.line:
        raise BadFile(1, "$", "long")
    try:
        return iter(list(lines_of_record(first + _decoded(rest, 1), bounds)))
    except BadRecord as bad:
        raise BadFile(getattr(bad.__cause__, "lineno", 1), bad.place, bad.code) from bad


class _Reader:
    """Remembers the lines read so far, so that references to unknown ones are refused."""

    def __init__(self, file: BinaryIO, bounds: limits.Bounds, known: Container[UUID]) -> None:
        self.file = file
        self.bounds = bounds
        self.known = known
        self.number = 1
        self.persons: dict[UUID, str] = {}
        self.matches: dict[UUID, int] = {}  # number of seats by uid
        self.house_rules = 0
        self.seated: set[UUID] = set()
        self.merged_into: dict[UUID, UUID] = {}

    def read(self, first: str) -> Iterator[FileLine]:
        text, line = first, None
        while text and not isinstance(line, EndLine):
            line = self._checked(text)
            yield line
            self.number += 1
            text = _decoded(_line(self.file, self.number, self.bounds), self.number)
        if not isinstance(line, EndLine):
            raise BadFile(self.number, "$", "cut")
        self._check_nothing_follows(text)

    def _check_nothing_follows(self, text: str) -> None:
        """Raise BadFile if there is something after the end. Blank lines may follow, and are read at once."""
        rest = text + _decoded(self.file.read(self.bounds.line), self.number)
        if rest.strip():
            blank = rest[: len(rest) - len(rest.lstrip())]
            raise BadFile(self.number + blank.count("\n"), "$", "after-end")
        if self.file.read(1):
            raise BadFile(self.number, "$", "after-end")

    def _checked(self, text: str) -> FileLine:
        known = _MATCH.match(text)
        if known and (uid := UUID(known[1])) in self.known and uid not in self.matches:
            self.matches[uid] = self.bounds.seats
            previous = _PREVIOUS.search(text, 0, _LONGEST_START)
            return KnownMatchLine(uid, UUID(previous[1]) if previous else None)
        try:
            document = an_object(parsed(text), "$")
            return self._circle_line(document) if self.number == 1 else self._other_line(document)
        except BadRecord as bad:
            raise BadFile(self.number, bad.place, bad.code) from bad

    def _other_line(self, document: Document) -> FileLine:
        key = next(iter(document), "")
        reader = _READERS.get(key)
        if reader is None or len(document) != 1:
            raise BadRecord("$", f"one of {list(_READERS)}", "line")
        line: FileLine = reader(self, document[key], f"$.{key}")
        return line

    def _circle_line(self, document: Document) -> CircleLine:
        check_version(document, FORMAT_KEY, VERSION)
        fields = with_keys(document, "$", (FORMAT_KEY, "name", "time_zone"))
        zone = a_name(fields["time_zone"], "$.time_zone", limits.KEY)
        if zone not in _time_zones():
            raise BadRecord("$.time_zone", f"no time zone: {zone!r:.60}", "zone")
        return CircleLine(a_tidy(fields["name"], "$.name", limits.CIRCLE_NAME), zone)

    def _person_line(self, value: Any, place: str) -> PersonLine:
        fields = with_keys(value, place, ("uid", "name", "colour"), ("erased_at", "emoji", "chosen_colour"))
        _check_count(len(self.persons), self.bounds.persons, place)
        named = a_nameless if "erased_at" in fields else a_tidy_name
        person = PersonLine(
            uid=_new_uid(fields, place, self.persons),
            name=named(fields["name"], f"{place}.name"),
            colour=an_integer(fields["colour"], f"{place}.colour", 0, limits.COLOURS - 1),
            erased_at=_optional_time(fields, "erased_at", place),
            emoji=a_tidy(fields.get("emoji", ""), f"{place}.emoji", limits.EMOJI),
            chosen_colour=_chosen_colour(fields, place),
        )
        self.persons[person.uid] = person.name
        return person

    def _house_rules_line(self, value: Any, place: str) -> HouseRulesLine:
        fields = with_keys(value, place, ("name", "used_at", "ruleset"))
        _check_count(self.house_rules, self.bounds.house_rules, place)
        self.house_rules += 1
        return HouseRulesLine(
            name=a_tidy_name(fields["name"], f"{place}.name"),
            ruleset=a_ruleset(fields["ruleset"], f"{place}.ruleset"),
            used_at=a_timestamp(fields["used_at"], f"{place}.used_at"),
        )

    def _match_line(self, value: Any, place: str) -> MatchLine:
        fields = with_keys(value, place, _MATCH_KEYS, OPTIONAL)
        _check_count(len(self.matches), limits.MATCHES, place)
        seats = self._seats(fields["seats"], f"{place}.seats")
        at_start = an_integer(fields["at_start"], f"{place}.at_start", 2, len(seats))
        match = MatchLine(
            uid=_new_uid(fields, place, self.matches),
            created_at=a_timestamp(fields["created_at"], f"{place}.created_at"),
            played_on=a_day(fields["played_on"], f"{place}.played_on"),
            ruleset=a_ruleset(fields["ruleset"], f"{place}.ruleset"),
            seats=seats,
            at_start=at_start,
            dealer=an_integer(fields["dealer"], f"{place}.dealer", 0, at_start - 1),
            direction=a_direction(fields["direction"], f"{place}.direction"),
            rows=_rows(fields["entries"], f"{place}.entries", len(seats), self.bounds.entries),
            rules_name=a_tidy(fields.get("rules_name", ""), f"{place}.rules_name", limits.NAME),
            currency=a_tidy(fields.get("currency", ""), f"{place}.currency", limits.CURRENCY),
            place=a_tidy(fields.get("place", ""), f"{place}.place", limits.PLACE),
            note=a_tidy(fields.get("note", ""), f"{place}.note", limits.NOTE),
            archived_at=_optional_time(fields, "archived_at", place),
            previous=a_uid(fields["previous"], f"{place}.previous") if "previous" in fields else None,
        )
        check_board(match, place)
        check_penalties([row.entry for row in match.rows], place)
        check_size(match, place, self.bounds)
        self.matches[match.uid] = len(seats)
        self.seated.update(seats)
        return match

    def _seats(self, value: Any, place: str) -> tuple[UUID, ...]:
        seats: list[UUID] = []
        for index, person in enumerate(a_list(value, place, 2, self.bounds.seats)):
            uid = self._known_person(person, f"{place}[{index}]")
            if uid in seats:
                raise BadRecord(f"{place}[{index}]", "sits twice", "twice")
            seats.append(uid)
        return tuple(seats)

    def _known_person(self, value: Any, place: str) -> UUID:
        uid = a_uid(value, place)
        if uid not in self.persons:
            raise BadRecord(place, "nobody before this line", "seat")
        return uid

    def _player_merge_line(self, value: Any, place: str) -> PlayerMergeLine:
        fields = with_keys(value, place, ("kept", "emptied", "at", "seats"))
        target, emptied = (self._known_person(fields[key], f"{place}.{key}") for key in ("kept", "emptied"))
        self._check_merge(target, emptied, place)
        return PlayerMergeLine(
            target, emptied, a_timestamp(fields["at"], f"{place}.at"), self._merged_seats(fields, place)
        )

    def _check_merge(self, target: UUID, emptied: UUID, place: str) -> None:
        """A player is merged once, never into itself through other merges, and then has no seat any more."""
        if emptied in self.seated:
            raise BadRecord(f"{place}.emptied", "sits in a match", "twice")
        if emptied in self.merged_into:
            raise BadRecord(f"{place}.emptied", "is somebody else already", "twice")
        self.merged_into[emptied] = target
        while target in self.merged_into:
            target = self.merged_into[target]
            if target == emptied:
                raise BadRecord(f"{place}.kept", "is himself", "twice")
        if target == emptied:
            raise BadRecord(f"{place}.kept", "is himself", "twice")

    def _merged_seats(self, fields: Document, place: str) -> tuple[tuple[UUID, int], ...]:
        seats = a_list(fields["seats"], f"{place}.seats", 0, limits.MATCHES)
        return tuple(self._seat(seat, f"{place}.seats[{index}]") for index, seat in enumerate(seats))

    def _seat(self, value: Any, place: str) -> tuple[UUID, int]:
        match, position = a_list(value, place, 2, 2)
        uid = a_uid(match, f"{place}[0]")
        if uid not in self.matches:
            raise BadRecord(f"{place}[0]", "no match before this line", "match")
        return uid, an_integer(position, f"{place}[1]", 0, self.matches[uid] - 1)

    def _end_line(self, value: Any, place: str) -> EndLine:
        counts = {
            "persons": len(self.persons),
            "house_rules": self.house_rules,
            "matches": len(self.matches),
        }
        fields = with_keys(value, place, tuple(counts))
        for key, number in counts.items():
            if an_integer(fields[key], f"{place}.{key}") != number:
                raise BadRecord(f"{place}.{key}", f"there were {number}", "cut")
        return EndLine(**counts)


@cache
def _time_zones() -> frozenset[str]:
    return frozenset(available_timezones())


_READERS: dict[str, Any] = {
    "person": _Reader._person_line,
    "house_rules": _Reader._house_rules_line,
    "match": _Reader._match_line,
    "one_person": _Reader._player_merge_line,
    "end": _Reader._end_line,
}

_UID = r'"([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"'
_MATCH = re.compile(rf'\{{"match":\{{"uid":{_UID}')
"""The beginning of a match as `lines.line_text` writes it."""
_PREVIOUS = re.compile(rf'"previous":{_UID}')  # no text can look like it: JSON escapes quotes
_LONGEST_START = 4000  # characters of the line of a match up to `previous`, with room

_MATCH_KEYS = (
    "uid",
    "created_at",
    "played_on",
    "ruleset",
    "seats",
    "at_start",
    "dealer",
    "direction",
    "entries",
)


def _rows(value: Any, place: str, seats: int, most: int) -> tuple[WrittenEntry, ...]:
    entries = a_list(value, place, 0, most)
    rows = tuple(_row(entry, f"{place}[{index}]", seats) for index, entry in enumerate(entries))
    for key in ("uid", "client_key"):
        seen: set[Any] = set()
        for index, row in enumerate(rows):
            if getattr(row, key) in seen:
                raise BadRecord(f"{place}[{index}]", f"has the {key} of another", "twice")
            seen.add(getattr(row, key))
    return rows


def _row(value: Any, place: str, seats: int) -> WrittenEntry:
    fields = with_keys(value, place, ("entry", "at", "happened_at", "uid", "key"))
    entry = an_entry(fields, place, lambda seat, where: _position(seat, where, seats))
    return WrittenEntry(
        entry=entry,
        uid=a_uid(fields["uid"], f"{place}.uid"),
        client_key=a_key(fields["key"], f"{place}.key"),
        at=a_timestamp(fields["at"], f"{place}.at"),
        happened_at=a_timestamp(fields["happened_at"], f"{place}.happened_at"),
    )


def _position(value: Any, place: str, seats: int) -> Any:
    """A seat in an entry, checked: a number, or the key of a JSON object."""
    if value not in range(seats) and value not in map(str, range(seats)):
        raise BadRecord(place, f"nobody of the match: {value!r:.60}", "seat")
    return value


def _new_uid(fields: Document, place: str, known: dict[UUID, Any]) -> UUID:
    uid = a_uid(fields["uid"], f"{place}.uid")
    if uid in known:
        raise BadRecord(f"{place}.uid", "was there already", "twice")
    return uid


def _optional_time(fields: Document, key: str, place: str) -> Any:
    return a_timestamp(fields[key], f"{place}.{key}") if key in fields else None


def _chosen_colour(fields: Document, place: str) -> int | None:
    colour = fields.get("chosen_colour")
    return None if colour is None else an_integer(colour, f"{place}.chosen_colour", 0, limits.COLOURS - 1)


def _check_count(count: int, most: int, place: str) -> None:
    if count >= most:
        raise BadRecord(place, f"more than {most}", "many")
