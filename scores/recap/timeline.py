"""The way of one side through a match: its totals, hand by hand, and where it went past the limit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from rules.match.board import Side
from rules.match.steps import Step
from scores.matches.scoresheet import Sheet
from scores.wording.log_lines import reached


class TotalChange(StrEnum):
    BUST = "bust"
    BACK = "back"  # bought back in


@dataclass(frozen=True)
class Point:
    """A total after so many hands. At one hand there may be several: bust, and back at another total."""

    hand: int
    total: int
    turn: TotalChange | None = None


@dataclass(frozen=True)
class Timeline:
    """Ends where the side was out."""

    side: Side
    points: list[Point]  # never empty

    @property
    def start(self) -> Point:
        return self.points[0]

    @property
    def end(self) -> Point:
        return self.points[-1]

    @property
    def highest(self) -> Point:
        """The first time that it had its highest total."""
        return max(self.points, key=lambda point: point.total)

    def hands_of(self, turn: TotalChange) -> list[int]:
        return [point.hand for point in self.points if point.turn is turn]


def timelines(sheet: Sheet) -> list[Timeline]:
    """One for every side that sat down, in the order of play."""
    return [Timeline(side, list(_points(sheet, side))) for side in sheet.board.sides]


def _points(sheet: Sheet, side: Side) -> Iterator[Point]:
    seat = side[0]
    if seat in sheet.start.standings:
        yield Point(0, sheet.start.total(seat))
    for step in sheet.steps:
        if seat in step.before.seats_out:
            continue
        if seat in step.before.standings:
            yield from _points_of_step(step, side)
        elif seat in step.after.standings:
            yield Point(step.after.hands, step.after.total(seat))


def _points_of_step(step: Step, side: Side) -> Iterator[Point]:
    seat, hand = side[0], step.after.hands
    before, after = step.before.standings[seat], step.after.standings[seat]
    bust = seat in step.bust
    if bust:
        yield Point(hand, reached(step, seat), TotalChange.BUST)
    if after.rebuys > before.rebuys:
        yield Point(hand, after.total, TotalChange.BACK)
    elif not bust and (step.is_hand or after.total != before.total):
        yield Point(hand, after.total)
