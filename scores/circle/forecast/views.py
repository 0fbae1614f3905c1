"""The pages of the forecast: the chances now and after each hand, and whether this browser shows them.

They are said in sentences, as rows, and as a chart with a line for each side."""

from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from rules.events import HandScored
from rules.match.board import Board, Side
from scores.circle.forecast import course
from scores.circle.forecast.chance_rows import ChanceRow, rows
from scores.circle.forecast.course import Course, Moment, comeback
from scores.circle.recap.chart import (
    Chart,
    ChartLine,
    Coordinates,
    Scale,
    apart,
    chart_line,
    numbered_hands,
)
from scores.core.access import rights
from scores.core.access.turns import Busy
from scores.core.matches.scoresheet import Sheet
from scores.core.notation.numbers import chance
from scores.core.template_context import context_of
from scores.core.wording.hand_lines import read_aloud_line

COOKIE = "chances"  # of a browser that shows them on its boards; off by default
COOKIE_AGE = 400 * 24 * 3600  # seconds, the most that browsers allow
_ON = "1"
CERTAIN = 1000  # chances are drawn in thousandths
WORTH_NAMING = 0.015  # a smaller change of a chance is not named


def shows_chances(request: HttpRequest) -> bool:
    return request.COOKIES.get(COOKIE) == _ON


@require_GET
def page(request: HttpRequest, code: str) -> HttpResponse:
    """The chances now, the chart, and each hand with the chances before and after it."""
    sheet = rights.visit_to_watch(request, code).sheet
    context = {
        "match": sheet.match,
        "board": sheet.board,
        "is_on": shows_chances(request),
    }
    try:
        context |= context_of(story_of(sheet)) if sheet.hands else {}
    except Busy:
        context["is_busy"] = True
    return render(request, "scores/forecast/forecast.html", context)


@require_GET
def now(request: HttpRequest, code: str) -> HttpResponse:
    """The chances, as a part of a board. 204 if they are left out now."""
    shown = chances_of_board(rights.visit_to_watch(request, code).sheet)
    if shown is None:
        return HttpResponse(status=204)
    return render(request, "scores/forecast/_chances.html", {"rows": shown})


@require_GET
def story(request: HttpRequest, code: str) -> HttpResponse:
    """How the chances of a match went, as a part of its board. 204 if it is left out now."""
    sheet = rights.visit_to_watch(request, code).sheet
    try:
        context = context_of(story_of(sheet)) if sheet.hands else {}
    except Busy:
        return HttpResponse(status=204)
    return render(
        request, "scores/forecast/_story.html", {"match": sheet.match, **context}
    )


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


# In words


@dataclass(frozen=True)
class HandRow:
    """A hand, or some of a long match, with the chances after it."""

    number: str
    text: str
    rows: list[ChanceRow]


@dataclass(frozen=True)
class Story:
    """How the chances of a match went."""

    rows: list[ChanceRow]  # of now
    turn: str  # which hand moved the chances most
    turn_hand: str  # that hand, as it is read aloud
    is_complete: bool
    comeback: str
    chart: str
    hands: list[HandRow]


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


def story_of(sheet: Sheet) -> Story:
    """Raises Busy."""
    match_course = course.course_of(sheet)
    course.store_comeback(sheet, match_course)
    return Story(
        rows=rows(sheet, match_course.now),
        turn=turn_text(sheet, match_course),
        turn_hand=hand_text(sheet, *match_course.turn) if match_course.turn else "",
        is_complete=match_course.is_complete,
        comeback=comeback_text(sheet, match_course),
        chart=chart_html(sheet, match_course),
        hands=hands(sheet, match_course),
    )


def hands(sheet: Sheet, course: Course) -> list[HandRow]:
    """The hands with the chances before and after them; of a long match some hands."""
    return [
        HandRow(
            _numbers(before, after),
            hand_text(sheet, before, after),
            rows(sheet, after.chances, before.chances),
        )
        for before, after in pairwise(course.moments)
    ]


def _numbers(before: Moment, after: Moment) -> str:
    """«7», of some hands «7–9»"""
    first = before.hands + 1
    return str(first) if first == after.hands else f"{first}–{after.hands}"


