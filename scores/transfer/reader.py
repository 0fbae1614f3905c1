"""Read a file in parts, and judge and fold the matches of each part; nothing is written.

A fault is reported with its line and JSON path. The record of one match is read as the file of a circle with
that match."""

import re
from collections.abc import Collection, Container, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, BinaryIO
from uuid import UUID

from rules.errors import BadRecord, Illegal
from rules.kinds import Document, Whole, a_list, an_object, bad_value, within
from rules.match import log_json
from rules.match.log_json import payload_with_names
from rules.numbers import Bound
from rules.validators import parse_json
from scores.core.matches import log
from scores.core.matches.log import WrittenEntry
from scores.transfer import limits, lines, nights as night_lines, tables
from scores.transfer.lines import FileLine, MatchLine, PersonLine
from scores.transfer.match_record import lines_of_record
from scores.transfer.tables import inside


@dataclass
class BadFile(Exception):
    """What is wrong with a file: `line` from 1, and `path`, a JSON path in that line. `code` is the kind
    of fault; if the rules refuse an entry, `refusal` is their reason."""

    line: int
    path: str
    code: str
    refusal: Illegal | None = None
    # names of the seats in the refusal
    names: dict[int, str] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"line {self.line}, {self.path}: {self.refusal or self.code}"


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


def bad_match(line: MatchLine, path: str, code: str, *details: Any) -> BadFile:
    return BadFile(line.number, f"{line.path}.{path}", code, *details)


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
        raise BadFile(getattr(bad.__cause__, "lineno", 1), bad.path, bad.code) from bad


def _is_of_table(first: str) -> bool:
    """Whether it is the first row of a spreadsheet (CSV): words with separators, where JSON has a bracket."""
    return first.strip()[:1] not in ("", "{", "[") and any(
        separator in first for separator in ",;\t"
    )


