"""The pages of the forecast: the chances now and after each hand, and whether this browser shows them."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_POST

from scores.core.access import grants
from scores.core.access.turns import Busy
from scores.core.matches.scoresheet import Sheet
from scores.group.forecast import course, words

COOKIE = "chances"  # of a browser that shows them on its boards; off by default
COOKIE_AGE = 400 * 24 * 3600  # seconds, the most that browsers allow
_ON = "1"


def shows_chances(request: HttpRequest) -> bool:
    return request.COOKIES.get(COOKIE) == _ON


@require_GET
def page(request: HttpRequest, code: str) -> HttpResponse:
    """The chances now, the chart, and each hand with the chances before and after it."""
    sheet = Sheet(grants.match_to_watch(request, code))
    context = {"match": sheet.match, "board": sheet.board, "is_on": shows_chances(request)}
    try:
        context |= _story(sheet) if sheet.hands else {}
    except Busy:
        context["is_busy"] = True
    return render(request, "scores/forecast/forecast.html", context)


@require_GET
def now(request: HttpRequest, code: str) -> HttpResponse:
    """The chances, as a part of a board. 204 if they are left out now."""
    context = of_board(Sheet(grants.match_to_watch(request, code)))
    return render(request, "scores/forecast/_chances.html", context) if context else HttpResponse(status=204)


@require_GET
def story(request: HttpRequest, code: str) -> HttpResponse:
    """How the chances of a match went, as a part of its board. 204 if it is left out now."""
    sheet = Sheet(grants.match_to_watch(request, code))
    try:
        context = _story(sheet) if sheet.hands else {}
    except Busy:
        return HttpResponse(status=204)
    return render(request, "scores/forecast/_story.html", {"match": sheet.match, **context})


@require_POST
def show(request: HttpRequest, code: str) -> HttpResponse:
    """Turn the chances on the boards of this browser on or off."""
    match = grants.match_to_watch(request, code)
    response = redirect(match)
    if request.POST.get("on") == "1":
        response.set_cookie(COOKIE, _ON, COOKIE_AGE, secure=settings.HTTPS, httponly=True, samesite="Lax")
    else:
        response.delete_cookie(COOKIE, samesite="Lax")
    return response


def of_board(sheet: Sheet) -> dict[str, Any]:
    """The context of the chances on a board: no rows before the first hand and after the end. Empty if
    another forecast is being computed: the board does not wait."""
    if not sheet.hands or sheet.board.is_over:
        return {"rows": []}
    try:
        return {"rows": words.rows(sheet, course.now(sheet))}
    except Busy:
        return {}


def _story(sheet: Sheet) -> dict[str, Any]:
    match_course = course.course_of(sheet)
    course.store_comeback(sheet, match_course)
    return {
        "rows": words.rows(sheet, match_course.now),
        "turn": words.turn_text(sheet, match_course),
        "turn_hand": words.hand_text(sheet, *match_course.turn) if match_course.turn else "",
        "is_complete": match_course.is_complete,
        "comeback": words.comeback_text(sheet, match_course),
        "area": words.area_html(sheet, match_course),
        "hands": words.hands(sheet, match_course),
    }
