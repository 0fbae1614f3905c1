"""The sheet of a match for a spreadsheet: comma-separated values that Excel and others open as they are."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from io import StringIO

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from rules.events import HandScored
from rules.match.steps import Step
from scores.matches.scoresheet import Sheet
from scores.wording.hand_lines import CLOSE_NAMES
from scores.wording.log_lines import consequences, happened

Cell = str | int | None

MARK = "\ufeff"  # by it Excel knows UTF-8
RUNS = tuple("=+-@\t\r\n＝＋－＠")  # at the start of a formula; some read the wide ones as the others


def of_sheet(sheet: Sheet) -> str:
    """A row for every line in force, hands with their number: what each seat got by it, and had after it."""
    text = StringIO()
    # Excel takes the semicolon where the comma is for decimals.
    rows = csv.writer(text, delimiter="," if get_language() == "en" else ";")
    rows.writerow(map(_safe, _headings(sheet)))
    rows.writerows(map(_safe, row) for row in _rows(sheet))
    return MARK + text.getvalue()


def _safe(cell: Cell) -> Cell:
    """The cell, told by an apostrophe not to run; numbers are numbers and stay so."""
    if isinstance(cell, str) and cell.lstrip(" ").startswith(RUNS):
        return f"'{cell}"
    return cell


def _headings(sheet: Sheet) -> list[Cell]:
    names = [sheet.names[seat] for seat in sheet.board.order]
    points = [heading for name in names for heading in (name, _("%(name)s: total") % {"name": name})]
    return [_("Mano"), _("Quién cerró"), _("Cómo"), *points, _("Qué pasó")]


def _rows(sheet: Sheet) -> Iterator[list[Cell]]:
    for step in sheet.steps:
        points = [cell for seat in sheet.board.order for cell in _of_seat(step, seat)]
        yield [*_hand(step, sheet), *points, _told(step, sheet)]


def _hand(step: Step, sheet: Sheet) -> list[Cell]:
    if not isinstance(step.event, HandScored):
        return [None, None, None]
    closer = step.event.closer
    how = str(CLOSE_NAMES[step.event.close]) if step.event.close else None
    return [step.hand_number, None if closer is None else sheet.names[closer], how]


def _of_seat(step: Step, seat: int) -> list[Cell]:
    """What the line added, if it is a hand, and the total after it; nothing before somebody joins."""
    if seat not in step.after.standings:
        return [None, None]
    return [step.points(seat), step.after.total(seat)]


def _told(step: Step, sheet: Sheet) -> str:
    """Who goes past the limit, buys back in, wins; for a line between two hands, what it is."""
    line = [] if step.is_hand else [happened(step.event, sheet.names)]
    return " · ".join([*line, *consequences(step, sheet.names)])
