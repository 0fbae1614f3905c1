"""The scoresheet as a page shows it, line by line.

What happened does not change, so the lines that were drawn for a match are kept for its next version: a hand
more is one line more to draw. The steps tell which lines are still the same: the replay cache makes another
step of a line as soon as its row, or a row before it, is another one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.template.loader import render_to_string
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from rules.events import HandScored, Seat
from rules.match.board import Side
from rules.match.steps import Step
from scores.board import drawn_cache
from scores.board.contract_progress import of_next_hand
from scores.matches.scoresheet import Sheet
from scores.notation.numbers import plus, signed
from scores.wording import log_lines
from scores.wording.hand_lines import bought

STEP_BYTES = 4000  # about what a step takes in memory


@dataclass(frozen=True)
class SheetCell:
    """A hand and a side on the sheet."""

    points: str = ""  # empty where the hand did not count in it
    total: str = ""
    bought: str = ""
    became: str = ""  # of the side, with this hand
    marks: str = ""  # classes
    closed: bool = False
    closer: str = ""  # which of two partners it was


@dataclass(frozen=True)
class DrawnLines:
    """Lines as HTML, the oldest first, and what they were drawn from."""

    names: log_lines.Names
    sides: tuple[Side, ...]
    steps: Sequence[Step] = ()
    html: Sequence[SafeString] = ()


def drawn(sheet: Sheet, may_correct: bool) -> SafeString:
    """The newest line first."""
    key = "lines", sheet.match.code, may_correct, get_language()
    before = drawn_cache.cache.get(key)
    if before is None or (before.names, before.sides) != (sheet.names, sheet.board.sides):
        before = DrawnLines(sheet.names, sheet.board.sides)
    lines = _continued(before, sheet, sheet.match.code if may_correct else "")
    drawn_cache.cache.put(key, lines, sum(len(line) + STEP_BYTES for line in lines.html))
    return format_html_join("", "{}", ((line,) for line in reversed(lines.html)))


def _continued(before: DrawnLines, sheet: Sheet, code: str) -> DrawnLines:
    """The lines of the sheet. Those of `before` that are the same are not drawn again."""
    steps = sheet.steps
    pairs = enumerate(zip(before.steps, steps, strict=False))
    same = next((place for place, (old, new) in pairs if old is not new), min(len(before.steps), len(steps)))
    fresh = [draw_line(step, before.sides, before.names, code) for step in steps[same:]]
    return DrawnLines(before.names, before.sides, steps, [*before.html[:same], *fresh])


def draw_line(step: Step, sides: tuple[Side, ...], names: log_lines.Names, code: str) -> SafeString:
    """`code` of the match in which the line may be corrected, or nothing."""
    context = {
        "step": step,
        "code": code,
        "contract": of_next_hand(step.before),
        "cells": [cell(step, side, names) for side in sides],
        "told": "" if step.is_hand else between_hands(step, names),
    }
    return render_to_string("scores/scoresheet/_sheet_line.html", context)


def cell(step: Step, side: Side, names: log_lines.Names) -> SheetCell:
    """What a hand was for a side; empty where the hand did not count in it."""
    hand, points = step.event, [one for one in map(step.points, side) if one is not None]
    if not points or not isinstance(hand, HandScored):
        return SheetCell()
    became, mark = _became(step, side[0])
    closed = hand.closer in side
    return SheetCell(
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
    if seat not in step.bust:
        return "", ""
    if step.after.standings[seat].rebuys > step.before.standings[seat].rebuys:
        return _("reenganche"), "rebuy"
    return _("se pasa"), "bust"
