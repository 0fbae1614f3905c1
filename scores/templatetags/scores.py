"""Template tags and filters: icons, names of seats, numbers, scoresheet cells, cached includes."""

from __future__ import annotations

from collections.abc import Hashable
from functools import cache, lru_cache

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from rules.events import Seat
from rules.match.board import Board, Side
from rules.match.steps import Step
from scores.board import sheet_lines
from scores.matches.scoresheet import Sheet
from scores.notation import numbers
from scores.notation.names import shortened

DRAWN = 1000  # pieces of pages that are kept; a kB or two each

register = template.Library()
register.filter("signed", numbers.signed)
register.filter("plus", numbers.plus)
register.filter("money", numbers.money)
register.filter("gained", numbers.gained)
register.filter("mean", numbers.mean)
register.filter("shortened", shortened)
register.simple_tag(sheet_lines.drawn, name="sheet_lines")


@register.simple_tag
@cache
def icon(name: str) -> SafeString:
    """One of the drawings of _icon.html. A sheet shows hundreds, the same for everybody."""
    return render_to_string("_icon.html", {"icon": name})


@register.simple_tag
def once(template: str, **facts: Hashable) -> SafeString:
    """An include that sees these facts alone. For the same facts it is drawn once."""
    return _drawn(template, get_language(), tuple(facts.items()))


@lru_cache(maxsize=DRAWN)
def _drawn(template: str, language: str, facts: tuple[tuple[str, Hashable], ...]) -> SafeString:
    return render_to_string(template, dict(facts))


@register.filter
def named(seat: Seat, sheet: Sheet) -> str:
    return sheet.names[seat]


@register.filter
def called(side: Side, sheet: Sheet) -> str:
    return sheet.called(side)


@register.filter
def total_of(board: Board, seat: Seat) -> str:
    return numbers.signed(board.total(seat))


@register.simple_tag
def cell(sheet: Sheet, step: Step, side: Side) -> sheet_lines.Cell:
    return sheet_lines.cell(step, side, sheet.names)
