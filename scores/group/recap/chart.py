"""The chart of a match: coordinates for an SVG with one polyline per side, and the same in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.knobs import Ends
from rules.match.board import Board
from rules.match.gin_totals import final_total
from scores.core.matches.scoresheet import Sheet, colours_of
from scores.core.notation.names import joined
from scores.core.notation.numbers import signed
from scores.group.recap.timeline import (
    Leaders,
    Timeline,
    TotalChange,
    changes_of_lead,
    leaders_after_each_hand,
    timelines,
)

WIDTH, HEIGHT = 320, 200  # units of the view box; also in `_chart_lines.svg`
LEFT, RIGHT, TOP, BOTTOM = 28, 68, 8, 18  # margins for the scale, the names and the hand numbers
LETTER = 11  # height of a line of text
NAME = 9  # letters of a name that fit in RIGHT
STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500)  # possible distances between two hand numbers
CLOSEST = 1  # units between two points of a line; up to 224 hands every hand has its point
NUMBERS = 7  # hand numbers that fit on the axis

Coordinates = tuple[float, float]
Chart = dict[str, Any]
"""What `_chart.html` and `_chart_lines.svg` draw."""


def chart_of(sheet: Sheet) -> Chart | None:
    """The chart of a match; None before the second hand."""
    hands = len(sheet.hands)
    if hands < 2:
        return None
    sides, leaders, ruleset = timelines(sheet), leaders_after_each_hand(sheet), sheet.board.next_ruleset
    limit = None if ruleset.ends is Ends.HANDS else ruleset.limit
    totals = [point.total for timeline in sides for point in timeline.points]
    low, top = min(0, *totals), max(limit or 0, *totals)
    scale = _Scale(low, top, hands)
    labelled = [0 if limit is None else limit, 0, top, low]
    return {
        "lines": _lines(sheet, sides, scale, leaders),
        "text": _summary(sheet, leaders),
        "key": _key(limit, sheet.board.high_wins, sides),  # legend of the marks
        "limit": None if limit is None else scale.y(limit),
        "is_race": sheet.board.high_wins,  # whether the limit is a target to reach
        "zero": scale.y(0),
        "heights": _heights(scale, labelled),  # y and text of the numbers of the scale
        "hands": [(scale.x(hand), hand) for hand in numbered(hands)],  # x and number of the labelled hands
    }


def chart_html(sheet: Sheet) -> str:
    """The chart as HTML; empty before the second hand."""
    chart = chart_of(sheet)
    return render_to_string("scores/recap/_chart.html", {"chart": chart}) if chart else ""


def _lines(
    sheet: Sheet, sides: Sequence[Timeline], scale: _Scale, leaders: Sequence[Leaders]
) -> list[dict[str, Any]]:
    labels = _apart([scale.y(timeline.points[-1].total) for timeline in sides])
    texts = [_side_text(sheet.board, timeline, leaders) for timeline in sides]
    return [_line(sheet, *parts, scale) for parts in zip(sides, texts, labels, strict=True)]


def _line(sheet: Sheet, timeline: Timeline, text: str, label_y: float, scale: _Scale) -> dict[str, Any]:
    name, points = sheet.called(timeline.side), timeline.points
    places = [(scale.x(point.hand), scale.y(point.total)) for point in points]
    changes = [(point.change, place) for point, place in zip(points, places, strict=True)]
    busts = [place for change, place in changes if change is TotalChange.BUST]
    return {
        "name": name,
        "text": text,  # the same in words
        "emoji": sheet.emoji_of(timeline.side),
        "colour": colours_of(sheet)[timeline.side],  # its index in the style sheet
        "points": " ".join(f"{x},{y}" for x, y in thinned(places)),
        "end": places[-1],
        "is_out": places[-1] in busts,  # whether it ends where the side went bust
        "busts": busts,
        "backs": [place for change, place in changes if change is TotalChange.BACK],  # bought back in
        "label": name if len(name) <= NAME else f"{name[: NAME - 1].rstrip()}…",
        "label_y": label_y,
    }


def thinned(places: Sequence[Coordinates]) -> list[Coordinates]:
    """The points without those nearer than CLOSEST to the one before; the last is always there.

    A chart of a thousand hands is as wide as one of thirty.
    """
    kept = [places[0]]
    for place in places[1:-1]:
        if place[0] - kept[-1][0] >= CLOSEST or place[0] == kept[-1][0]:
            kept.append(place)
    return [*kept, *places[1:][-1:]]


def _heights(scale: _Scale, totals: Iterable[int]) -> list[tuple[float, str]]:
    """y and text of each total, without those that would overlap an earlier one."""
    placed: list[tuple[float, str]] = []
    for total in totals:
        if all(abs(scale.y(total) - height) >= LETTER for height, _text in placed):
            placed.append((scale.y(total), signed(total)))
    return placed


def numbered(hands: int) -> list[int]:
    """The hands whose number is shown on the axis."""
    step = next((step for step in STEPS if hands <= step * NUMBERS), hands)
    return list(range(step, hands + 1, step))


def _apart(heights: Sequence[float]) -> list[float]:
    """The heights, moved as little as needed so that the lines of text do not overlap."""
    order = sorted(range(len(heights)), key=lambda place: heights[place])
    moved, above = list(heights), -float(LETTER)
    for place in order:
        moved[place] = above = max(heights[place], above + LETTER)
    below = float(HEIGHT - BOTTOM + LETTER)
    for place in reversed(order):
        moved[place] = below = round(min(moved[place], below - LETTER), 1)
    return moved


@dataclass(frozen=True)
class _Scale:
    low: int
    top: int
    hands: int

    def x(self, hand: int) -> float:
        return LEFT + _quotient(hand * (WIDTH - LEFT - RIGHT), self.hands)

    def y(self, total: int) -> float:
        span = max(1, self.top - self.low)
        return TOP + _quotient((self.top - total) * (HEIGHT - TOP - BOTTOM), span)


def _quotient(number: int, divisor: int) -> float:
    """`number / divisor` to one decimal. Rounded without floats, of which `round` differs in MicroPython."""
    return (20 * number + divisor) // (2 * divisor) / 10


# In words


def _summary(sheet: Sheet, leaders: Sequence[Leaders]) -> str:
    """How many hands, and how often the lead changed; or who never lost it."""
    hands = ngettext("%(count)s mano.", "%(count)s manos.", len(leaders)) % {"count": len(leaders)}
    if not any(leaders):
        return hands
    count = changes_of_lead(leaders)
    if not count:  # the same after every hand that had any: «Javi no suelta la cabeza.»
        ahead = next(leading for leading in leaders if leading)
        message = ngettext("%(names)s no suelta la cabeza.", "%(names)s no sueltan la cabeza.", len(ahead))
        return f"{hands} {message % {'names': sheet.called(ahead)}}"
    changed = ngettext("Hay %(count)s cambio en cabeza.", "Hay %(count)s cambios en cabeza.", count)
    return f"{hands} {changed % {'count': count}}"


def _key(limit: int | None, is_race: bool, sides: Sequence[Timeline]) -> str:
    """The legend: only the marks that occur."""
    line = _("A rayas, la meta: %(limit)s") if is_race else _("A rayas, el tope: %(limit)s")
    changes = {point.change for timeline in sides for point in timeline.points}
    signs = [
        "" if limit is None else line % {"limit": limit},
        _("✕ se pasa") if TotalChange.BUST in changes else "",
        _("○ se reengancha") if TotalChange.BACK in changes else "",
    ]
    return " · ".join(filter(None, signs))


def _side_text(board: Board, timeline: Timeline, leaders: Sequence[Leaders]) -> str:
    """One side in a sentence: its end, its highest total, when it led, when it went bust."""
    times = sum(timeline.side[0] in leading for leading in leaders)
    led = _("en cabeza tras %(times)s de %(hands)s manos") % {"times": times, "hands": len(leaders)}
    bust, back = (
        _hands_text([point.hand for point in timeline.points if point.change is change])
        for change in (TotalChange.BUST, TotalChange.BACK)
    )
    parts = [
        _start_text(timeline),
        _end_text(board, timeline),
        _highest_text(timeline),
        led if times else _("nunca en cabeza"),
        _("se pasa en %(hands)s") % {"hands": bust} if bust else "",
        _("se reengancha tras %(hands)s") % {"hands": back} if back else "",
    ]
    return "; ".join(filter(None, parts))


def _start_text(timeline: Timeline) -> str:
    start = timeline.points[0]
    facts = {"number": start.hand + 1, "total": signed(start.total)}
    if start.hand:
        return _("entra en la mano %(number)s con %(total)s") % facts
    return _("empieza con %(total)s") % facts if start.total else ""


def _end_text(board: Board, timeline: Timeline) -> str:
    total = {"total": signed(timeline.points[-1].total)}
    if not board.is_over:
        return _("va con %(total)s") % total
    final = final_total(board, timeline.side[0])
    if final == timeline.points[-1].total:
        return _("acaba con %(total)s") % total
    return _("acaba con %(total)s, %(final)s con lo que se suma al final") % {**total, "final": signed(final)}


def _highest_text(timeline: Timeline) -> str:
    point = timeline.highest
    if point.total in (timeline.points[0].total, timeline.points[-1].total):
        return ""
    return _("lo más alto, %(total)s en la mano %(number)s") % {
        "total": signed(point.total),
        "number": point.hand,
    }


def _hands_text(numbers: Sequence[int]) -> str:
    text = ngettext("la mano %(numbers)s", "las manos %(numbers)s", len(numbers))
    return text % {"numbers": joined([str(number) for number in numbers])} if numbers else ""
