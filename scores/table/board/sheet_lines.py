"""The lines of the scoresheet as HTML, cached by match, correction link and language.

After a new hand only its line is rendered. A cached line is used again if its `Step` is the same object: the
replay cache creates a new step if the stored row of a line, or a row before it, has changed.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from rules.events import HandScored, Seat
from rules.match.board import Side
from rules.match.steps import Step
from scores.core.matches.scoresheet import Sheet
from scores.core.notation.numbers import plus, signed
from scores.core.wording import log_lines
from scores.core.wording.hand_lines import bought
from scores.table.board import html_cache
from scores.table.board.sheet_page import next_contract

LINES = 100  # of one match on its board; more than a table plays in an evening
STEP_BYTES = 4000  # memory of a step, roughly


@dataclass(frozen=True)
class SheetCell:
    points: str = ""  # empty where the side did not play the hand
    total: str = ""
    bought: str = ""
    became: str = ""  # in words, if the side went bust with this hand
    marks: str = ""  # CSS classes
    closed: bool = False
    player: str = ""  # the partner who closed, or alone played the hand; empty for a side of one


@dataclass(frozen=True)
class RenderedLines:
    """Lines as HTML by their step, and the values from which they were rendered."""

    names: log_lines.Names
    sides: tuple[Side, ...]
    html: Mapping[Step, SafeString]


def lines_html(sheet: Sheet, may_correct: bool) -> SafeString:
    """The newest LINES lines, the newest first; below them a link to the older ones."""
    key = "lines", sheet.match.code, may_correct, get_language()
    before = html_cache.cache.get(key)
    if before is None or (before.names, before.sides) != (sheet.names, sheet.board.sides):
        before = RenderedLines(sheet.names, sheet.board.sides, {})
    names, sides, code = sheet.names, sheet.board.sides, sheet.match.code if may_correct else ""
    newest = sheet.steps[-LINES:]
    html = {step: before.html.get(step) or render_line(step, sides, names, code) for step in newest}
    lines = RenderedLines(names, sides, html)
    html_cache.cache.put(key, lines, html_cache.memory(*lines.html.values()) + STEP_BYTES * len(lines.html))
    newest_first = format_html_join("", "{}", ((line,) for line in reversed([*lines.html.values()])))
    if len(sheet.steps) <= LINES:
        return newest_first
    text = _("Aquí están las %(count)s últimas. Las demás, en el historial.") % {"count": LINES}
    older = '<tr class="aside"><td colspan="{}"><a href="{}">{}</a></td></tr>'
    return newest_first + format_html(older, 1 + len(sides), reverse("log", args=[sheet.match.code]), text)


def render_line(step: Step, sides: tuple[Side, ...], names: log_lines.Names, code: str) -> SafeString:
    """One line. `code`: that of the match for the correction link; empty for no link."""
    context = {
        "step": step,
        "code": code,
        "contract": next_contract(step.before),
        "cells": [cell(step, side, names) for side in sides],
        "between_hands": "" if step.is_hand else between_hands(step, names),
    }
    return render_to_string("scores/scoresheet/_sheet_line.html", context)


def cell(step: Step, side: Side, names: log_lines.Names) -> SheetCell:
    """Points and total of a side after a hand; empty where the side did not play it."""
    hand = step.event
    played = [seat for seat in side if step.points(seat) is not None]
    points = [step.points(seat) or 0 for seat in played]
    if not points or not isinstance(hand, HandScored):
        return SheetCell()
    became, mark = _bust_mark(step, side[0])
    closed = hand.closer in side
    # Of partners who closed, else the only one who played the hand.
    named = [hand.closer] if closed else played
    return SheetCell(
        plus(sum(points)),
        signed(step.after.total(side[0])),
        bought(sum(hand.buys.get(seat, 0) for seat in side)),
        became,
        " ".join(filter(None, [mark, "closed" if closed else ""])),
        closed,
        names[named[0]] if len(side) > 1 and len(named) == 1 and named[0] is not None else "",
    )


def between_hands(step: Step, names: log_lines.Names) -> str:
    """The event between two hands in words, and who went bust by it."""
    return " · ".join([log_lines.happened(step.event, names), *log_lines.after_busts(step, names)])


def _bust_mark(step: Step, seat: Seat) -> tuple[str, str]:
    """Words and CSS class for a seat that went bust, or went bust and bought back in; empty for others."""
    if seat not in step.bust:
        return "", ""
    if step.after.standings[seat].rebuys > step.before.standings[seat].rebuys:
        return _("reenganche"), "rebuy"
    return _("se pasa"), "bust"
