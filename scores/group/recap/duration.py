"""How long a match took, measured between the entries written while it was played."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from statistics import median

from rules.match.steps import Step
from scores.core.matches.scoresheet import Sheet

BREAK = timedelta(hours=1)  # between two hands; a longer gap counts as a break
FASTEST = timedelta(seconds=20)  # per hand; faster means that a paper sheet was typed in
FEWEST = 2  # gaps needed to measure


@dataclass(frozen=True)
class MatchDuration:
    hand: timedelta  # median time per hand
    played: timedelta  # total without breaks
    has_breaks: bool


def of_match(sheet: Sheet) -> MatchDuration | None:
    """The duration; None if too few hands were entered while they were played, for example from a paper
    sheet."""
    gaps = [gap for gap in _gaps(sheet) if gap > timedelta()]
    played = [gap for gap in gaps if gap <= BREAK]
    if len(played) < FEWEST:
        return None
    hand = timedelta(seconds=median(gap.total_seconds() for gap in played))
    if hand < FASTEST:
        return None
    return MatchDuration(hand, sum(played, timedelta()), len(played) < len(gaps))


def _gaps(sheet: Sheet) -> list[timedelta]:
    """Time from hand to hand, the first from the start of the match.

    A hand inserted by a correction was not played when it was written, so it has no gap.
    """
    times = [sheet.match.created_at, *(_happened_at(sheet, step) for step in sheet.hands)]
    return [after - before for before, after in pairwise(times) if before and after]


def _happened_at(sheet: Sheet, step: Step) -> datetime | None:
    ref = step.line.ref
    return sheet.rows[ref].happened_at if isinstance(ref, int) else None
