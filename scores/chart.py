"""The totals as lines: points for a server-drawn SVG, one polyline for each side."""

from __future__ import annotations

from dataclasses import dataclass

from rules.ruleset import Ends
from rules.standings import Side
from scores.names import listed
from scores.sheet import Sheet

WIDTH, HEIGHT = 320, 140  # units of the view box
COLOURS = 8
LEFT, TOP = 26, 8  # room for the numbers of the scale


@dataclass(frozen=True)
class Polyline:
    name: str
    colour: int  # of those of the style sheet
    points: str  # "x,y x,y …"
    end: tuple[float, float]


@dataclass(frozen=True)
class Chart:
    lines: list[Polyline]
    limit: float | None  # height of the line of the limit, or of the target
    is_race: bool  # to a target, which is good to reach
    zero: float
    top: int  # the numbers of the scale
    low: int


def lines_of(sheet: Sheet) -> Chart | None:
    """The chart of a match; None until two hands are played."""
    hands = sheet.hands
    if len(hands) < 2:
        return None
    boards = [hands[0].before, *(step.after for step in hands)]
    limit = _limit(sheet)
    totals = [board.total(seat) for board in boards for seat in board.order]
    low, top = min(0, *totals), max(limit or 0, *totals)
    scale = _Scale(low, top, len(hands))
    return Chart(
        [_line(sheet, side, boards, scale) for side in sheet.board.sides if side[0] in boards[-1].standings],
        None if limit is None else scale.y(limit),
        sheet.board.high_wins,
        scale.y(0),
        top,
        low,
    )


def _line(sheet: Sheet, side: Side, boards: list, scale: _Scale) -> Polyline:
    """The totals of a side, from the hand before which it sat down."""
    seat, name = side[0], listed([sheet.names[one] for one in side])
    points = [
        (scale.x(hand), scale.y(board.total(seat)))
        for hand, board in enumerate(boards)
        if seat in board.standings
    ]
    return Polyline(name, seat % COLOURS, " ".join(f"{x},{y}" for x, y in points), points[-1])


def _limit(sheet: Sheet) -> int | None:
    ruleset = sheet.board.next_ruleset
    return None if ruleset.ends is Ends.HANDS else ruleset.limit


@dataclass(frozen=True)
class _Scale:
    low: int
    top: int
    hands: int

    def x(self, hand: int) -> float:
        return round(LEFT + hand * (WIDTH - LEFT - 6) / self.hands, 1)

    def y(self, total: int) -> float:
        span = max(1, self.top - self.low)
        return round(TOP + (self.top - total) * (HEIGHT - 2 * TOP) / span, 1)
