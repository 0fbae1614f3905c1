"""The chart of a match: coordinates for an SVG with one polyline per side, and the same in words. `Scale` and
what has no underscore also serve the charts of the chances and of a rating."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from django.utils.translation import gettext as _, ngettext

from rules.events import Seat
from rules.match.board import Board, Side
from rules.match.settlement import final_total
from scores.core.matches.scoresheet import Sheet, colours_of
from scores.core.notation.names import joined_names
from scores.core.notation.numbers import signed
from scores.core.notation.shown_names import marked_name, unmarked_text
from scores.core.wording.log_lines import total_reached

WIDTH, HEIGHT = 320, 200  # units of the view box; also in `_chart_lines.svg`
# Margins for the scale, the names and the hand numbers
LEFT = 34
RIGHT = 76
TOP = 8
BOTTOM = 20
LETTER = 14  # height of a line of text
NAME = 9  # letters of a name that fit in RIGHT
STEPS = (
    1,
    2,
    5,
    10,
    20,
    50,
    100,
    200,
    500,
)  # possible distances between two hand numbers
# units between two points of a line; up to 224 hands every hand has its point
CLOSEST = 1
NUMBERS = 7  # hand numbers that fit on the axis

# How a total changed; back: bought back in
BUST = "bust"
BACK = "back"

Leaders = tuple[Seat, ...]
Coordinates = tuple[float, float]


class Point(NamedTuple):
    """A total after a number of hands. One hand can have two points: bust, then back with another total."""

    hand: int
    total: int
    change: str = ""


@dataclass(frozen=True)
class Scale:
    """Where a total after so many hands is in the view box."""

    low: int
    top: int
    hands: int
    left: int = LEFT
    right: int = WIDTH - RIGHT
    bottom: int = HEIGHT - BOTTOM

    def x(self, hand: int) -> float:
        return self.left + _quotient(hand * (self.right - self.left), self.hands)

    def y(self, total: int) -> float:
        span = max(1, self.top - self.low)
        return TOP + _quotient((self.top - total) * (self.bottom - TOP), span)

    def at(self, point: Point) -> Coordinates:
        return self.x(point.hand), self.y(point.total)

    @property
    def zero(self) -> float:
        return self.y(0)

    @property
    def numbers(self) -> list[tuple[float, int]]:
        """x and number of the labelled hands."""
        step = next(
            (step for step in STEPS if self.hands <= step * NUMBERS), self.hands
        )
        return [(self.x(hand), hand) for hand in range(step, self.hands + 1, step)]


def _quotient(number: int, divisor: int) -> float:
    """`number / divisor` to one decimal. Rounded without floats, of which `round` differs in MicroPython."""
    return (20 * number + divisor) // (2 * divisor) / 10


@dataclass(frozen=True)
class ChartLine:
    """The line of a side; `end` is where it ends."""

    name: str
    emoji: str
    colour: int  # its index in the style sheet
    points: str
    end: Coordinates
    text: str
    busts: Sequence[Coordinates] = ()  # where the side went bust
    backs: Sequence[Coordinates] = ()  # where it bought back in

    @property
    def is_out(self) -> bool:
        """Whether the line ends where the side went bust."""
        return self.end in self.busts

    @property
    def label(self) -> str:
        """The name as it fits beside the end of the line."""
        plain = unmarked_text(self.name)
        if len(plain) <= NAME:
            return self.name
        return marked_name(f"{plain[: NAME - 1].rstrip()}…")


@dataclass(frozen=True)
class Chart:
    """What `_chart.html` and `_chart_lines.svg` draw."""

    lines: Sequence[ChartLine]
    scale: Scale
    heights: Sequence[tuple[float, str]]  # y and text of the numbers of the scale
    limit: float | None = None
    is_race: bool = False  # whether the limit is a target to reach
    turn: float | None = None  # the hand that moved the chances most
    text: str = ""
    key: str = ""  # legend of the marks

    @property
    def labelled(self) -> list[tuple[ChartLine, float]]:
        """The lines, each with the height of its name."""
        ends = apart([line.end[1] for line in self.lines])
        return list(zip(self.lines, ends, strict=True))


def chart_of(sheet: Sheet) -> Chart | None:
    """The chart of a match; None before the second hand."""
    hands = len(sheet.hands)
    if hands < 2:
        return None
    sides = {side: list(_points(sheet, side)) for side in sheet.board.sides}
    leaders = _leaders(sheet)
    limit = sheet.board.next_ruleset.limit_of_points
    totals = [point.total for points in sides.values() for point in points]
    low = min(0, *totals)
    top = max(limit or 0, *totals)
    scale = Scale(low, top, hands)
    return Chart(
        lines=[
            chart_line(
                sheet,
                side,
                points,
                scale,
                _side_text(sheet.board, side, points, leaders),
            )
            for side, points in sides.items()
        ],
        text=_summary(sheet, leaders),
        key=_key(limit, sheet.board.high_wins, sides.values()),
        limit=None if limit is None else scale.y(limit),
        is_race=sheet.board.high_wins,
        scale=scale,
        heights=_heights(scale, [limit or 0, 0, top, low]),
    )


def _points(sheet: Sheet, side: Side) -> Iterator[Point]:
    """The totals of one side, hand by hand; they end where the side is out, and are never none."""
    seat = side[0]
    if seat in sheet.start.standings:
        yield Point(0, sheet.start.total(seat))
    for step in sheet.steps:
        hand = step.after.hands
        before = step.before.standings.get(seat)
        after = step.after.standings.get(seat)
        if after is None or seat in step.before.seats_out:
            continue
        if seat in step.bust:
            yield Point(hand, total_reached(step, seat), BUST)
        if before and after.rebuys > before.rebuys:
            yield Point(hand, after.total, BACK)
        elif seat not in step.bust and (
            step.is_hand or not before or after.total != before.total
        ):
            yield Point(hand, after.total)


def _leaders(sheet: Sheet) -> list[Leaders]:
    """The leaders after every hand; after the last hand of a finished match, the winners."""
    led = [step.after.ahead for step in sheet.hands]
    if sheet.board.is_over:
        led[-1] = sheet.board.winners
    return led


def chart_line(
    sheet: Sheet, side: Side, points: Sequence[Point], scale: Scale, text: str
) -> ChartLine:
    """The line of a side through these points."""
    corners = [scale.at(point) for point in points]
    return ChartLine(
        name=sheet.name_of_side(side),
        emoji=sheet.emoji_of(side),
        colour=colours_of(sheet)[side],
        points=polyline(corners),
        end=corners[-1],
        text=text,
        busts=[scale.at(point) for point in points if point.change == BUST],
        backs=[scale.at(point) for point in points if point.change == BACK],
    )


def polyline(corners: Sequence[Coordinates]) -> str:
    """The points of a line, without those nearer than CLOSEST to the one before; the last is always there. A
    chart of a thousand hands is as wide as one of thirty."""
    shown = [corners[0]]
    for corner in corners[1:-1]:
        if corner[0] - shown[-1][0] >= CLOSEST or corner[0] == shown[-1][0]:
            shown.append(corner)
    return " ".join(f"{x},{y}" for x, y in [*shown, *corners[1:][-1:]])


def _heights(scale: Scale, totals: Iterable[int]) -> list[tuple[float, str]]:
    """y and text of each total, without those that would overlap an earlier one."""
    placed: list[tuple[float, str]] = []
    for total in totals:
        if all(abs(scale.y(total) - height) >= LETTER for height, _text in placed):
            placed.append((scale.y(total), signed(total)))
    return placed


def apart(heights: Sequence[float]) -> list[float]:
    """The heights, moved as little as needed so that the lines of text do not overlap."""
    order = sorted(range(len(heights)), key=lambda index: heights[index])
    moved = list(heights)
    above = -float(LETTER)
    for index in order:
        moved[index] = above = max(heights[index], above + LETTER)
    below = float(HEIGHT - BOTTOM + LETTER)
    for index in reversed(order):
        moved[index] = below = round(min(moved[index], below - LETTER), 1)
    return moved


# In words


def _summary(sheet: Sheet, leaders: Sequence[Leaders]) -> str:
    """How many hands, and how often the lead changed; or who never lost it."""
    hands = ngettext("%(count)s mano.", "%(count)s manos.", len(leaders)) % {
        "count": len(leaders)
    }
    led = list(filter(None, leaders))
    if not led:
        return hands
    count = sum(before != after for before, after in pairwise(led))
    if not count:  # the same after every hand that had any: «Javi no suelta la cabeza.»
        message = ngettext(
            "%(names)s no suelta la cabeza.",
            "%(names)s no sueltan la cabeza.",
            len(led[0]),
        )
        return f"{hands} {message % {'names': sheet.name_of_side(led[0])}}"
    changed = ngettext(
        "Hay %(count)s cambio en cabeza.", "Hay %(count)s cambios en cabeza.", count
    )
    return f"{hands} {changed % {'count': count}}"


def _key(limit: int | None, is_race: bool, sides: Iterable[Sequence[Point]]) -> str:
    """The legend: only the marks that occur."""
    changes = {point.change for points in sides for point in points}
    has_limit = limit is not None
    marks = [
        (_("A rayas, la meta: %(limit)s"), has_limit and is_race),
        (_("A rayas, el tope: %(limit)s"), has_limit and not is_race),
        (_("✕ se pasa"), BUST in changes),
        (_("○ se reengancha"), BACK in changes),
    ]
    return " · ".join([mark % {"limit": limit} for mark, occurs in marks if occurs])


def _side_text(
    board: Board, side: Side, points: Sequence[Point], leaders: Sequence[Leaders]
) -> str:
    """One side in a sentence: its end, its highest total, when it led, when it went bust."""
    start = points[0]
    last = points[-1].total
    highest = max(points, key=lambda point: point.total)
    final = final_total(board, side[0]) if board.is_over else None
    led = sum(side[0] in leading for leading in leaders)
    facts = {
        "first": start.hand + 1,
        "start": signed(start.total),
        "last": signed(last),
        "final": signed(final or 0),
        "highest": signed(highest.total),
        "number": highest.hand,
        "led": led,
        "hands": len(leaders),
        "busts": _hands_text(points, BUST),
        "backs": _hands_text(points, BACK),
    }
    parts = [
        (_("entra en la mano %(first)s con %(start)s"), start.hand),
        (_("empieza con %(start)s"), start.total and not start.hand),
        (_("va con %(last)s"), final is None),
        (_("acaba con %(last)s"), final == last),
        (
            _("acaba con %(last)s, %(final)s con lo que se suma al final"),
            final not in (None, last),
        ),
        (
            _("lo más alto, %(highest)s en la mano %(number)s"),
            highest.total not in (start.total, last),
        ),
        (_("en cabeza tras %(led)s de %(hands)s manos"), led),
        (_("nunca en cabeza"), not led),
        (_("se pasa en %(busts)s"), facts["busts"]),
        (_("se reengancha tras %(backs)s"), facts["backs"]),
    ]
    return "; ".join([part % facts for part, is_said in parts if is_said])


def _hands_text(points: Sequence[Point], change: str) -> str:
    """Where that change was; empty if it was nowhere."""
    numbers = [str(point.hand) for point in points if point.change == change]
    text = ngettext("la mano %(numbers)s", "las manos %(numbers)s", len(numbers))
    return text % {"numbers": joined_names(numbers)} if numbers else ""
