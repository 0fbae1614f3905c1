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

OLDEST = timedelta(days=400)  # a phone's clock further back than that is wrong


@dataclass
class Stale(Exception):
    """The form was drawn for another line: `since` is what was written meanwhile."""

    since: Sequence[models.Entry]


@dataclass
class KeyReused(Exception):
    """The client key was used for other content, `written`."""

    written: models.Entry


@dataclass
class Refused(Exception):
    """The rules would not have let in the entry with this number when it was its turn."""

    seq: int
    refusal: Illegal


@dataclass(frozen=True)
class Row:
    """A line of a log as it was written; who wrote it stays behind."""

    entry: Entry
    uid: UUID
    client_key: str
    at: datetime
    happened_at: datetime


@transaction.atomic
def append(
    match: models.Match,
    entry: Entry,
    *,
    seq: int,
    client_key: str,
    phone: models.Phone | None,
    happened_at: datetime | None = None,
    is_from_paper: bool = False,
) -> models.Entry:
    """Write `entry` as line `seq` of the match, with its results, in one transaction.

    The same key with the same content is the same line and answers as it did the first time. Raises
    KeyReused for the key with other content, Stale where `seq` is not the next line, Illegal where the
    rules refuse it; then nothing is written. What `is_from_paper` may have happened any time ago.
    """
    # Locked, so that of two writers the second reads what the first wrote.
    locked = models.Match.objects.locked().get(pk=match.pk)
    sheet = Sheet(locked)
    written = next((row for row in sheet.rows if row.client_key == client_key), None)
    if written:
        return _same(written, entry)
    if seq != sheet.seq:
        raise Stale(sheet.rows[seq:] if seq < sheet.seq else [])
    judge_next(sheet.replay, sheet.log, entry)
    oldest = None if is_from_paper else OLDEST
    row = _row(locked, entry, seq, client_key, phone, _clamped(happened_at, timezone.now(), oldest))
    _store(sheet, row)
    match.written_at, match.finished_at, match.version = locked.written_at, locked.finished_at, locked.version
    return row


def _store(sheet: Sheet, row: models.Entry) -> None:
    """The line with its results; open boards hear of it, and it counts once it is safe."""
    row.save(force_insert=True)
    sheet.match.version += 1
    results.rewrite(sheet.with_row(row))
    transaction.on_commit(metrics.written.labels(row.kind).inc)


@transaction.atomic
def bring_in(match: models.Match, seats: Sequence[models.Seat], rows: Sequence[Row]) -> None:
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


def verify(start: Board, rows: Sequence[Row]) -> None:
    """Raises Refused for the first entry that `append` would not have written at its turn."""
    refused = first_refused(start, [row.entry for row in rows])
    if refused:
        raise Refused(*refused)


def _brought(match: models.Match, seq: int, row: Row) -> models.Entry:
    """Nobody here wrote it."""
    kept = {"uid": row.uid, "client_key": row.client_key, "at": row.at, "happened_at": row.happened_at}
    return models.Entry(match=match, seq=seq, **_stored(row.entry), **kept)


def _stored(entry: Entry) -> dict[str, Any]:
    payload = log_json.dump(entry)
    return {"kind": payload.pop("type"), "payload": payload}


def written_with(match: models.Match, client_key: str) -> models.Entry | None:
    """The line that was written with this key, if one was."""
    return match.entries.filter(client_key=client_key).first()


def _same(written: models.Entry, entry: Entry) -> models.Entry:
    payload = log_json.dump(entry)
    if {"type": written.kind, **written.payload} != payload:
        raise KeyReused(written)
    return written


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
