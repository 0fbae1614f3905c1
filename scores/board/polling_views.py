"""What open boards ask again and again, and the big board for the middle of the table."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_GET

from scores import versions
from scores.access import grants
from scores.board import drawing
from scores.matches.scoresheet import Sheet
from scores.models import Role
from scores.notation.numbers import parsed_int

TEMPLATES = {"board": drawing.BOARD, "big": drawing.BIG}


@require_GET
def pulse(request: HttpRequest, code: str, page: str) -> HttpResponse:
    """304 as long as the board is the one that `If-None-Match` names, else the board; 404 without a right.

    What it answers to many alike `chinchon_site.polls` tells the others.
    """
    found = grants.pulse(request.phone_uid, code)
    if found is None:
        return HttpResponse(status=404)
    tag = f'"{versions.board_etag(found.version, found.role)}"'
    answer = get_conditional_response(request, etag=tag)
    if answer is None:
        answer = _board(request, code, page, found.role)
    answer["ETag"] = tag
    answer["Cache-Control"] = "private, no-cache"
    return answer


@require_GET
def big(request: HttpRequest, code: str) -> HttpResponse:
    """The board for a tablet that everybody looks at: only to be read."""
    match = grants.match_to_watch(request, code)
    drawn = drawing.board(request, Sheet(match), drawing.BIG)
    context = {"drawn": drawn, "board": drawn.for_request(request)}
    return render(request, "scores/big_board/big_board.html", context)


def _board(request: HttpRequest, code: str, page: str, role: Role) -> HttpResponse:
    """What a board shows to somebody of that role and no more, whatever this phone may do by now."""
    match = grants.match_to_watch(request, code)
    # A board without a form is the same for all who ask for it, and goes to all of them.
    match.role = role if page == "board" else Role.WATCH
    since = parsed_int(request.GET.get("since", ""))
    drawn = drawing.board(request, Sheet(match), TEMPLATES[page], since)
    context = {"drawn": drawn, "board": drawn.for_request(request)}
    return render(request, "scores/board/_fragment.html", context)