def _is_of_circle(first: str) -> bool:
    try:
        document = parse_json(first)
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
    # lines of the account, and whether they can be undone
    account: dict[UUID, bool] = field(default_factory=dict)
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
            blank = rest[: len(rest) - len(rest.lstrip())]
            raise BadFile(self.number + blank.count("\n"), "$", "after-end")

    def _checked_line(self, text: str) -> FileLine:
        known = _MATCH.match(text)
        if known and (uid := UUID(known[1])) in self.known and uid not in self.matches:
            self.matches[uid] = self.bounds.seats
            previous = _PREVIOUS.search(text, 0, _LONGEST_START)
            return lines.KnownMatchLine(uid, UUID(previous[1]) if previous else None)
        try:
            document = an_object(parse_json(text, limits.CENTS))
            return (
                self._circle(document)
                if self.number == 1
                else self._other_line(document)
            )
        except BadRecord as bad:
            raise BadFile(self.number, bad.path, bad.code) from bad

    def _circle(self, document: Document) -> lines.CircleLine:
        facts = tables.without_version(document, lines.FORMAT_KEY, lines.VERSION)
        circle: lines.CircleLine = lines.OBJECTS[lines.CircleLine].read(facts)
        return circle

    def _other_line(self, document: Document) -> FileLine:
        name = next(iter(document), "")
        if name not in lines.LINES or len(document) != 1:
            raise BadRecord(f"one of {list(lines.LINES)}", "line")
        accept = getattr(self, f"_{name}")
        with inside(name):
            line: FileLine = accept(
                lines.OBJECTS[lines.LINES[name]].read(document[name])
            )
        return line

    # One for each of lines.LINES

    def _person(self, person: PersonLine) -> PersonLine:
        _check_new(person.uid, self.persons, self.bounds.persons)
        self.persons.add(person.uid)
        self.photo_bytes += len(person.photo or b"")
        if self.photo_bytes > limits.PHOTOS:
            raise BadRecord("more than fit", "many", "photo")
        if person.erased_at:
            return replace(person, name="", photo=None)
        if not person.name:
            raise BadRecord("nothing to see", "name", "name")
        return person

    def _house_rules(self, house: lines.HouseRulesLine) -> lines.HouseRulesLine:
        _check_new(None, self.house_rules, self.bounds.house_rules)
        self.house_rules.append(house)
        return house

    def _match(self, fields: Document) -> MatchLine:
        _check_new(fields["uid"], self.matches, limits.MATCHES)
        seats = fields.pop("seats")
        self._verify_seats(seats)
        with inside("entries"):
            rows = _rows(fields.pop("entries"), len(seats), self.bounds.entries)
        at_start = fields["players_at_start"]
        within("at_start", Whole(2, len(seats)).read, at_start)
        dealer = fields["first_dealer"]
        within("dealer", Whole(0, at_start - 1).read, dealer)
        lines.check_board(fields, "ruleset")
        line = lines.match_line(
            fields, seats, rows, self.bounds, self.number, "$.match"
        )
        self.matches[line.uid] = len(seats)
        self.seated.update(seats)
        return line

    def _verify_seats(self, seats: tuple[UUID, ...]) -> None:
        with inside("seats"):
            a_list(seats, Bound(2, self.bounds.seats))
        for index, uid in enumerate(seats):
            self._check_known(uid, "seats", index)
            if uid in seats[:index]:
                raise BadRecord("sits twice", "twice", "seats", index)

    def _check_known(self, person: UUID, *steps: str | int) -> None:
        if person not in self.persons:
            raise BadRecord("nobody before this line", "seat", *steps)

    def _one_person(self, merge: lines.PlayerMergeLine) -> lines.PlayerMergeLine:
        """A player is merged once, never into itself through other merges, and then has no seat any more."""
        target = merge.kept
        emptied = merge.emptied
        self._check_known(target, "kept")
        self._check_known(emptied, "emptied")
        if emptied in self.seated:
            raise BadRecord("sits in a match", "twice", "emptied")
        if emptied in self.merged_into:
            raise BadRecord("is somebody else already", "twice", "emptied")
        self.merged_into[emptied] = target
        while target != emptied and target in self.merged_into:
            target = self.merged_into[target]
        if target == emptied:
            raise BadRecord("is merged into itself", "twice", "kept")
        for index, (match, position) in enumerate(merge.seats):
            with inside("seats", index):
                if match not in self.matches:
                    raise BadRecord("no match before this line", "match", 0)
                within(1, Whole(0, self.matches[match] - 1).read, position)
        return merge

    def _night(self, night: lines.NightLine) -> lines.NightLine:
        _check_new(night.uid, self.nights, limits.NIGHTS)
        night_lines.verify(night, self.persons, self.matches)
        self.nights.add(night.uid)
        return replace(night, number=self.number)

    def _account(self, entry: lines.AccountLine) -> lines.AccountLine:
        _check_new(entry.uid, self.account, limits.ACCOUNT_ENTRIES)
        for index, paid in enumerate(entry.payments):
            self._check_known(paid.payer, "payments", index, 1)
            self._check_known(paid.payee, "payments", index, 2)
        if entry.undoes and not self.account.get(entry.undoes):
            raise BadRecord("nothing to undo", "twice", "undoes")
        if entry.undoes:
            self.account[entry.undoes] = False
        self.account[entry.uid] = entry.undoes is None
        return entry

    def _end(self, end: lines.EndLine) -> lines.EndLine:
        for key, read in vars(end).items():
            there = len(getattr(self, key))
            if (read or 0) != there:
                raise BadRecord(f"there were {there}", "cut", key)
        return end


_UID = r'"([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"'
_MATCH = re.compile(rf'\{{"match":\{{"uid":{_UID}')
"""The beginning of a match as `lines.line_text` writes it."""
# no text can look like it: JSON escapes quotes
_PREVIOUS = re.compile(rf'"previous":{_UID}')
_LONGEST_START = 4000  # characters of the line of a match up to `previous`, with room


def _rows(
    entries: Sequence[Document], seats: int, most: int
) -> tuple[WrittenEntry, ...]:
    rows = []
    written: dict[str, set[Any]] = {"uid": set(), "client_key": set()}
    for index, row in enumerate(a_list(entries, Bound(0, most))):
        with inside(index):
            for key, others in written.items():
                if row[key] in others:
                    raise BadRecord(f"has the {key} of another", "twice")
                others.add(row[key])
            with inside("entry"):
                entry = log_json.load(
                    payload_with_names(row["entry"], partial(_position, seats))
                )
        rows.append(WrittenEntry(**{**row, "entry": entry}))
    return tuple(rows)


def _position(seats: int, value: Any) -> Any:
    """A seat in an entry, checked: a number, or the key of a JSON object."""
    if value not in range(seats) and value not in map(str, range(seats)):
        raise bad_value("nobody of the match", value, "seat")
    return value


def _check_new(uid: UUID | None, known: Collection[Any], most: int) -> None:
    if len(known) >= most:
        raise BadRecord(f"more than {most}", "many")
    if uid in known:
        raise BadRecord("was there already", "twice", "uid")
