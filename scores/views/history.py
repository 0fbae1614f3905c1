"""The log of a match: every line as it was written."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from rules.corrections import Amended, Redone, Undone, lines
from scores import access
from scores.models import Entry, Role
from scores.sheet import Sheet, loaded, ref_text
from scores.words import change_in_words, happened


@dataclass(frozen=True)
class Told:
    """One line of the log: what was written, when, whether it still counts and where it is corrected."""

    seq: int
    said: str
    details: list[str]
    at: datetime
    in_force: bool
    is_correction: bool
    ref: str  # empty where there is nothing to correct


@require_GET
def history(request: HttpRequest, code: str) -> HttpResponse:
    sheet = Sheet(access.match_to_watch(request, code))
    context = {
        "match": sheet.match,
        "sheet": sheet,
        "told": list(reversed(_told(sheet))),
        "may_score": sheet.match.role >= Role.SCORE,
    }
    return render(request, "scores/history.html", context)


def _told(sheet: Sheet) -> list[Told]:
    in_force = {ref_text(ref) for line in sheet.lines for ref in line.refs}
    return [_line(sheet, row, in_force) for row in sheet.rows]


def _line(sheet: Sheet, row: Entry, in_force: set[str]) -> Told:
    entry = loaded(row)
    is_correction = isinstance(entry, (Amended, Undone, Redone))
    counts = str(row.seq) in in_force
    details = _changes(sheet, row.seq, entry) if isinstance(entry, Amended) else []
    ref = str(row.seq) if counts and not is_correction else ""
    return Told(row.seq, happened(entry, sheet.names), details, row.happened_at, counts, is_correction, ref)


def _changes(sheet: Sheet, seq: int, entry: Amended) -> list[str]:
    before = lines(sheet.log[:seq])
    return [change_in_words(before, change, sheet.names) for change in entry.changes]
