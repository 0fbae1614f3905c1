"""What open boards ask again and again, and the big board for the middle of the table."""

from __future__ import annotations

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language
from django.views.decorators.http import require_GET

from scores import access, live
from scores.forms.hand import HandForm
from scores.models import Role
from scores.sheet import Sheet
from scores.views.match import board_context

FRAGMENTS = {"board": "scores/_board.html", "big": "scores/_big.html"}


@require_GET
def pulse(request: HttpRequest, code: str, page: str) -> HttpResponse:
    """304 as long as the board is the one that `If-None-Match` names, else the board; 404 without a right.

    Nearly every answer is a 304, and those `NothingNewMiddleware` gives before this is reached. A new board
    is drawn once for all who only watch it.
    """
    found = access.pulse_to_watch(request, code)
    tag = f'"{live.tag(found.version, found.role)}"'
    answer = get_conditional_response(request, etag=tag)
    if answer is None:
        answer = _drawn(request, code, page, found)
    answer["ETag"] = tag
    answer["Cache-Control"] = "private, no-cache"
    return answer


@require_GET
def big(request: HttpRequest, code: str) -> HttpResponse:
    """The board for a tablet that everybody looks at: only to be read."""
    return render(request, "scores/big.html", _context(request, code))


def _drawn(request: HttpRequest, code: str, page: str, found: access.Pulse) -> HttpResponse:
    if page == "board" and found.role > Role.WATCH:
        # It holds a form, and so what is meant for one phone alone.
        return render(request, FRAGMENTS[page], {**_context(request, code), "is_fragment": True})
    # Links on a board begin with the name under which the phone asked.
    here = f"{request.scheme}:{request.get_host()}:{get_language()}"
    key = f"{page}:{code}:{live.tag(found.version, found.role)}:{here}"
    shared = cache.get(key)
    if shared is None:
        context = {**_context(request, code), "is_fragment": True}
        shared = live.Shared.of(render_to_string(FRAGMENTS[page], context, request))
        cache.set(key, shared, live.KEPT)
    return shared.answer(request)


def _context(request: HttpRequest, code: str) -> dict[str, object]:
    sheet = Sheet(access.match_to_watch(request, code))
    return board_context(request, sheet, HandForm(sheet=sheet))
