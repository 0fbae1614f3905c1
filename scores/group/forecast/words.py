"""The chances of a match in sentences and as rows."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from django.utils.translation import gettext as _

from rules.events import HandScored, Seat
from scores.core.matches.scoresheet import Sheet
from scores.core.notation.numbers import chance
from scores.core.wording.hand_lines import read_aloud_line
from scores.group.forecast.course import Course, Moment, lowest_chance

WORTH_NAMING = 0.015  # a smaller change of a chance is not named

ChanceRow = dict[str, Any]
"""One side and its chance to win, for `_chances.html` and `_compared.html`."""


def rows(
    sheet: Sheet, chances: Mapping[Seat, float], before: Mapping[Seat, float] | None = None
) -> list[ChanceRow]:
    """A row for each side at the table, in the order of play; with `before`, for those that had a chance."""
    return [
        {
            "seats": side,
            "name": sheet.called(side),
            "text": chance(chances[side[0]]),
            "percent": round(100 * chances[side[0]]),
            "before": "" if before is None else chance(before[side[0]]),
        }
        for side in sheet.board.sides
        if side[0] in chances and (before is None or side[0] in before)
    ]


def hands(sheet: Sheet, course: Course) -> list[dict[str, Any]]:
    """The hands with the chances before and after them; of a long match some hands."""
    return [
        {
            "number": _numbers(before, after),
            "text": hand_text(sheet, before, after),
            "rows": rows(sheet, after.chances, before.chances),
        }
        for before, after in pairwise(course.moments)
    ]


def _numbers(before: Moment, after: Moment) -> str:
    """«7», of some hands «7–9»"""
    first = before.hands + 1
    return str(first) if first == after.hands else f"{first}–{after.hands}"


def hand_text(sheet: Sheet, before: Moment, after: Moment) -> str:
    """The hand between two moments, as it is read aloud; empty for several."""
    step = after.step
    if step is None or after.hands > before.hands + 1 or not isinstance(step.event, HandScored):
        return ""
    return read_aloud_line(step.before, step.event, sheet.names)


def turn_text(sheet: Sheet, course: Course) -> str:
    """Which hand moved the chances most: «La mano 7 … Luis, del 34 % al 61 %». Empty for one hand."""
    if course.turn is None or len(sheet.hands) < 2:
        return ""
    before, after = course.turn
    sides = [side for side in sheet.board.sides if side[0] in before.chances]
    moved = {side: after.chances[side[0]] - before.chances[side[0]] for side in sides}
    named = [
        _("%(name)s, del %(before)s al %(after)s")
        % {
            "name": sheet.called(side),
            "before": chance(before.chances[side[0]]),
            "after": chance(after.chances[side[0]]),
        }
        for side in sorted(sides, key=lambda side: -abs(moved[side]))[:2]
        if abs(moved[side]) >= WORTH_NAMING
    ]
    if not named:
        return ""
    facts = {"number": _numbers(before, after), "moves": "; ".join(named)}
    if after.hands > before.hands + 1:
        return _("Las manos %(number)s fueron las que más cambiaron: %(moves)s.") % facts
    return _("La mano %(number)s fue la que más cambió: %(moves)s.") % facts


def comeback_text(sheet: Sheet, course: Course) -> str:
    """How little chance the winner once had; empty if it was never small."""
    part, lowest = lowest_chance(sheet, course), course.lowest_of(sheet.board.winners)
    if part is None or lowest is None:
        return ""
    names = sheet.called(sheet.board.side_of(sheet.board.winners[0]))
    facts = {"name": names, "chance": chance(part), "number": lowest.hands}
    return _("%(name)s llegó a tener solo un %(chance)s tras la mano %(number)s, y ganó.") % facts
