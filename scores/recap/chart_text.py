"""What the chart of a match shows, for those who cannot see it or want it said."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.match.board import Board
from rules.match.gin_totals import final_total
from scores.notation.names import joined
from scores.notation.numbers import signed
from scores.recap import leads
from scores.recap.leads import Leaders
from scores.recap.timeline import Timeline, TotalChange


def told(led: Sequence[Leaders]) -> str:
    """How many hands, and how often somebody else came to the front."""
    hands = ngettext("%(count)s mano.", "%(count)s manos.", len(led)) % {"count": len(led)}
    if not any(led):
        return hands
    count = leads.changes(led)
    if not count:
        return hands + " " + _("La cabeza no cambia.")
    changed = ngettext("La cabeza cambia %(count)s vez.", "La cabeza cambia %(count)s veces.", count)
    return f"{hands} {changed % {'count': count}}"


def key(limit: int | None, is_race: bool, drawn: Sequence[Timeline]) -> str:
    """The signs that are on the chart."""
    line = _("A rayas, la meta: %(limit)s") if is_race else _("A rayas, el tope: %(limit)s")
    turns = {point.turn for course in drawn for point in course.points}
    signs = [
        "" if limit is None else line % {"limit": limit},
        _("✕ se pasa") if TotalChange.BUST in turns else "",
        _("○ se reengancha") if TotalChange.BACK in turns else "",
    ]
    return " · ".join(filter(None, signs))


def of_side(board: Board, course: Timeline, led: Sequence[Leaders]) -> str:
    """The course of a side in a sentence: where it ends, its highest, when it led, when it went past."""
    parts = [_start(course), _end(board, course), _highest(course), _led(course, led), *_turns(course)]
    return "; ".join(filter(None, parts))


def _start(course: Timeline) -> str:
    start = course.start
    facts = {"number": start.hand + 1, "total": signed(start.total)}
    if start.hand:
        return _("entra en la mano %(number)s con %(total)s") % facts
    return _("empieza con %(total)s") % facts if start.total else ""


def _end(board: Board, course: Timeline) -> str:
    total = {"total": signed(course.end.total)}
    if not board.is_over:
        return _("va con %(total)s") % total
    final = final_total(board, course.side[0])
    if final == course.end.total:
        return _("acaba con %(total)s") % total
    return _("acaba con %(total)s, %(final)s con lo que se suma al final") % {**total, "final": signed(final)}


def _highest(course: Timeline) -> str:
    point = course.highest
    if point.total in (course.start.total, course.end.total):
        return ""
    return _("lo más alto, %(total)s en la mano %(number)s") % {
        "total": signed(point.total),
        "number": point.hand,
    }


def _led(course: Timeline, led: Sequence[Leaders]) -> str:
    times = sum(course.side[0] in leaders for leaders in led)
    facts = {"times": times, "hands": len(led)}
    return _("en cabeza tras %(times)s de %(hands)s manos") % facts if times else _("nunca en cabeza")


def _turns(course: Timeline) -> list[str]:
    """Where it went past the limit, and where it came back."""
    bust, back = (_hands(course.hands_of(turn)) for turn in (TotalChange.BUST, TotalChange.BACK))
    return [
        _("se pasa en %(hands)s") % {"hands": bust} if bust else "",
        _("se reengancha tras %(hands)s") % {"hands": back} if back else "",
    ]


def _hands(numbers: Sequence[int]) -> str:
    told = ngettext("la mano %(numbers)s", "las manos %(numbers)s", len(numbers))
    return told % {"numbers": joined([str(number) for number in numbers])} if numbers else ""
