"""The page of a match's log."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from scores.core.access import devices, grants
from scores.core.matches.log_page import log_context
from scores.core.matches.scoresheet import Sheet
from scores.models import Role


@require_GET
def history(request: HttpRequest, code: str) -> HttpResponse:
    """The log in pages, the newest entries first."""
    sheet = Sheet(grants.match_to_watch(request, code))
    names = devices.writer_names(sheet.match, (row.by_id for row in sheet.rows), request.phone_uid)
    by = {row.seq: names.get(row.by_id or 0, "") for row in sheet.rows}
    may_score = sheet.match.role >= Role.SCORE
    return render(
        request, "scores/matches/log.html", log_context(sheet, request.GET.get("page", ""), may_score, by)
    )
