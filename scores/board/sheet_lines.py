"""The scoresheet as a page shows it, line by line.

What happened does not change, so a line that was drawn is kept. It is known by all that can be seen on it:
the step, which is another one as soon as its row or one before it is; who plays with whom, under which name;
whether it may be corrected, and in which match; the language.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from django.template.loader import render_to_string
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from rules.events import HandScored, Seat
from rules.match.board import Side
from rules.match.steps import Step
from scores.board.contract_progress import of_next_hand
from scores.matches.scoresheet import Sheet
from scores.notation.numbers import plus, signed
from scores.wording import log_lines
from scores.wording.hand_lines import bought

KEPT = 5000  # lines; one or two kB each


@dataclass(frozen=True)
class Cell:
    """A hand and a side on the sheet."""

    points: str = ""  # empty where the hand did not count in it
    total: str = ""
    bought: str = ""
    became: str = ""  # of the side, with this hand
    marks: str = ""  # classes
    closed: bool = False
    closer: str = ""  # which of two partners it was


def drawn(sheet: Sheet, may_correct: bool) -> SafeString:
    """The newest line first."""
    sides, names = sheet.board.sides, tuple(sheet.names.items())
    code, language = sheet.match.code if may_correct else "", get_language()
    lines = ((one_drawn(step, sides, names, code, language),) for step in reversed(sheet.steps))
    return format_html_join("", "{}", lines)


@lru_cache(maxsize=KEPT)
def one_drawn(
    step: Step, sides: tuple[Side, ...], names: tuple[tuple[Seat, str], ...], code: str, language: str
) -> SafeString:
    """`code` of the match in which it may be corrected, or nothing."""
    called = dict(names)
    context = {
        "step": step,
        "code": code,
        "contract": of_next_hand(step.before),
        "cells": [cell(step, side, called) for side in sides],
        "told": "" if step.is_hand else between_hands(step, called),
    }
    return render_to_string("scores/scoresheet/_sheet_line.html", context)


def cell(step: Step, side: Side, names: log_lines.Names) -> Cell:
    """What a hand was for a side; empty where the hand did not count in it."""
    hand, points = step.event, [one for one in map(step.points, side) if one is not None]
    if not points or not isinstance(hand, HandScored):
        return Cell()
    became, mark = _became(step, side[0])
    closed = hand.closer in side
    return Cell(
        plus(sum(points)),
        signed(step.after.total(side[0])),
        bought(sum(hand.buys.get(seat, 0) for seat in side)),
        became,
        " ".join(filter(None, [mark, "closed" if closed else ""])),
        closed,
        names[hand.closer] if closed and hand.closer is not None and len(side) > 1 else "",
    )


def between_hands(step: Step, names: log_lines.Names) -> str:
    """What happened between two hands, and whom it took past the limit."""
    return " · ".join([log_lines.happened(step.event, names), *log_lines.after_busts(step, names)])


def _became(step: Step, seat: Seat) -> tuple[str, str]:
    """In words and as a class: bust, or bust and back at once."""
    if not log_lines.is_bust(step, seat):
        return "", ""
    if step.after.standings[seat].rebuys > step.before.standings[seat].rebuys:
        return _("reenganche"), "rebuy"
    return _("se pasa"), "bust"
