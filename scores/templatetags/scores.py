"""What templates need to show a board: names for seats, signs for numbers. No rule of the game."""

from __future__ import annotations

from dataclasses import dataclass

from django import template
from django.utils.translation import gettext as _

from rules.board import Board, Status
from rules.corrections import Entry
from rules.events import Seat
from scores import numbers, words
from scores.sheet import Sheet, Step

register = template.Library()
register.filter("signed", numbers.signed)
register.filter("plus", numbers.plus)
register.filter("money", numbers.money)


@register.filter
def named(seat: Seat, sheet: Sheet) -> str:
    return sheet.names[seat]


@register.filter
def happened(entry: Entry, sheet: Sheet) -> str:
    return words.happened(entry, sheet.names)


@register.filter
def total_of(board: Board, seat: Seat) -> str:
    return numbers.signed(board.total(seat))


@dataclass(frozen=True)
class Cell:
    """A hand and a seat on the sheet."""

    points: int | None
    total: str
    note: str  # what became of the seat with this hand
    marks: str  # classes
    closed: bool = False


@register.filter
def cell(step: Step, seat: Seat) -> Cell:
    points = step.points(seat)
    after = step.after.standings.get(seat)
    if points is None or after is None:
        return Cell(None, "", "", "")
    closed = getattr(step.event, "closer", None) == seat
    total, mark = numbers.signed(after.total), "closed" if closed else ""
    if after.rebuys > step.before.standings[seat].rebuys:
        return Cell(points, total, _("reenganche"), f"rebuy {mark}", closed)
    if after.status in (Status.OUT, Status.ASKED):
        return Cell(points, total, _("se pasa"), f"bust {mark}", closed)
    return Cell(points, total, "", mark, closed)
