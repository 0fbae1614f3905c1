"""The only writer of `Entry` rows: append one entry, or import a whole log from a file."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import NamedTuple
from uuid import UUID

from django.db import transaction

from rules.errors import Illegal
from rules.match.corrections import Entry, judge_each, steps
from scores import models
from scores.core import database, metrics
from scores.core.matches import ratings, replay_cache, results
from scores.core.matches.dates import OLDEST, clamped_time
from scores.core.matches.replay_cache import ReplayedLog
from scores.core.matches.scoresheet import (
    Sheet,
    kind_and_payload,
    sheet_with_entry,
    start_of,
)


@dataclass
class Refused(Exception):
    """The rules refuse the imported entry with this number."""

    seq: int
    refusal: Illegal


@dataclass(frozen=True)
class WrittenEntry:
    """An entry with its times and keys, as exported and imported; without the phone that wrote it."""

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
    """Write `entry` as entry number `seq` of the match, with its results; return the sheet after it. Returns
    and raises what `sheet_with_entry` does, or Http404 if the match was deleted meanwhile; then nothing is
    written. `happened_at` is not before the match, but for an entry `is_from_paper`.
    """
    time = clamped_time(happened_at, None if is_from_paper else OLDEST)
    if not is_from_paper:
        time = max(time, sheet.match.created_at)
    written = {"client_key": client_key, "by": phone, "happened_at": time}
    make_row = partial(models.Entry, match=sheet.match, seq=seq, **written)
    while True:
        if seq != sheet.seq or any(row.client_key == client_key for row in sheet.rows):
            database.make_certain()  # because of these lines the phone forgets its hand
        longer = sheet_with_entry(sheet, entry, seq, client_key, make_row)
        if longer is sheet:
            return sheet
        row = longer.rows[-1]
        if _store(longer, row):
            replay_cache.store(sheet.match, longer.replayed_log)
            return longer
        # Another request changed the match since it was read: retry with the stored state.
        sheet = sheet.read_again()


@transaction.atomic
def _store(sheet: Sheet, row: models.Entry) -> bool:
    """Write the last row and the results; False if another writer has raised the version meanwhile."""
    match = sheet.match
    was_over = sheet.match.finished_at is not None
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


class FoldedMatch(NamedTuple):
    """A match that is not stored yet: its seats without players, its log, and the results of both."""

    match: models.Match
    seats: list[models.Seat]
    entries: list[models.Entry]
    results: list[models.Result]


def fold(match: models.Match, seats: int, rows: Sequence[WrittenEntry]) -> FoldedMatch:
    """Judge a whole log and compute its results; reads and writes nothing. Raises Refused."""
    start = start_of(match)
    log = [row.entry for row in rows]
    verdict = judge_each(start, log)
    if verdict.refused:
        raise Refused(*verdict.refused)
    entries = [_imported_row(match, seq, row) for seq, row in enumerate(rows)]
    seated = [models.Seat(match=match, position=position) for position in range(seats)]
    sheet = Sheet(match, seats=seated, rows=entries)
    fresh = list(steps(verdict.written.lines, verdict.replay))
    sheet.replayed_log = ReplayedLog(
        start, sheet.stored, log, verdict.written, verdict.replay, fresh
    )
    for column, value in results.columns(sheet).items():
        setattr(match, column, value)
    match.sought = match.search_text
    # a match without entries has no results
    return FoldedMatch(match, seated, entries, results.rows_of(sheet) if rows else [])


@transaction.atomic
def import_matches(folded: Sequence[FoldedMatch]) -> None:
    """Write new matches, whose seats have players now. The caller invalidates the ratings."""
    models.Match.objects.bulk_create([item.match for item in folded])
    for rows in ("seats", "entries", "results"):
        written = [row for item in folded for row in getattr(item, rows)]
        if written:
            type(written[0]).objects.bulk_create(written)


def _imported_row(match: models.Match, seq: int, row: WrittenEntry) -> models.Entry:
    kind, payload = kind_and_payload(row.entry)
    written = {
        name: getattr(row, name) for name in ("uid", "client_key", "at", "happened_at")
    }
    return models.Entry(match=match, seq=seq, kind=kind, payload=payload, **written)
