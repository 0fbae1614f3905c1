"""The log page of a match: every entry as it was written, undone ones included."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from rules.match.corrections import Amended, Redone, Undone, in_force, lines_before, moved
from rules.match.steps import ref_text
from scores.access import devices, grants
from scores.matches.scoresheet import Sheet
from scores.models import Role
from scores.wording.log_lines import change_in_words, happened


@dataclass(frozen=True)
class LogItem:
    """One entry on the log page."""

    seq: int
    text: str
    details: list[str]  # a sentence for each change of a correction
    at: datetime
    in_force: bool  # not undone
    is_correction: bool
    ref: str  # the line's name in the address of its correction; empty if it cannot be corrected
    by: str  # name of the phone; empty while one phone wrote everything


@require_GET
def history(request: HttpRequest, code: str) -> HttpResponse:
    sheet = Sheet(grants.match_to_watch(request, code))
    by = devices.writer_names(sheet.match, (row.by_id for row in sheet.rows), request.phone_uid)
    context = {
        "match": sheet.match,
        "sheet": sheet,
        "items": list(reversed(_items(sheet, by))),
        "may_score": sheet.match.role >= Role.SCORE,
    }
    return render(request, "scores/matches/log.html", context)


def _items(sheet: Sheet, by: dict[int, str]) -> list[LogItem]:
    on_the_sheet = {ref_text(ref) for line in sheet.lines for ref in line.refs}
    not_undone, undoes = set(in_force(sheet.log)), moved(sheet.log)
    items = []
    for row, entry, before in zip(sheet.rows, sheet.log, lines_before(sheet.log), strict=True):
        is_correction = isinstance(entry, (Amended, Undone, Redone))
        is_listed = str(row.seq) in on_the_sheet
        counts = is_listed or row.seq in undoes or (is_correction and row.seq in not_undone)
        changes = entry.changes if isinstance(entry, Amended) else ()
        details = [change_in_words(before, change, sheet.names) for change in changes]
        text = happened(entry, sheet.names)
        if row.seq in undoes:
            text = f"{text}: {happened(sheet.log[undoes[row.seq]], sheet.names)}"
        ref = str(row.seq) if is_listed and not is_correction else ""
        writer = by.get(row.by_id, "")
        items.append(LogItem(row.seq, text, details, row.happened_at, counts, is_correction, ref, writer))
    return items