def hand_text(sheet: Sheet, before: Moment, after: Moment) -> str:
    """The hand between two moments, as it is read aloud; empty for several."""
    step = after.step
    if (
        step is None
        or after.hands > before.hands + 1
        or not isinstance(step.event, HandScored)
    ):
        return ""
    return read_aloud_line(step.before, step.event, sheet.names)


def turn_text(sheet: Sheet, course: Course) -> str:
    """Which hand moved the chances most: «La mano 7 … Luis, del 34 % al 61 %». Empty for one hand."""
    if course.turn is None or len(sheet.hands) < 2:
        return ""
    before, after = course.turn
    sides = [side for side in sheet.board.sides if side[0] in before.chances]
    moved = {side: after.chances[side[0]] - before.chances[side[0]] for side in sides}
    named = [
        _("%(name)s, del %(before)s al %(after)s")
        % {
            "name": sheet.name_of_side(side),
            "before": chance(before.chances[side[0]]),
            "after": chance(after.chances[side[0]]),
        }
        for side in sorted(sides, key=lambda side: -abs(moved[side]))[:2]
        if abs(moved[side]) >= WORTH_NAMING
    ]
    if not named:
        return ""
    facts = {"number": _numbers(before, after), "moves": "; ".join(named)}
    if after.hands > before.hands + 1:
        return (
            _("Las manos %(number)s fueron las que más cambiaron: %(moves)s.") % facts
        )
    return _("La mano %(number)s fue la que más cambió: %(moves)s.") % facts


def comeback_text(sheet: Sheet, course: Course) -> str:
    """How little chance the winner once had; empty if it was never small."""
    lowest = comeback(sheet, course)
    if lowest is None:
        return ""
    names = sheet.name_of_side(sheet.board.side_of(sheet.board.winners[0]))
    facts = {"name": names, "chance": chance(lowest[1]), "number": lowest[0]}
    return (
        _("%(name)s llegó a tener solo un %(chance)s tras la mano %(number)s, y ganó.")
        % facts
    )


# The chart


def chart_html(sheet: Sheet, course: Course) -> str:
    """A line for each side with its chance after each hand, as HTML; empty before the second hand."""
    if len(course.moments) < 3:
        return ""
    last = course.moments[-1].hands
    scale = Scale(0, CERTAIN, last)
    sides = {side: _coordinates(course, side, scale) for side in sheet.board.sides}
    ends = apart([coordinates[-1][1] for coordinates in sides.values()])
    chart = Chart(
        id="chances",
        title=_("La posibilidad de ganar, mano por mano"),
        lines=[
            _line(sheet, course, side, coordinates, label_y)
            for (side, coordinates), label_y in zip(sides.items(), ends, strict=True)
        ],
        zero=scale.y(0),
        heights=[
            (scale.y(CERTAIN), "100"),
            (scale.y(CERTAIN // 2), "50"),
            (scale.y(0), chance(0)),
        ],
        hands=[(scale.x(hand), hand) for hand in numbered_hands(last)],
        turn=scale.x(course.turn[1].hands) if course.turn else None,
    )
    return render_to_string("scores/recap/_chart.html", {"chart": chart})


def _coordinates(course: Course, side: Side, scale: Scale) -> list[Coordinates]:
    """Where the line of a side goes, until it has no chance left."""
    chances = [
        (moment.hands, moment.chances.get(side[0], 0.0)) for moment in course.moments
    ]
    alive = [index for index, (_hands, part) in enumerate(chances) if part]
    until = min(max(alive, default=0) + 2, len(chances))
    return [
        (scale.x(hands), scale.y(round(CERTAIN * part)))
        for hands, part in chances[:until]
    ]


def _line(
    sheet: Sheet,
    course: Course,
    side: Side,
    coordinates: list[Coordinates],
    label_y: float,
) -> ChartLine:
    facts = {
        "first": chance(course.moments[0].chances.get(side[0], 0.0)),
        "last": chance(course.now[side[0]]),
    }
    return chart_line(
        sheet,
        side,
        coordinates,
        label_y=label_y,
        text=_("empieza con %(first)s, acaba con %(last)s") % facts,
    )
