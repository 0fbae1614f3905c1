"""The only writer of what happened in a match: line by line at the table, or a whole log kept elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from rules.errors import Illegal
from rules.match import log_json
from rules.match.board import Board
from rules.match.corrections import Entry, first_refused, judge_next
from scores import metrics, models
from scores.matches import results
from scores.matches.scoresheet import Sheet, start_of
from scores.statistics import ratings

OLDEST = timedelta(days=400)  # a phone's clock further back than that is wrong


@dataclass
class Stale(Exception):
    """The form was drawn for another line than the next of `sheet`."""

    sheet: Sheet  # as it is stored now
    since: Sequence[models.Entry]  # written after the form was drawn


@dataclass
class KeyReused(Exception):
    """The client key was used for other content, `written`."""

    sheet: Sheet  # as it is stored now
    written: models.Entry


@dataclass
class Refused(Exception):
    """The rules would not have let in the entry with this number when it was its turn."""

    seq: int
    refusal: Illegal


@dataclass(frozen=True)
class WrittenEntry:
    """A line of a log as it was written; who wrote it stays behind."""

    entry: Entry
    uid: UUID
    client_key: str
    at: datetime
    happened_at: datetime


def append(
    sheet: Sheet,
    entry: Entry,
    *,
    seq: int,
    client_key: str,
    phone: models.Phone | None,
    happened_at: datetime | None = None,
    is_from_paper: bool = False,
) -> Sheet:
    """Write `entry` as line `seq` of the match, with its results. Returns the sheet as it is stored then.

    The same key with the same content is the same line and answers as it did the first time. Raises
    KeyReused for the key with other content, Stale where `seq` is not the next line, Illegal where the
    rules refuse it; then nothing is written. What `is_from_paper` may have happened any time ago.
    """
    oldest = None if is_from_paper else OLDEST
    happened_at = _clamped(happened_at, timezone.now(), oldest)
    while True:
        written = next((row for row in sheet.rows if row.client_key == client_key), None)
        if written:
            return _written_before(sheet, written, entry)
        if seq != sheet.seq:
            raise Stale(sheet, sheet.rows[seq:] if seq < sheet.seq else [])
        judge_next(sheet.replay, sheet.log, entry)
        row = _row(sheet.match, entry, seq, client_key, phone, happened_at)
        longer = sheet.with_row(row)
        if _store(longer, row):
            return longer
        # Somebody else changed the match since it was read: start again from what is stored now.
        sheet = sheet.read_again()


@transaction.atomic
def _store(sheet: Sheet, row: models.Entry) -> bool:
    """Write the last row of the sheet and its results. False if the sheet is out of date: nothing is written.

    The version is the lock: of two writers who read the same version only one can raise it.
    """
    match, was_over = sheet.match, sheet.match.finished_at is not None
    columns = {**results.columns(sheet), "version": match.version + 1}
    as_read = models.Match.objects.filter(pk=match.pk, version=match.version)
    if not as_read.update(**columns):
        return False
    row.save(force_insert=True)
    results.write_rows(sheet)
    if was_over or sheet.board.is_over:
        ratings.invalidate(match.circle_id, match.played_on)
    transaction.on_commit(metrics.written.labels(row.kind).inc)
    for column, value in columns.items():
        setattr(match, column, value)
    return True


@transaction.atomic
def bring_in(match: models.Match, seats: Sequence[models.Seat], rows: Sequence[WrittenEntry]) -> None:
    """Write the log of a match that was kept elsewhere, with its results; the match has no line yet, and the
    caller forgets the ratings from its evening on.

    Uids, keys and both clocks stay as they were. Raises Refused for an entry that `append` would not have
    written at its turn; then nothing is written.
    """
    verify(start_of(match), rows)
    written = [_brought(match, seq, row) for seq, row in enumerate(rows)]
    models.Entry.objects.bulk_create(written)
    if written:  # a match at which nothing happened has no results
        sheet = Sheet(match)
        sheet.seats, sheet.rows = list(seats), written
        results.write(sheet)


def verify(start: Board, rows: Sequence[WrittenEntry]) -> None:
    """Raises Refused for the first entry that `append` would not have written at its turn."""
    refused = first_refused(start, [row.entry for row in rows])
    if refused:
        raise Refused(*refused)


def _brought(match: models.Match, seq: int, row: WrittenEntry) -> models.Entry:
    """Nobody here wrote it."""
    kept = {"uid": row.uid, "client_key": row.client_key, "at": row.at, "happened_at": row.happened_at}
    return models.Entry(match=match, seq=seq, **_stored(row.entry), **kept)


def _stored(entry: Entry) -> dict[str, Any]:
    payload = log_json.dump(entry)
    return {"kind": payload.pop("type"), "payload": payload}


def written_with(match: models.Match, client_key: str) -> models.Entry | None:
    """The line that was written with this key, if one was."""
    return match.entries.filter(client_key=client_key).first()


def _written_before(sheet: Sheet, written: models.Entry, entry: Entry) -> Sheet:
    """The sheet, if the line with this key says the same. Raises KeyReused."""
    if {"type": written.kind, **written.payload} != log_json.dump(entry):
        raise KeyReused(sheet, written)
    return sheet


def _row(
    match: models.Match,
    entry: Entry,
    seq: int,
    client_key: str,
    phone: models.Phone | None,
    happened_at: datetime,
) -> models.Entry:
    return models.Entry(
        match=match,
        seq=seq,
        **_stored(entry),
        client_key=client_key,
        by=phone,
        happened_at=happened_at,
    )


def _clamped(happened_at: datetime | None, now: datetime, oldest: timedelta | None) -> datetime:
    """The phone's clock, unless it is ahead of ours or absurdly behind."""
    if happened_at is None or (oldest is not None and happened_at < now - oldest):
        return now
    return min(happened_at, now)
