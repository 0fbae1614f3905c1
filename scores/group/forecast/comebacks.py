"""The lowest chance of each winner who was nearly beaten, stored for the records of the group."""

from __future__ import annotations

from contextlib import suppress

from scores.core import database
from scores.core.matches.scoresheet import Sheet
from scores.group.forecast.course import Course
from scores.models import Records, Result

BELOW = 0.25  # from here on a win is a comeback


def lowest_chance(sheet: Sheet, course: Course) -> float | None:
    """The lowest chance that the winner had; None while it is not known, and if it was never small."""
    lowest = course.lowest_of(sheet.board.winners) if course.is_complete else None
    chance = lowest.chances[sheet.board.winners[0]] if lowest else 1.0
    return chance if chance < BELOW else None


def store(sheet: Sheet, course: Course) -> None:
    """Store the comeback of a finished match, if it is one and is not stored. Then the records are computed
    again. A database that takes no writes stores nothing.
    """
    chance = lowest_chance(sheet, course)
    if chance is None:
        return
    unknown = Result.objects.filter(match=sheet.match, won=True, lowest_chance=None)
    with suppress(*database.NOT_WRITABLE), database.derived():
        if unknown.update(lowest_chance=max(1, round(1000 * chance))):
            Records.objects.filter(circle=sheet.match.circle_id).delete()
