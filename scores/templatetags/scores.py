"""What templates need to show a board: icons, names for seats, signs for numbers. No rule of the game."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from rules.board import Board
from rules.corrections import Entry
from rules.events import HandScored, Seat
from rules.standings import Side
from scores import contracts, numbers, words
from scores.hand_words import bought
from scores.sheet import Sheet
from scores.steps import Step

register = template.Library()
register.filter("signed", numbers.signed)
register.filter("plus", numbers.plus)
register.filter("money", numbers.money)
register.filter("gained", numbers.gained)
register.filter("mean", numbers.mean)


@register.simple_tag
@cache
def icon(name: str) -> SafeString:
    """One of the drawings of _icon.html. A sheet shows hundreds, the same for everybody."""
    return render_to_string("_icon.html", {"icon": name})


@register.filter
def named(seat: Seat, sheet: Sheet) -> str:
    return sheet.names[seat]


@register.filter
def called(side: Side, sheet: Sheet) -> str:
    return sheet.called(side)


@register.filter
def happened(entry: Entry, sheet: Sheet) -> str:
    return words.happened(entry, sheet.names)


@register.filter
def total_of(board: Board, seat: Seat) -> str:
    return numbers.signed(board.total(seat))


@register.filter
def happened_between(step: Step, sheet: Sheet) -> str:
    """What happened between two hands, and whom it took past the limit."""
    return " · ".join([words.happened(step.event, sheet.names), *words.after_busts(step, sheet.names)])


@register.filter
def contract(step: Step) -> str:
    """What the hand asked for to go down; empty in all but Chinaso."""
    return contracts.of_next_hand(step.before)


@dataclass(frozen=True)
class Cell:
    """A hand and a side on the sheet."""

    points: int | None = None
    total: str = ""
    bought: str = ""
    became: str = ""  # of the side, with this hand
    marks: str = ""  # classes
    closed: bool = False
    closer: str = ""  # which of two partners it was


@register.simple_tag
def cell(sheet: Sheet, step: Step, side: Side) -> Cell:
    """What a hand was for a side; empty where the hand did not count in it."""
    hand, points = step.event, [one for one in map(step.points, side) if one is not None]
    if not points or not isinstance(hand, HandScored):
        return Cell()
    became, mark = _became(step, side[0])
    closed = hand.closer in side
    return Cell(
        sum(points),
        numbers.signed(step.after.total(side[0])),
        bought(sum(hand.buys.get(seat, 0) for seat in side)),
        became,
        " ".join(filter(None, [mark, "closed" if closed else ""])),
        closed,
        sheet.names[hand.closer] if closed and hand.closer is not None and len(side) > 1 else "",
    )


def _became(step: Step, seat: Seat) -> tuple[str, str]:
    """In words and as a class: bust, or bust and back at once."""
    if not words.is_bust(step, seat):
        return "", ""
    if step.after.standings[seat].rebuys > step.before.standings[seat].rebuys:
        return _("reenganche"), "rebuy"
    return _("se pasa"), "bust"
