"""Files to download; tables for spreadsheets, as CSV."""

import csv
import re
from collections.abc import Iterable, Sequence
from io import StringIO

from django.http import HttpResponse
from django.utils.http import content_disposition_header
from django.utils.translation import get_language

from scores.core.notation.shown_names import in_text, marked_name, unmarked_text

CellValue = str | int | None

MARK = "\ufeff"  # byte order mark, by which Excel recognises UTF-8
# The first characters of formulas. Some programs accept the full-width ones.
RUNS = re.escape("=+-@\t\r\n＝＋－＠")
# Where a formula could begin. A program that expects another separator, or ignores quotes, begins a cell in
# the middle of a text.
FORMULA = re.compile(rf'(^(?=[ "]*[{RUNS}])|[,;\t\r\n][\s"]*(?=[{RUNS}]))')


def csv_text(rows: Iterable[Sequence[CellValue]]) -> str:
    """The file of these rows, for the language of the request; no text in it runs as a formula."""
    text = StringIO()
    # Excel expects semicolons where the comma separates decimals.
    writer = csv.writer(
        text, delimiter="," if (get_language() or "").startswith("en") else ";"
    )
    writer.writerows(map(_safe, row) for row in rows)
    return MARK + text.getvalue()


def _safe(cell: CellValue) -> CellValue:
    """Put an apostrophe wherever a formula could begin in a text. Numbers stay as they are,
    but for a real minus sign: spreadsheets read a hyphen. A cell that has only a name has it as it was typed,
    to be found and sorted."""
    if not isinstance(cell, str):
        return cell
    name = unmarked_text(cell)
    text = FORMULA.sub(r"\1'", name if cell == marked_name(name) else in_text(cell))
    return re.sub(r"^−(?=[0-9]+([.,][0-9]+)?$)", "-", text)


def file_response(content: str, content_type: str, name: str) -> HttpResponse:
    headers = {
        "Content-Disposition": content_disposition_header(True, name),
        "Cache-Control": "no-store",
    }
    return HttpResponse(content, content_type=content_type, headers=headers)


def csv_response(rows: Iterable[Sequence[CellValue]], name: str) -> HttpResponse:
    return file_response(csv_text(rows), "text/csv; charset=utf-8", name)
