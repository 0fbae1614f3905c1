"""Read a file in parts, and judge and fold the matches of each part; nothing is written.

A fault is reported with its line and JSON path. The record of one match is read as the file of a circle with
that match."""

import re
from collections.abc import Collection, Container, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, BinaryIO
from uuid import UUID

from rules import validators
from rules.errors import Illegal
from rules.validators import BadRecord, Document
from scores.core.matches import log
from scores.core.matches.log import WrittenEntry
from scores.transfer import limits, lines, nights as night_lines, tables
from scores.transfer.lines import FileLine, MatchLine, PersonLine
from scores.transfer.match_record import lines_of_record


@dataclass
class BadFile(Exception):
    """What is wrong with a file: `line` from 1, and `place` as a JSON path in that line. `code` is the kind
    of fault; if the rules refuse an entry, `refusal` is their reason."""

    line: int
    place: str
    code: str
    refusal: Illegal | None = None
    # names of the seats in the refusal
    names: dict[int, str] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"line {self.line}, {self.place}: {self.refusal or self.code}"


@dataclass
class FoldedPart:
    """Lines that are written in one transaction, and their matches, judged and folded, by uid."""

    lines: list[FileLine] = field(default_factory=list)
    matches: dict[UUID, log.FoldedMatch] = field(default_factory=dict)
    has_more: bool = False  # whether the file goes on after it


def folded_parts(
    file: BinaryIO, known: Container[UUID], bounds: limits.Bounds
) -> Iterator[FoldedPart]:
    """The parts of a file, each as large as `bounds` allows. Raises BadFile for one that cannot be imported.
    Of the matches in `known` only the uid is read."""
    persons: dict[UUID, str] = {}
    part = FoldedPart()
    work = 0
    for line in _lines(file, bounds, known):
        cost = lines.work_of(line)
        work += cost
        # without a match it would come again and again
        if cost and work > bounds.part and part.matches:
            part.has_more = True
            yield part
            part = FoldedPart()
            work = cost
        part.lines.append(line)
        if isinstance(line, PersonLine):
            persons[line.uid] = line.name
        elif isinstance(line, MatchLine):
            part.matches[line.uid] = _folded_match(line, persons)
    yield part


def _folded_match(line: MatchLine, persons: dict[UUID, str]) -> log.FoldedMatch:
    """`persons` are the names read so far, by uid."""
    try:
        return log.fold(line.match, len(line.seats), line.rows)
    except log.Refused as refused:
        names = dict(enumerate(persons[uid] for uid in line.seats))
        raise bad_match(
            line, f"entries[{refused.seq}].entry", "rules", refused.refusal, names
        ) from refused


def bad_match(line: MatchLine, place: str, code: str, *details: Any) -> BadFile:
    return BadFile(line.number, f"{line.place}.{place}", code, *details)


def _lines(
    file: BinaryIO, bounds: limits.Bounds, known: Container[UUID]
) -> Iterator[FileLine]:
    """The lines of the file of a circle, or of the record of a match. Raises BadFile at the faulty line."""
    first = _decode_line(file.readline(bounds.line + 1), 1, bounds).removeprefix(
        "\ufeff"
    )
    if _is_of_circle(first):
        return _Reader(file, bounds, known).read(first)
    if _is_of_table(first):
        raise BadFile(1, "$", "table")
    rest = _decode_line(file.read(bounds.line + 1), 1, bounds)
    try:
        return iter(lines_of_record(first + rest, bounds))
    except BadRecord as bad:
        raise BadFile(getattr(bad.__cause__, "lineno", 1), bad.place, bad.code) from bad


def _is_of_table(first: str) -> bool:
    """Whether it is the first row of a spreadsheet (CSV): words with separators, where JSON has a bracket."""
    return first.strip()[:1] not in ("", "{", "[") and any(
        separator in first for separator in ",;\t"
    )


def _is_of_circle(first: str) -> bool:
    try:
        document = validators.parse_json(first)
    except BadRecord:
        return f'"{lines.FORMAT_KEY}"' in first
    return isinstance(document, dict) and lines.FORMAT_KEY in document


def _decode_line(text: bytes, number: int, bounds: limits.Bounds) -> str:
    if len(text) > bounds.line:
        raise BadFile(number, "$", "long")
    try:
        return text.decode()
    except UnicodeDecodeError as error:
        raise BadFile(number, "$", "utf-8") from error


