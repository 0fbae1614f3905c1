"""How long a match took, as far as its lines were written when they happened."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from statistics import median

from rules.match.steps import Step
from scores.matches.scoresheet import Sheet

BREAK = timedelta(hours=1)  # between two hands; longer is a dinner, or another evening
FASTEST = timedelta(seconds=20)  # a hand; a paper sheet is typed in faster than it was played
FEWEST = 2  # gaps that tell a pace


@dataclass(frozen=True)
class MatchDuration:
    hand: timedelta  # the median
    played: timedelta  # without breaks
    has_breaks: bool


def of_match(sheet: Sheet) -> MatchDuration | None:
    """None where too few hands were written while they were played: on a paper sheet typed in afterwards
    the lines came one after the other, or all at once."""
    gaps = [gap for gap in _gaps(sheet) if gap > timedelta()]
    played = [gap for gap in gaps if gap <= BREAK]
    if len(played) < FEWEST:
        return None
    hand = timedelta(seconds=median(gap.total_seconds() for gap in played))
    if hand < FASTEST:
        return None
    return MatchDuration(hand, sum(played, timedelta()), len(played) < len(gaps))


def _gaps(sheet: Sheet) -> list[timedelta]:
    """From one hand to the next, the first from the start of the match. A hand that a correction put in was
    played at another time than it was written, so nothing is measured to it."""
    moments = [sheet.match.created_at, *(_happened_at(sheet, step) for step in sheet.hands)]
    return [after - before for before, after in pairwise(moments) if before and after]


def _happened_at(sheet: Sheet, step: Step) -> datetime | None:
    ref = step.line.ref
    return sheet.rows[ref].happened_at if isinstance(ref, int) else None
