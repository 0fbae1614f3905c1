"""The totals as lines: points for a server-drawn SVG, one polyline for each side, and the same in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.template.loader import render_to_string

from rules.knobs import Ends
from scores.matches.scoresheet import Sheet
from scores.notation.numbers import signed
from scores.recap import chart_text, leads
from scores.recap.leads import Leaders
from scores.recap.timeline import Timeline, TotalChange, timelines

WIDTH, HEIGHT = 320, 200  # units of the view box; _lines.svg has them too
COLOURS = 8
LEFT, RIGHT, TOP, BOTTOM = 28, 68, 8, 18  # room for the scale, the names and the numbers of the hands
LETTER = 11  # height of a line of text
NAME = 9  # letters of a name that fit in RIGHT
STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500)  # from one number of a hand to the next
NUMBERS = 7  # of hands that fit below

Coordinates = tuple[float, float]


@dataclass(frozen=True)
class Polyline:
    name: str
    said: str  # the same course in words
    colour: int  # of those of the style sheet
    points: str  # "x,y x,y …"
    end: Coordinates
    busts: list[Coordinates]
    backs: list[Coordinates]  # where it bought back in
    label: str  # the name as far as it fits
    label_y: float

    @property
    def is_out(self) -> bool:
        """Whether it ends where it went past the limit."""
        return self.end in self.busts

    @property
    def x(self) -> float:
        """Of its end."""
        return self.end[0]

    @property
    def y(self) -> float:
        return self.end[1]


@dataclass(frozen=True)
class Chart:
    lines: list[Polyline]
    said: str  # what all of them come to
    key: str  # what the signs mean
    limit: float | None  # height of the line of the limit, or of the target
    is_race: bool  # to a target, which is good to reach
    zero: float
    heights: list[tuple[float, str]]  # the numbers of the scale
    hands: list[tuple[float, int]]  # the numbers below


def chart_of(sheet: Sheet) -> Chart | None:
    """The chart of a match; None until two hands are played."""
    hands = len(sheet.hands)
    if hands < 2:
        return None
    drawn, limit, led = timelines(sheet), _limit(sheet), leads.after_each_hand(sheet)
    totals = [point.total for course in drawn for point in course.points]
    low, top = min(0, *totals), max(limit or 0, *totals)
    scale = _Scale(low, top, hands)
    told = [0 if limit is None else limit, 0, top, low]
    return Chart(
        _lines(sheet, drawn, scale, led),
        chart_text.told(led),
        chart_text.key(limit, sheet.board.high_wins, drawn),
        None if limit is None else scale.y(limit),
        sheet.board.high_wins,
        scale.y(0),
        _heights(scale, told),
        [(scale.x(hand), hand) for hand in _numbered(hands)],
    )


def drawn(sheet: Sheet) -> str:
    """The chart as a page shows it; nothing until two hands are played."""
    chart = chart_of(sheet)
    return render_to_string("scores/recap/_chart.html", {"chart": chart}) if chart else ""


def _lines(sheet: Sheet, drawn: Sequence[Timeline], scale: _Scale, led: Sequence[Leaders]) -> list[Polyline]:
    labels = _apart([scale.y(course.end.total) for course in drawn])
    said = [chart_text.of_side(sheet.board, course, led) for course in drawn]
    return [_line(sheet, *one, scale) for one in zip(drawn, said, labels, strict=True)]


def _line(sheet: Sheet, course: Timeline, said: str, label_y: float, scale: _Scale) -> Polyline:
    name, points = sheet.called(course.side), course.points
    places = [(scale.x(point.hand), scale.y(point.total)) for point in points]
    turns = [(point.turn, place) for point, place in zip(points, places, strict=True)]
    return Polyline(
        name,
        said,
        course.side[0] % COLOURS,
        " ".join(f"{x},{y}" for x, y in places),
        places[-1],
        [place for turn, place in turns if turn is TotalChange.BUST],
        [place for turn, place in turns if turn is TotalChange.BACK],
        name if len(name) <= NAME else f"{name[: NAME - 1].rstrip()}…",
        label_y,
    )


def _limit(sheet: Sheet) -> int | None:
    ruleset = sheet.board.next_ruleset
    return None if ruleset.ends is Ends.HANDS else ruleset.limit


def _heights(scale: _Scale, totals: Iterable[int]) -> list[tuple[float, str]]:
    """The totals with their heights, but for those that would lie on one before."""
    kept: list[tuple[float, str]] = []
    for total in totals:
        if all(abs(scale.y(total) - height) >= LETTER for height, _told in kept):
            kept.append((scale.y(total), signed(total)))
    return kept


def _numbered(hands: int) -> list[int]:
    """The hands whose number is told."""
    step = next((step for step in STEPS if hands <= step * NUMBERS), hands)
    return list(range(step, hands + 1, step))


def _apart(heights: Sequence[float]) -> list[float]:
    """The heights in their order, moved as little as lets a line of text stand at each."""
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
        return round(LEFT + hand * (WIDTH - LEFT - RIGHT) / self.hands, 1)

    def y(self, total: int) -> float:
        span = max(1, self.top - self.low)
        return round(TOP + (self.top - total) * (HEIGHT - TOP - BOTTOM) / span, 1)
