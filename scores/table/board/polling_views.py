"""The address that open boards poll, and the page of the big board for the middle of the table."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_GET

from scores.core import versions
from scores.core.access import grants
from scores.core.matches.scoresheet import Sheet
from scores.core.notation.numbers import parsed_int
from scores.models import Role
from scores.table.board import html_cache, rendering

TEMPLATES = {"board": rendering.BOARD, "big": rendering.BIG}


@require_GET
def pulse(request: HttpRequest, code: str, page: str) -> HttpResponse:
    """304 while `If-None-Match` names the current version, else the board; 404 if this phone may not see it.

    `chinchon_site.polls` answers most polls before Django, from cached responses of this view.
    """
    polled = grants.pulse(request.phone_uid, code)
    if polled is None:
        return HttpResponse(status=404)
    tag = f'"{versions.board_etag(polled.version, polled.role)}"'
    answer = get_conditional_response(request, etag=tag)
    if answer is None:
        answer = _board(request, code, page, polled.role)
    answer["ETag"] = tag
    answer["Cache-Control"] = "private, no-cache"
    return answer


@require_GET
def big(request: HttpRequest, code: str) -> HttpResponse:
    """The read-only board for a tablet that everybody at the table looks at."""
    match = grants.match_to_watch(request, code)
    board = rendering.cached_board(request, Sheet(match), rendering.BIG)
    context = {"rendered": board, "board": board.for_request(request)}
    return render(request, "scores/big_board/big_board.html", context)


def _board(request: HttpRequest, code: str, page: str, role: Role) -> HttpResponse:
    """The board for `role`, the role in the ETag, even if the role of this phone has changed since then."""
    match = grants.match_to_watch(request, code)
    match.role = role
    sheet = Sheet(match)
    board = rendering.cached_board(request, sheet, TEMPLATES[page])
    since = parsed_int(request.GET.get("since", "")) if _may_type(page, role) else None
    news = rendering.written_since(sheet, since)
    return html_cache.fragment(board, request, news)


def _may_type(page: str, role: Role) -> bool:
    """Whether the board has a form. Only for somebody who is typing, a poll says what was written since."""
    return page == "board" and role >= Role.SCORE
