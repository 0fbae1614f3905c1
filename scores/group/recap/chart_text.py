"""The chart of a match in words, for screen readers."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.match.board import Board
from rules.match.gin_totals import final_total
from scores.core.matches.scoresheet import Sheet
from scores.core.notation.names import joined
from scores.core.notation.numbers import signed
from scores.group.recap import leads
from scores.group.recap.leads import Leaders
from scores.group.recap.timeline import Timeline, TotalChange


def summary(sheet: Sheet, leaders: Sequence[Leaders]) -> str:
    """How many hands, and how often the lead changed; or who never lost it."""
    hands = ngettext("%(count)s mano.", "%(count)s manos.", len(leaders)) % {"count": len(leaders)}
    if not any(leaders):
        return hands
    count = leads.changes(leaders)
    if not count:
        return f"{hands} {_kept_lead(sheet, leaders)}"
    changed = ngettext("Hay %(count)s cambio en cabeza.", "Hay %(count)s cambios en cabeza.", count)
    return f"{hands} {changed % {'count': count}}"


def _kept_lead(sheet: Sheet, leaders: Sequence[Leaders]) -> str:
    """«Javi no suelta la cabeza.»; the leaders are the same after every hand that had any."""
    ahead = next(leading for leading in leaders if leading)
    message = ngettext("%(names)s no suelta la cabeza.", "%(names)s no sueltan la cabeza.", len(ahead))
    return message % {"names": sheet.called(ahead)}


def key(limit: int | None, is_race: bool, sides: Sequence[Timeline]) -> str:
    """The legend: only the marks that occur."""
    line = _("A rayas, la meta: %(limit)s") if is_race else _("A rayas, el tope: %(limit)s")
    changes = {point.change for timeline in sides for point in timeline.points}
    signs = [
        "" if limit is None else line % {"limit": limit},
        _("✕ se pasa") if TotalChange.BUST in changes else "",
        _("○ se reengancha") if TotalChange.BACK in changes else "",
    ]
    return " · ".join(filter(None, signs))


def side_text(board: Board, timeline: Timeline, leaders: Sequence[Leaders]) -> str:
    """One side in a sentence: its end, its highest total, when it led, when it went bust."""
    parts = [
        _start_text(timeline),
        _end_text(board, timeline),
        _highest_text(timeline),
        _led_text(timeline, leaders),
        *_changes_text(timeline),
    ]
    return "; ".join(filter(None, parts))


def _start_text(timeline: Timeline) -> str:
    start = timeline.start
    facts = {"number": start.hand + 1, "total": signed(start.total)}
    if start.hand:
        return _("entra en la mano %(number)s con %(total)s") % facts
    return _("empieza con %(total)s") % facts if start.total else ""


def _end_text(board: Board, timeline: Timeline) -> str:
    total = {"total": signed(timeline.end.total)}
    if not board.is_over:
        return _("va con %(total)s") % total
    final = final_total(board, timeline.side[0])
    if final == timeline.end.total:
        return _("acaba con %(total)s") % total
    return _("acaba con %(total)s, %(final)s con lo que se suma al final") % {**total, "final": signed(final)}


def _highest_text(timeline: Timeline) -> str:
    point = timeline.highest
    if point.total in (timeline.start.total, timeline.end.total):
        return ""
    return _("lo más alto, %(total)s en la mano %(number)s") % {
        "total": signed(point.total),
        "number": point.hand,
    }


def _led_text(timeline: Timeline, leaders: Sequence[Leaders]) -> str:
    times = sum(timeline.side[0] in leading for leading in leaders)
    facts = {"times": times, "hands": len(leaders)}
    return _("en cabeza tras %(times)s de %(hands)s manos") % facts if times else _("nunca en cabeza")


def _changes_text(timeline: Timeline) -> list[str]:
    """After which hands it went bust, and bought back in."""
    bust, back = (_hands_text(timeline.hands_of(change)) for change in (TotalChange.BUST, TotalChange.BACK))
    return [
        _("se pasa en %(hands)s") % {"hands": bust} if bust else "",
        _("se reengancha tras %(hands)s") % {"hands": back} if back else "",
    ]


def _hands_text(numbers: Sequence[int]) -> str:
    text = ngettext("la mano %(numbers)s", "las manos %(numbers)s", len(numbers))
    return text % {"numbers": joined([str(number) for number in numbers])} if numbers else ""
