"""Read the record of one match as the file of a circle with only that match."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from uuid import NAMESPACE_URL, UUID, uuid5

from django.utils import timezone

from rules.match.board import new_board
from rules.records import codec
from rules.records.model import Record, RecordedEntry
from rules.records.validators import BadRecord
from scores.matches.log import WrittenEntry
from scores.transfer import limits
from scores.transfer.checks import a_tidy, a_tidy_name, check_penalties, check_size
from scores.transfer.lines import CircleLine, EndLine, FileLine, MatchLine, PersonLine

NO_CIRCLE = CircleLine("", "")  # a record does not name a circle


def lines_of_record(text: str, bounds: limits.Bounds) -> Iterator[FileLine]:
    """The lines of that file. Raises BadRecord."""
    record = codec.read(text)
    _check(record, bounds)
    uid = record.uid or uuid5(NAMESPACE_URL, codec.write(record))  # the same record gives the same uid again
    persons = [
        PersonLine(uuid5(uid, f"seat {seat}"), a_tidy_name(name, _place(record, seat)), seat % limits.COLOURS)
        for seat, name in enumerate(record.names)
    ]
    yield NO_CIRCLE
    yield from persons
    played = _match_line(record, uid, tuple(person.uid for person in persons))
    check_size(played, "$", bounds)
    yield played
    yield EndLine(len(persons), 0, 1)


def _check(record: Record, bounds: limits.Bounds) -> None:
    """Raise BadRecord for what the record format allows but the app cannot store."""
    if any(record.start.values()):
        raise BadRecord("$.start", "a match here starts from 0", "start")
    usual = new_board(record.ruleset, len(record.players), record.dealer, record.direction)
    if record.first_board() != usual:
        raise BadRecord("$.teams", "other sides than the rules have", "teams")
    if len(record.entries) > bounds.entries:
        raise BadRecord("$.entries", f"more than {bounds.entries}", "many")
    if len(record.names) > bounds.seats:
        raise BadRecord("$.joined", f"more than {bounds.seats}", "many")
    check_penalties([written.entry for written in record.entries], "$")


def _place(record: Record, seat: int) -> str:
    started = len(record.players)
    return f"$.players[{seat}]" if seat < started else f"$.joined[{seat - started}]"


def _match_line(record: Record, uid: UUID, seats: tuple[UUID, ...]) -> MatchLine:
    clocks = _clocks(record)
    return MatchLine(
        uid=uid,
        created_at=clocks[0],
        played_on=record.played_on or clocks[0].date(),
        ruleset=record.ruleset,
        seats=seats,
        at_start=len(record.players),
        dealer=record.dealer,
        direction=record.direction,
        rows=tuple(
            _row(uid, seq, written, at)
            for seq, (written, at) in enumerate(zip(record.entries, clocks, strict=False))
        ),
        rules_name=a_tidy(record.rules_name, "$.rules_name", limits.NAME),
        currency=a_tidy(record.currency, "$.currency", limits.CURRENCY),
    )


def _clocks(record: Record) -> list[datetime]:
    """The time of each entry: its own, else that of the entry before, else the evening of the match."""
    times = [written.at or written.happened_at for written in record.entries]
    last = next((at for at in times if at), None) or _evening(record)
    clocks = [last]
    for at in times:
        last = at or last
        clocks.append(last)
    return clocks[1:] or clocks


def _evening(record: Record) -> datetime:
    if record.played_on is None:
        return timezone.now()
    return datetime.combine(record.played_on, datetime.min.time(), UTC) + timedelta(hours=20)


def _row(uid: UUID, seq: int, written: RecordedEntry, at: datetime) -> WrittenEntry:
    key = uuid5(uid, f"entry {seq}")
    return WrittenEntry(written.entry, key, key.hex, at, written.happened_at or at)
