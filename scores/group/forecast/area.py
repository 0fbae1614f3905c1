"""The chances of a match as an area chart: coordinates for an SVG with one area per side, stacked."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from django.template.loader import render_to_string

from rules.match.board import Side
from scores.core.matches.scoresheet import Sheet, colours_of
from scores.core.notation.numbers import chance
from scores.group.forecast.course import Course
from scores.group.recap.chart import numbered

WIDTH, HEIGHT = 320, 170  # units of the view box; also in `_area.html`
LEFT, RIGHT, TOP, BOTTOM = 38, 6, 6, 18  # margins for the scale and the hand numbers
TALL_ENOUGH = 15  # units; a name fits in an area of this height
LETTER_WIDTH = 7.6  # of the names, roughly

Coordinates = tuple[float, float]


def area_html(sheet: Sheet, course: Course) -> str:
    """The chart as HTML; empty before the second hand."""
    if len(course.moments) < 3:
        return ""
    last, upper, areas = course.moments[-1].hands, [0.0] * len(course.moments), []
    for side in sheet.board.sides:
        chances = [moment.chances.get(side[0], 0.0) for moment in course.moments]
        lower = [above + part for above, part in zip(upper, chances, strict=True)]
        areas.append(_area(sheet, course, side, upper, lower))
        upper = lower
    chart = {
        "areas": areas,
        "hands": [(_x(hand, last), hand) for hand in numbered(last)],
        "heights": [(_y(part), chance(1 - part)) for part in (0.0, 0.5, 1.0)],
        "turn": _x(course.turn[1].hands, last) if course.turn else None,  # the hand that moved them most
    }
    return render_to_string("scores/forecast/_area.html", {"chart": chart})


def _area(sheet: Sheet, course: Course, side: Side, upper: list[float], lower: list[float]) -> dict[str, Any]:
    """One side: its outline, its name where the area is tallest, the chance at the start and now."""
    xs = [_x(moment.hands, course.moments[-1].hands) for moment in course.moments]
    top, bottom = (list(zip(xs, map(_y, parts), strict=True)) for parts in (upper, lower))
    name = sheet.called(side)
    label, x, y = _label(name, top, bottom)
    return {
        "name": name,
        "colour": colours_of(sheet)[side],
        "points": " ".join(f"{x},{y}" for x, y in (*top, *reversed(bottom))),
        "x": x,
        "y": y,
        "label": label,
        "first": chance(course.moments[0].chances.get(side[0], 0.0)),
        "last": chance(course.now[side[0]]),
    }


def _label(name: str, top: list[Coordinates], bottom: list[Coordinates]) -> tuple[str, float, float]:
    """The name and its place, where the area is tallest over the width of the name; no name in a low area."""
    half = min(len(name) * LETTER_WIDTH + 8, WIDTH - LEFT - RIGHT) / 2
    rooms = []
    for place, _height in top:
        x = min(max(place, LEFT + half), WIDTH - RIGHT - half)
        high = max(_at(top, x - half), _at(top, x), _at(top, x + half))
        low = min(_at(bottom, x - half), _at(bottom, x), _at(bottom, x + half))
        rooms.append((low - high, x, (high + low) / 2))
    tall, x, y = max(rooms)
    return (name if tall >= TALL_ENOUGH else ""), round(x, 1), round(y, 1)


def _at(line: list[Coordinates], x: float) -> float:
    """y of the line at `x`."""
    for (x0, y0), (x1, y1) in pairwise(line):
        if x0 <= x <= x1 and x0 < x1:
            return y0 + (y1 - y0) * (x - x0) / (x1 - x0)
    return line[-1][1]


def _x(hand: int, last: int) -> float:
    return round(LEFT + hand * (WIDTH - LEFT - RIGHT) / max(1, last), 1)


def _y(part: float) -> float:
    """From 0 at the top to 1 at the bottom."""
    return round(TOP + part * (HEIGHT - TOP - BOTTOM), 1)
