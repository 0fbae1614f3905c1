"""The scoresheet as CSV that Excel and other spreadsheets open directly."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from io import StringIO

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from rules.events import HandScored
from rules.match.steps import Step
from scores.core.matches.scoresheet import Sheet
from scores.core.wording.hand_lines import CLOSE_NAMES
from scores.core.wording.log_lines import consequences, happened

CellValue = str | int | None

MARK = "\ufeff"  # byte order mark, by which Excel recognises UTF-8
# The first characters of formulas. Some programs accept the full-width ones.
RUNS = "=+-@\t\r\n＝＋－＠"
# A program that expects another separator, or ignores quotes, begins a cell in the middle of a text.
RUNS_LATER = re.compile(rf'([,;\t\r\n][\s"]*)(?=[{re.escape(RUNS)}])')


def of_sheet(sheet: Sheet) -> str:
    """A row for every entry in force: what each seat got and its total. Hands have their number."""
    names = [sheet.names[seat] for seat in sheet.board.order]
    points = [heading for name in names for heading in (name, _("%(name)s: total") % {"name": name})]
    headings = [_("Mano"), _("Quién cerró"), _("Cómo"), *points, _("Qué pasó")]
    text = StringIO()
    # Excel expects semicolons where the comma separates decimals.
    rows = csv.writer(text, delimiter="," if (get_language() or "").startswith("en") else ";")
    rows.writerows(map(_safe, row) for row in (headings, *_rows(sheet)))
    return MARK + text.getvalue()


def _safe(cell: CellValue) -> CellValue:
    """Put an apostrophe wherever a formula could begin in a text. Numbers stay as they are."""
    if not isinstance(cell, str):
        return cell
    text = RUNS_LATER.sub(r"\1'", cell)
    return f"'{text}" if text.lstrip(' "').startswith(tuple(RUNS)) else text


def _rows(sheet: Sheet) -> Iterator[list[CellValue]]:
    """Of each seat the points of the hand and the total after it; empty before the player joined."""
    for step in sheet.steps:
        points: list[CellValue] = []
        for seat in sheet.board.order:
            is_there = seat in step.after.standings
            points += [step.points(seat), step.after.total(seat)] if is_there else [None, None]
        # Consequences (bust, buy-back, win); of an entry that is no hand also what it is.
        line = [] if step.is_hand else [happened(step.event, sheet.names)]
        remarks = " · ".join([*line, *consequences(step, sheet.names)])
        yield [*_hand_cells(step, sheet), *points, remarks]


def _hand_cells(step: Step, sheet: Sheet) -> list[CellValue]:
    if not isinstance(step.event, HandScored):
        return [None, None, None]
    closer = step.event.closer
    how = str(CLOSE_NAMES[step.event.close]) if step.event.close else None
    return [step.hand_number, None if closer is None else sheet.names[closer], how]