@dataclass
class _Reader:
    """Remembers the lines read so far, so that references to unknown ones are refused."""

    file: BinaryIO
    bounds: limits.Bounds
    known: Container[UUID]
    number: int = 1
    persons: set[UUID] = field(default_factory=set)
    matches: dict[UUID, int] = field(default_factory=dict)  # number of seats by uid
    house_rules: list[lines.HouseRulesLine] = field(default_factory=list)
    seated: set[UUID] = field(default_factory=set)
    merged_into: dict[UUID, UUID] = field(default_factory=dict)
    nights: set[UUID] = field(default_factory=set)
    photo_bytes: int = 0  # of all persons so far

    def read(self, first: str) -> Iterator[FileLine]:
        text = first
        line = None
        while text and not isinstance(line, lines.EndLine):
            if not text.startswith(lines.UNREAD):
                line = self._checked_line(text)
                yield line
            self.number += 1
            text = _decode_line(
                self.file.readline(self.bounds.line + 1), self.number, self.bounds
            )
        if not isinstance(line, lines.EndLine):
            raise BadFile(self.number, "$", "cut")
        self._check_nothing_follows(text)

    def _check_nothing_follows(self, text: str) -> None:
        """Raise BadFile if there is something after the end. Blank lines may follow, and are read at once."""
        rest = text + _decode_line(
            self.file.read(self.bounds.line), self.number, self.bounds
        )
        if rest.strip() or self.file.read(1):
            blank = rest[: len(rest) - len(rest.lstrip())] if rest.strip() else ""
            raise BadFile(self.number + blank.count("\n"), "$", "after-end")

    def _checked_line(self, text: str) -> FileLine:
        known = _MATCH.match(text)
        if known and (uid := UUID(known[1])) in self.known and uid not in self.matches:
            self.matches[uid] = self.bounds.seats
            previous = _PREVIOUS.search(text, 0, _LONGEST_START)
            return lines.KnownMatchLine(uid, UUID(previous[1]) if previous else None)
        try:
            document = validators.an_object(validators.parse_json(text), "$")
            return (
                self._circle(document)
                if self.number == 1
                else self._other_line(document)
            )
        except BadRecord as bad:
            raise BadFile(self.number, bad.place, bad.code) from bad

    def _circle(self, document: Document) -> lines.CircleLine:
        fields = tables.without_version(document, lines.FORMAT_KEY, lines.VERSION)
        return lines.CircleLine(
            **tables.read(tables.keys_of(lines.CircleLine), fields, "$")
        )

    def _other_line(self, document: Document) -> FileLine:
        name = next(iter(document), "")
        if name not in lines.LINES or len(document) != 1:
            raise BadRecord("$", f"one of {list(lines.LINES)}", "line")
        table = lines.LINES[name]
        place = f"$.{name}"
        keys = lines.MATCH if table is MatchLine else tables.keys_of(table)
        fields = tables.read(keys, document[name], place)
        accept = getattr(self, f"_{name}")
        line: FileLine = accept(
            fields if table is MatchLine else table(**fields), place
        )
        return line

    # One for each of lines.LINES

    def _person(self, person: PersonLine, place: str) -> PersonLine:
        _check_new(person.uid, self.persons, self.bounds.persons, place)
        self.persons.add(person.uid)
        self.photo_bytes += len(person.photo or b"")
        if self.photo_bytes > limits.PHOTOS:
            raise BadRecord(f"{place}.photo", "more than fit", "many")
        if person.erased_at:
            return replace(person, name="", photo=None)
        if not person.name:
            raise BadRecord(f"{place}.name", "nothing to see", "name")
        return person

    def _house_rules(
        self, house: lines.HouseRulesLine, place: str
    ) -> lines.HouseRulesLine:
        _check_new(None, self.house_rules, self.bounds.house_rules, place)
        self.house_rules.append(house)
        return house

    def _match(self, fields: Document, place: str) -> MatchLine:
        _check_new(fields["uid"], self.matches, limits.MATCHES, place)
        seats = self._seats(fields.pop("seats"), f"{place}.seats")
        rows = _rows(
            fields.pop("entries"), f"{place}.entries", len(seats), self.bounds.entries
        )
        at_start = validators.an_integer(
            fields.pop("at_start"), f"{place}.at_start", 2, len(seats)
        )
        dealer = validators.an_integer(
            fields.pop("dealer"), f"{place}.dealer", 0, at_start - 1
        )
        fields |= {"players_at_start": at_start, "first_dealer": dealer}
        lines.check_board(fields, f"{place}.ruleset")
        line = lines.match_line(fields, seats, rows, place, self.bounds, self.number)
        self.matches[line.uid] = len(seats)
        self.seated.update(seats)
        return line

    def _seats(self, value: Any, place: str) -> tuple[UUID, ...]:
        seats: dict[UUID, str] = {}
        for index, person in enumerate(
            validators.a_list(value, place, 2, self.bounds.seats)
        ):
            where = f"{place}[{index}]"
            uid = validators.a_uid(person, where)
            self._check_known(uid, where)
            if seats.setdefault(uid, where) != where:
                raise BadRecord(where, "sits twice", "twice")
        return tuple(seats)

    def _check_known(self, person: UUID, place: str) -> None:
        if person not in self.persons:
            raise BadRecord(place, "nobody before this line", "seat")

    def _one_person(
        self, merge: lines.PlayerMergeLine, place: str
    ) -> lines.PlayerMergeLine:
        """A player is merged once, never into itself through other merges, and then has no seat any more."""
        target = merge.kept
        emptied = merge.emptied
        self._check_known(target, f"{place}.kept")
        self._check_known(emptied, f"{place}.emptied")
        if emptied in self.seated:
            raise BadRecord(f"{place}.emptied", "sits in a match", "twice")
        if emptied in self.merged_into:
            raise BadRecord(f"{place}.emptied", "is somebody else already", "twice")
        self.merged_into[emptied] = target
        while target != emptied and target in self.merged_into:
            target = self.merged_into[target]
        if target == emptied:
            raise BadRecord(f"{place}.kept", "is merged into itself", "twice")
        for index, (match, position) in enumerate(merge.seats):
            where = f"{place}.seats[{index}]"
            if match not in self.matches:
                raise BadRecord(f"{where}[0]", "no match before this line", "match")
            validators.an_integer(position, f"{where}[1]", 0, self.matches[match] - 1)
        return merge

    def _night(self, night: lines.NightLine, place: str) -> lines.NightLine:
        _check_new(night.uid, self.nights, limits.NIGHTS, place)
        night_lines.verify(night, place, self.persons, self.matches)
        self.nights.add(night.uid)
        return replace(night, number=self.number)

    def _end(self, end: lines.EndLine, place: str) -> lines.EndLine:
        for key, read in vars(end).items():
            if (read or 0) != len(getattr(self, key)):
                raise BadRecord(
                    f"{place}.{key}", f"there were {len(getattr(self, key))}", "cut"
                )
        return end


