"""What open boards ask again and again, and the big board for the middle of the table."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_GET

from scores import versions
from scores.access import grants
from scores.board.views import board_context
from scores.hand_entry.form import HandForm
from scores.matches.replay_cache import loaded
from scores.matches.scoresheet import Sheet
from scores.models import Role
from scores.notation.numbers import parsed_int
from scores.wording.log_lines import happened

FRAGMENTS = {"board": "scores/board/_board.html", "big": "scores/big_board/_big_board.html"}


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
        answer = _drawn(request, code, page, found)
    answer["ETag"] = tag
    answer["Cache-Control"] = "private, no-cache"
    return answer


@require_GET
def big(request: HttpRequest, code: str) -> HttpResponse:
    """The board for a tablet that everybody looks at: only to be read."""
    sheet = Sheet(grants.match_to_watch(request, code))
    return render(
        request, "scores/big_board/big_board.html", board_context(request, sheet, HandForm(sheet=sheet))
    )


def _drawn(request: HttpRequest, code: str, page: str, found: grants.Pulse) -> HttpResponse:
    # A board without a form is the same for all who ask for it, and goes to all of them.
    role = found.role if page == "board" else Role.WATCH
    return render(request, FRAGMENTS[page], _fragment(request, code, role))


def _fragment(request: HttpRequest, code: str, role: Role) -> dict[str, object]:
    """What a board shows to somebody of that role and no more, whatever this phone may do by now."""
    match = grants.match_to_watch(request, code)
    match.role = role
    sheet = Sheet(match)
    since = parsed_int(request.GET.get("since", ""))
    told = [] if since is None else [happened(loaded(row), sheet.names) for row in sheet.rows[since:]]
    context = board_context(request, sheet, HandForm(sheet=sheet))
    return {**context, "is_fragment": True, "since": " · ".join(told)}
