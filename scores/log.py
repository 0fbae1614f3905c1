"""The only writer of what happened in a match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from rules import entries
from rules.corrections import Entry, judge
from scores import metrics, models, results
from scores.sheet import Sheet

OLDEST = timedelta(days=400)  # a phone's clock further back than that is wrong


@dataclass
class Stale(Exception):
    """The form was drawn for another line: `since` is what was written meanwhile."""

    since: Sequence[models.Entry]


@dataclass
class KeyReused(Exception):
    """The client key was used for other content, `written`."""

    written: models.Entry


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
    locked = models.Match.objects.select_for_update().get(pk=match.pk)
    sheet = Sheet(locked)
    written = next((row for row in sheet.rows if row.client_key == client_key), None)
    if written:
        return _same(written, entry)
    if seq != sheet.seq:
        raise Stale(sheet.rows[seq:] if seq < sheet.seq else [])
    judge(sheet.start, sheet.log, entry)
    oldest = None if is_from_paper else OLDEST
    row = _row(locked, entry, seq, client_key, phone, _clamped(happened_at, timezone.now(), oldest))
    row.save(force_insert=True)
    locked.version += 1
    results.rewrite(sheet.with_row(row))
    transaction.on_commit(metrics.written.labels(row.kind).inc)
    match.written_at, match.finished_at, match.version = locked.written_at, locked.finished_at, locked.version
    return row


def written_with(match: models.Match, client_key: str) -> models.Entry | None:
    """The line that was written with this key, if one was."""
    return match.entries.filter(client_key=client_key).first()


def _same(written: models.Entry, entry: Entry) -> models.Entry:
    payload = entries.dump(entry)
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
    payload = entries.dump(entry)
    return models.Entry(
        match=match,
        seq=seq,
        kind=payload.pop("type"),
        payload=payload,
        client_key=client_key,
        by=phone,
        happened_at=happened_at,
    )


def _clamped(happened_at: datetime | None, now: datetime, oldest: timedelta | None) -> datetime:
    """The phone's clock, unless it is ahead of ours or absurdly behind."""
    if happened_at is None or (oldest is not None and happened_at < now - oldest):
        return now
    return min(happened_at, now)