_UID = r'"([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"'
_MATCH = re.compile(rf'\{{"match":\{{"uid":{_UID}')
"""The beginning of a match as `lines.line_text` writes it."""
# no text can look like it: JSON escapes quotes
_PREVIOUS = re.compile(rf'"previous":{_UID}')
_LONGEST_START = 4000  # characters of the line of a match up to `previous`, with room


def _rows(value: Any, place: str, seats: int, most: int) -> tuple[WrittenEntry, ...]:
    entries = validators.a_list(value, place, 0, most)
    rows = tuple(
        _row(entry, f"{place}[{index}]", seats) for index, entry in enumerate(entries)
    )
    for key in ("uid", "client_key"):
        seen: dict[Any, int] = {}
        for index, row in enumerate(rows):
            if seen.setdefault(getattr(row, key), index) != index:
                raise BadRecord(
                    f"{place}[{index}]", f"has the {key} of another", "twice"
                )
    return rows


def _row(value: Any, place: str, seats: int) -> WrittenEntry:
    fields = tables.read(lines.ROW, value, place)
    entry = lines.entry_of(
        fields.pop("entry"),
        f"{place}.entry",
        lambda seat, where: _position(seat, where, seats),
    )
    return WrittenEntry(entry, client_key=fields.pop("key"), **fields)


def _position(value: Any, place: str, seats: int) -> Any:
    """A seat in an entry, checked: a number, or the key of a JSON object."""
    if value not in range(seats) and value not in map(str, range(seats)):
        raise BadRecord(place, f"nobody of the match: {value!r:.60}", "seat")
    return value


def _check_new(uid: UUID | None, known: Collection[Any], most: int, place: str) -> None:
    if len(known) >= most:
        raise BadRecord(place, f"more than {most}", "many")
    if uid in known:
        raise BadRecord(f"{place}.uid", "was there already", "twice")
