"""The chances of a match as an area chart: coordinates for an SVG with one area per side, stacked."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

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


@dataclass(frozen=True)
class Area:
    """One side: its outline, and its name where the area is tallest."""

    name: str
    colour: int
    points: str  # "x,y x,y …"
    x: float  # the middle of the label
    y: float
    label: str  # empty where no name fits
    first: str  # the chance at the start
    last: str


@dataclass(frozen=True)
class AreaChart:
    areas: list[Area]
    hands: list[tuple[float, int]]  # x and number of the labelled hands
    heights: list[tuple[float, str]]  # y and text of the scale
    turn: float | None  # x of the hand that moved the chances most


def area_html(sheet: Sheet, course: Course) -> str:
    """The chart as HTML; empty before the second hand."""
    if len(course.moments) < 3:
        return ""
    return render_to_string("scores/forecast/_area.html", {"chart": chart_of(sheet, course)})


def chart_of(sheet: Sheet, course: Course) -> AreaChart:
    scale = _AreaScale(max(1, course.moments[-1].hands))
    upper = [0.0] * len(course.moments)
    areas = []
    for side in sheet.board.sides:
        lower = [
            above + moment.chances.get(side[0], 0.0)
            for above, moment in zip(upper, course.moments, strict=True)
        ]
        areas.append(_area(sheet, course, side, scale, upper, lower))
        upper = lower
    return AreaChart(
        areas,
        [(scale.x(hand), hand) for hand in numbered(scale.hands)],
        [(scale.y(part), chance(1 - part)) for part in (0.0, 0.5, 1.0)],
        scale.x(course.turn[1].hands) if course.turn else None,
    )


def _area(
    sheet: Sheet, course: Course, side: Side, scale: _AreaScale, upper: list[float], lower: list[float]
) -> Area:
    xs = [scale.x(moment.hands) for moment in course.moments]
    top = [(x, scale.y(part)) for x, part in zip(xs, upper, strict=True)]
    bottom = [(x, scale.y(part)) for x, part in zip(xs, lower, strict=True)]
    name = sheet.called(side)
    label, (x, y) = _label(name, top, bottom)
    return Area(
        name,
        colours_of(sheet)[side],
        " ".join(f"{x},{y}" for x, y in (*top, *reversed(bottom))),
        x,
        y,
        label,
        chance(course.moments[0].chances.get(side[0], 0.0)),
        chance(course.now[side[0]]),
    )


def _label(name: str, top: list[Coordinates], bottom: list[Coordinates]) -> tuple[str, Coordinates]:
    """The name, where the area is tallest over the width of the name; no name in a low area."""
    half = min(len(name) * LETTER_WIDTH + 8, WIDTH - LEFT - RIGHT) / 2
    places = [_room(x, half, top, bottom) for x, _y in top]
    tall, x, y = max(places)
    return (name if tall >= TALL_ENOUGH else ""), (round(x, 1), round(y, 1))


def _room(
    x: float, half: float, top: list[Coordinates], bottom: list[Coordinates]
) -> tuple[float, float, float]:
    """Height of the room for a name near `x` that is twice `half` wide, and its middle."""
    x = min(max(x, LEFT + half), WIDTH - RIGHT - half)
    high = max(_at(top, x - half), _at(top, x), _at(top, x + half))
    low = min(_at(bottom, x - half), _at(bottom, x), _at(bottom, x + half))
    return low - high, x, (high + low) / 2


def _at(line: list[Coordinates], x: float) -> float:
    """y of the line at `x`."""
    for (x0, y0), (x1, y1) in pairwise(line):
        if x0 <= x <= x1 and x0 < x1:
            return y0 + (y1 - y0) * (x - x0) / (x1 - x0)
    return line[-1][1]


@dataclass(frozen=True)
class _AreaScale:
    hands: int

    def x(self, hand: int) -> float:
        return round(LEFT + hand * (WIDTH - LEFT - RIGHT) / self.hands, 1)

    def y(self, part: float) -> float:
        """From 0 at the top to 1 at the bottom."""
        return round(TOP + part * (HEIGHT - TOP - BOTTOM), 1)
