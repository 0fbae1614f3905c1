"""How a match was won, in words: by the last hand of the winner, or by what happened to the others."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules.close_kinds import Close
from rules.events import Declined, HandScored, Retired
from rules.match.steps import Step
from scores.core.matches.scoresheet import Sheet
from scores.core.notation.numbers import signed

CLOSED: dict[Close | None, Any] = {
    None: gettext_lazy("quedándose sin cartas"),
    Close.JOKER_RUN_1: gettext_lazy("con una escalera con comodín"),
    Close.JOKER_RUN_2: gettext_lazy("con una escalera con dos comodines"),
    Close.CHINCHON: gettext_lazy("con chinchón"),
    Close.GIN: gettext_lazy("con gin"),
    Close.BIG_GIN: gettext_lazy("con gran gin"),
    Close.OUT: gettext_lazy("quedándose sin cartas"),
    Close.RUMMY: gettext_lazy("saliendo de una vez"),
    Close.CHINASO: gettext_lazy("con chinaso"),
}
"""The closes that are called by their name; of the others the points are said."""


def how_won(sheet: Sheet) -> str:
    """«con chinchón», «cerrando con −10», «porque Luis se pasó»; empty until the match is over."""
    step = _deciding_step(sheet)
    if step is None or not sheet.board.winners:
        return ""
    if isinstance(step.event, HandScored) and step.event.closer in sheet.board.winners:
        return _closing(step, step.event)
    if isinstance(step.event, Retired):
        return _("porque %(name)s se retiró") % {"name": sheet.names[step.event.seat]}
    return _past_the_limit(sheet, step) or _("con el mejor total")


def _deciding_step(sheet: Sheet) -> Step | None:
    """The last line of the match; of somebody who does not buy back in, the hand before that question."""
    if not sheet.board.is_over or not sheet.hands:
        return None
    last = sheet.steps[-1]
    return sheet.hands[-1] if isinstance(last.event, Declined) else last


def _closing(step: Step, hand: HandScored) -> str:
    if hand.close in CLOSED:
        return str(CLOSED[hand.close])
    closer: Any = hand.closer
    points = step.points(closer) if hand.close is Close.CLEAN else hand.deadwood.get(closer)
    return _("cerrando con %(points)s") % {"points": signed(points or 0)}


def _past_the_limit(sheet: Sheet, step: Step) -> str:
    """Who went past the limit with this line; empty if nobody did, or if the winner did too."""
    board = sheet.board
    past = [sheet.names[seat] for seat in board.order if seat in step.bust]
    if not past or board.next_ruleset.is_past(board.total(board.winners[0])):
        return ""
    if len(past) > 1:
        return _("porque los demás se pasaron")
    return _("porque %(name)s se pasó") % {"name": past[0]}
