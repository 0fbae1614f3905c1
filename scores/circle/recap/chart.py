"""The chart of a match: coordinates for an SVG with one polyline per side, and the same in words. `Scale` and
what has no underscore also serve the charts of the chances and of a rating."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

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

    def at(self, hand: int, total: int) -> Coordinates:
        return self.x(hand), self.y(total)

    @property
    def zero(self) -> float:
        return self.y(0)

    @property
    def numbers(self) -> list[tuple[float, int]]:
        """x and number of the labelled hands."""
        return [(self.x(hand), hand) for hand in numbered_hands(self.hands)]


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

    id: str
    title: str
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


class Point(NamedTuple):
    """A total after a number of hands. One hand can have two points: bust, then back with another total."""

    hand: int
    total: int
    change: str = ""


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
        id="course",
        title=_("Totales mano por mano"),
        lines=[
            _line(sheet, side, points, scale, leaders) for side, points in sides.items()
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
    if sheet.board.is_over and led:
        led[-1] = sheet.board.winners
    return led


def _line(
    sheet: Sheet,
    side: Side,
    points: Sequence[Point],
    scale: Scale,
    leaders: Sequence[Leaders],
) -> ChartLine:
    def places(*changes: str) -> list[Coordinates]:
        return [
            scale.at(point.hand, point.total)
            for point in points
            if point.change in changes
        ]

    return chart_line(
        sheet,
        side,
        places("", BUST, BACK),
        text=_side_text(sheet.board, side, points, leaders),
        busts=places(BUST),
        backs=places(BACK),
    )


def chart_line(
    sheet: Sheet, side: Side, places: Sequence[Coordinates], **facts: Any
) -> ChartLine:
    """The line of a side through these points; `facts` are the other fields of `ChartLine`."""
    return ChartLine(
        name=sheet.name_of_side(side),
        emoji=sheet.emoji_of(side),
        colour=colours_of(sheet)[side],
        points=polyline(places),
        end=places[-1],
        **facts,
    )


def polyline(places: Sequence[Coordinates]) -> str:
    """The points of a line, without those nearer than CLOSEST to the one before; the last is always there. A
    chart of a thousand hands is as wide as one of thirty."""
    shown = [places[0]]
    for place in places[1:-1]:
        if place[0] - shown[-1][0] >= CLOSEST or place[0] == shown[-1][0]:
            shown.append(place)
    return " ".join(f"{x},{y}" for x, y in [*shown, *places[1:][-1:]])


def _heights(scale: Scale, totals: Iterable[int]) -> list[tuple[float, str]]:
    """y and text of each total, without those that would overlap an earlier one."""
    placed: list[tuple[float, str]] = []
    for total in totals:
        if all(abs(scale.y(total) - height) >= LETTER for height, _text in placed):
            placed.append((scale.y(total), signed(total)))
    return placed


def numbered_hands(hands: int) -> list[int]:
    """The hands whose number is shown on the axis."""
    step = next((step for step in STEPS if hands <= step * NUMBERS), hands)
    return list(range(step, hands + 1, step))


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
    if not any(leaders):
        return hands
    count = sum(before != after for before, after in pairwise(filter(None, leaders)))
    if not count:  # the same after every hand that had any: «Javi no suelta la cabeza.»
        ahead = next(leading for leading in leaders if leading)
        message = ngettext(
            "%(names)s no suelta la cabeza.",
            "%(names)s no sueltan la cabeza.",
            len(ahead),
        )
        return f"{hands} {message % {'names': sheet.name_of_side(ahead)}}"
    changed = ngettext(
        "Hay %(count)s cambio en cabeza.", "Hay %(count)s cambios en cabeza.", count
    )
    return f"{hands} {changed % {'count': count}}"


def _key(limit: int | None, is_race: bool, sides: Iterable[Sequence[Point]]) -> str:
    """The legend: only the marks that occur."""
    line = (
        _("A rayas, la meta: %(limit)s")
        if is_race
        else _("A rayas, el tope: %(limit)s")
    )
    changes = {point.change for points in sides for point in points}
    signs = [
        "" if limit is None else line % {"limit": limit},
        _("✕ se pasa") if BUST in changes else "",
        _("○ se reengancha") if BACK in changes else "",
    ]
    return " · ".join(filter(None, signs))


def _side_text(
    board: Board, side: Side, points: Sequence[Point], leaders: Sequence[Leaders]
) -> str:
    """One side in a sentence: its end, its highest total, when it led, when it went bust."""
    times = sum(side[0] in leading for leading in leaders)
    led = _("en cabeza tras %(times)s de %(hands)s manos") % {
        "times": times,
        "hands": len(leaders),
    }
    bust = _hands_text(points, BUST)
    back = _hands_text(points, BACK)
    parts = [
        _start_text(points[0]),
        _end_text(board, side, points[-1].total),
        _highest_text(points),
        led if times else _("nunca en cabeza"),
        _("se pasa en %(hands)s") % {"hands": bust} if bust else "",
        _("se reengancha tras %(hands)s") % {"hands": back} if back else "",
    ]
    return "; ".join(filter(None, parts))


def _start_text(start: Point) -> str:
    facts = {"number": start.hand + 1, "total": signed(start.total)}
    if start.hand:
        return _("entra en la mano %(number)s con %(total)s") % facts
    return _("empieza con %(total)s") % facts if start.total else ""


def _end_text(board: Board, side: Side, last: int) -> str:
    if not board.is_over:
        return _("va con %(total)s") % {"total": signed(last)}
    final = final_total(board, side[0])
    facts = {"total": signed(last), "final": signed(final)}
    if final == last:
        return _("acaba con %(total)s") % facts
    return _("acaba con %(total)s, %(final)s con lo que se suma al final") % facts


def _highest_text(points: Sequence[Point]) -> str:
    """The first point with the highest total; empty if it is the start or the end."""
    highest = max(points, key=lambda point: point.total)
    facts = {"total": signed(highest.total), "number": highest.hand}
    if highest.total in (points[0].total, points[-1].total):
        return ""
    return _("lo más alto, %(total)s en la mano %(number)s") % facts


def _hands_text(points: Sequence[Point], change: str) -> str:
    """Where that change was; empty if it was nowhere."""
    numbers = [str(point.hand) for point in points if point.change == change]
    text = ngettext("la mano %(numbers)s", "las manos %(numbers)s", len(numbers))
    return text % {"numbers": joined_names(numbers)} if numbers else ""
