"""What open boards get where something was written since they were drawn: the board, or its new entries."""

from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse, JsonResponse

from rules.numbers import whole_number
from scores.core import error_pages, versions
from scores.core.access import grants
from scores.core.matches.scoresheet import Sheet
from scores.core.notation.shown_names import in_text
from scores.core.wording.log_lines import news
from scores.models import LogRow, Role
from scores.table.board import html_cache
from scores.table.board.document import item
from scores.table.board.rendering import BIG, BOARD, cached_board


def polled_board(
    request: HttpRequest, code: str, page: str, role: Role
) -> HttpResponse:
    """The board for the `role` of the ETag, or what was written to it. Only who may be typing is told that in
    words too."""
    match = grants.match_to_watch(request, code)
    match.role = role
    sheet = Sheet(match)
    may_type = page == "board" and role >= Role.SCORE
    line = whole_number(request.GET.get("since", "")) if may_type else None
    since = in_text(
        " · ".join(
            [] if line is None else news(sheet.log, range(line, sheet.seq), sheet.names)
        )
    )
    if (
        page == "board"
        and error_pages.wants_json(request)
        and (rows := _rows_since(request, sheet))
    ):
        seen = versions.board_etag(match.version, role)
        facts = {
            "entries": [item(row) for row in rows],
            "version": match.version,
            "seen": seen,
        }
        return JsonResponse({**facts, "since": since})
    board = cached_board(request, sheet, BOARD if page == "board" else BIG)
    return html_cache.fragment(board, request, since)


def _rows_since(request: HttpRequest, sheet: Sheet) -> Sequence[LogRow]:
    """The rows behind the last that a phone with the engine has, where it can draw the board from them:
    nothing else has changed since the board that it shows (each entry raises the version by one), and the
    match goes on (an ending tells of other matches)."""
    last = request.headers.get("X-Last-Entry", "")
    known = next(
        (row.seq + 1 for row in reversed(sheet.rows) if row.client_key == last), 0
    )
    version = versions.version_of(request.headers.get("If-None-Match", ""))
    rows = sheet.rows[known:]
    return (
        []
        if sheet.board.is_over or version != sheet.match.version - len(rows)
        else rows
    )
