"""The pages of the forecast: the chances now and after each hand, and whether this browser shows them.

They are said in sentences, as rows, and as a chart with a line for each side."""

from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from rules.match.board import Board, Side
from scores.circle.forecast import course
from scores.circle.forecast.chance_rows import ChanceRow, rows
from scores.circle.forecast.course import Course, Moment, comeback
from scores.circle.recap.chart import Chart, ChartLine, Point, Scale, chart_line
from scores.core.access import rights
from scores.core.access.turns import Busy
from scores.core.matches.scoresheet import Sheet
from scores.core.notation.numbers import chance
from scores.core.wording.hand_lines import read_aloud_line

COOKIE = "chances"  # of a browser that shows them on its boards; off by default
COOKIE_AGE = 400 * 24 * 3600  # seconds, the most that browsers allow
_ON = "1"
CERTAIN = 1000  # chances are drawn in thousandths
WORTH_NAMING = 0.015  # a smaller change of a chance is not named


def shows_chances(request: HttpRequest) -> bool:
    return request.COOKIES.get(COOKIE) == _ON


@require_GET
def page(request: HttpRequest, code: str, *, is_part: bool = False) -> HttpResponse:
    """The chances now, the chart, and each hand with the chances before and after it; as a part of the board
    of a match that is over only how they went, and 204 if that is left out now."""
    sheet = rights.visit_to_watch(request, code).sheet
    context = {
        "match": sheet.match,
        "board": sheet.board,
        "is_on": shows_chances(request),
    }
    try:
        context |= story_of(sheet) if sheet.hands else {}
    except Busy:
        if is_part:
            return HttpResponse(status=204)
        context["is_busy"] = True
    template = "_story" if is_part else "forecast"
    return render(request, f"scores/forecast/{template}.html", context)


@require_GET
def now(request: HttpRequest, code: str) -> HttpResponse:
    """The chances, as a part of a board. 204 if they are left out now."""
    shown = chances_of_board(rights.visit_to_watch(request, code).sheet)
    if shown is None:
        return HttpResponse(status=204)
    return render(request, "scores/forecast/_chances.html", {"rows": shown})


@require_POST
def show(request: HttpRequest, code: str) -> HttpResponse:
    """Turn the chances on the boards of this browser on or off."""
    match = rights.visit_to_watch(request, code).match
    response = redirect(match)
    if request.POST.get("on") == "1":
        response.set_cookie(
            COOKIE,
            _ON,
            COOKIE_AGE,
            secure=settings.HTTPS,
            httponly=True,
            samesite="Lax",
        )
    else:
        response.delete_cookie(COOKIE, samesite="Lax")
    return response


@dataclass(frozen=True)
class HandRow:
    """A hand, or some of a long match, with the chances before and after it."""

    last: int  # the number of the hand, or of the last one
    number: str  # «7», of some hands «7–9»
    text: str  # as it is read aloud; empty for several
    rows: list[ChanceRow]


def chances_of_board(sheet: Sheet) -> list[ChanceRow] | None:
    """The rows on a board: none before the first hand and after the end. None if another forecast is being
    computed: the board does not wait."""
    if not sheet.hands or sheet.board.is_over:
        return []
    try:
        return rows(sheet, course.now(sheet))
    except Busy:
        return None


def compared_chances(sheet: Sheet, board: Board) -> list[ChanceRow]:
    """The rows on another board of the match with those of now; none while another is computed."""
    with suppress(Busy):
        after = course.now(sheet, board)
        return rows(sheet, after, before=course.now(sheet))
    return []


def story_of(sheet: Sheet) -> dict[str, object]:
    """How the chances of a match went, as pages show it: `turn` is what moved them most, and whose it moved
    most. Raises Busy."""
    match_course = course.course_of(sheet)
    course.store_comeback(sheet, match_course)
    hands = [_hand_row(sheet, *pair) for pair in pairwise(match_course.moments)]
    turn = (
        max(hands, key=lambda hand: sum(abs(row.moved) for row in hand.rows))
        if match_course.is_complete
        else None
    )
    return {
        "rows": rows(sheet, match_course.now),
        "turn": _whose_it_moved(turn) if turn and len(sheet.hands) > 1 else None,
        "is_complete": match_course.is_complete,
        "comeback": _comeback(sheet, match_course),
        "chart": chart_of_chances(sheet, match_course, turn),
        "hands": hands,
    }


def _hand_row(sheet: Sheet, before: Moment, after: Moment) -> HandRow:
    """What was played between two moments."""
    first = before.hands + 1
    last = after.hands
    step = sheet.hands[before.hands]
    hand: Any = step.event
    is_one = first == last
    return HandRow(
        last=last,
        number=f"{first}" if is_one else f"{first}–{last}",
        text=read_aloud_line(step.before, hand, sheet.names) if is_one else "",
        rows=rows(sheet, after.chances, before.chances),
    )


def _whose_it_moved(turn: HandRow) -> HandRow | None:
    most = sorted(turn.rows, key=lambda row: -abs(row.moved))[:2]
    named = [row for row in most if abs(row.moved) >= WORTH_NAMING]
    return replace(turn, rows=named) if named else None


def _comeback(sheet: Sheet, course: Course) -> tuple[str, str, int] | None:
    """Who won, the least chance, and after which hand."""
    lowest = comeback(sheet, course)
    if lowest is None:
        return None
    side = sheet.board.side_of(sheet.board.winners[0])
    return sheet.name_of_side(side), chance(lowest[1]), lowest[0]


# The chart


def chart_of_chances(
    sheet: Sheet, course: Course, turn: HandRow | None
) -> Chart | None:
    """A line for each side with its chance after each hand; None before the second hand."""
    if len(course.moments) < 3:
        return None
    scale = Scale(0, CERTAIN, course.moments[-1].hands)
    return Chart(
        lines=[_line(sheet, course, side, scale) for side in sheet.board.sides],
        scale=scale,
        heights=[
            (scale.y(CERTAIN), "100"),
            (scale.y(CERTAIN // 2), "50"),
            (scale.zero, chance(0)),
        ],
        turn=scale.x(turn.last) if turn else None,
    )


def _line(sheet: Sheet, course: Course, side: Side, scale: Scale) -> ChartLine:
    """It ends where the side has no chance left."""
    own = [(hands, chances.get(side[0], 0.0)) for hands, chances in course.moments]
    points = [Point(hands, round(CERTAIN * part)) for hands, part in own]
    alive = [index for index, (_hands, part) in enumerate(own) if part]
    facts = {"first": chance(own[0][1]), "last": chance(own[-1][1])}
    text = _("empieza con %(first)s, acaba con %(last)s") % facts
    shown = points[: max(alive, default=0) + 2]
    return chart_line(sheet, side, shown, scale, text)
