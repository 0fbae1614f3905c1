"""The totals of each side, hand by hand, with busts and buy-backs; and who led after each hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import pairwise

from rules.events import Seat
from rules.match.board import Side
from rules.match.steps import Step
from scores.core.matches.scoresheet import Sheet
from scores.core.wording.log_lines import reached

Leaders = tuple[Seat, ...]


class TotalChange(StrEnum):
    BUST = "bust"
    BACK = "back"  # bought back in


@dataclass(frozen=True)
class Point:
    """A total after a number of hands. One hand can have two points: bust, then back with another total."""

    hand: int
    total: int
    change: TotalChange | None = None


@dataclass(frozen=True)
class Timeline:
    """The points of one side; they end where the side is out."""

    side: Side
    points: list[Point]  # never empty

    @cached_property
    def highest(self) -> Point:
        """The first point with the highest total."""
        return max(self.points, key=lambda point: point.total)


def timelines(sheet: Sheet) -> list[Timeline]:
    """A timeline for every side that played, in the order of play."""
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


def leaders_after_each_hand(sheet: Sheet) -> list[Leaders]:
    """The leaders after every hand; after the last hand of a finished match, the winners."""
    led = [step.after.ahead for step in sheet.hands]
    if sheet.board.is_over and led:
        led[-1] = sheet.board.winners
    return led


def changes_of_lead(led: Sequence[Leaders]) -> int:
    """How often the lead changed."""
    ahead = [leaders for leaders in led if leaders]
    return sum(before != after for before, after in pairwise(ahead))
