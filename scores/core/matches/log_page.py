"""The log of a match in pages: every entry as it was written, undone ones included.

The pages are values, so that a phone can make them too.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.match.corrections import Amended, Redone, Undone, WrittenLog, ref_text
from scores.core.list_pages import page_number
from scores.core.matches.dates import time_of_entry
from scores.core.matches.scoresheet import Sheet
from scores.core.wording.log_lines import change_in_words, sentence_of_entry, with_rest

LINES = 100  # entries on one page
CHANGES = 20  # of one correction that a page puts into words


@dataclass(frozen=True)
class LogItem:
    """An entry as the page shows it."""

    text: str
    details: list[str]  # a sentence for each change of a correction
    at: str  # ISO 8601, in UTC
    at_text: str  # in the time zone of the circle
    in_force: bool
    is_correction: bool
    ref: str  # in the address of its correction; empty if it cannot be corrected
    by: str  # name of the phone; empty while one phone wrote everything


@dataclass(frozen=True)
class LogPage:
    match: Any
    sheet: Sheet
    items: list[LogItem]  # the newest first
    may_score: bool
    first: int  # the number of the newest item
    newer: int  # the number of that page; 0 for none
    older: int


def log_page(
    sheet: Sheet, asked_page: str, may_score: bool, by: Mapping[int, str]
) -> LogPage:
    """A page, from 1; too high is the last. `by` names the phone of each entry."""
    pages = max(1, -(-sheet.seq // LINES))
    number = min(page_number(asked_page), pages)
    end = sheet.seq - LINES * (number - 1)
    shown = range(max(0, end - LINES), end)
    return LogPage(
        match=sheet.match,
        sheet=sheet,
        items=list(reversed(_items(sheet, shown, by))),
        may_score=may_score,
        first=shown.stop,
        newer=number - 1,
        older=number + 1 if number < pages else 0,
    )


def _items(sheet: Sheet, shown: range, by: Mapping[int, str]) -> list[LogItem]:
    on_the_sheet = {ref_text(ref) for line in sheet.lines for ref in line.refs}
    not_undone = set(sheet.written.in_force)
    undoes = sheet.written.moved
    details = _details(sheet, shown)
    items = []
    for row in sheet.rows[shown.start : shown.stop]:
        entry = sheet.log[row.seq]
        is_correction = isinstance(entry, (Amended, Undone, Redone))
        is_listed = str(row.seq) in on_the_sheet
        text = sentence_of_entry(entry, sheet.names)
        if row.seq in undoes:
            text = (
                f"{text}: {sentence_of_entry(sheet.log[undoes[row.seq]], sheet.names)}"
            )
        at, at_text = time_of_entry(sheet.match, row)
        items.append(
            LogItem(
                text=text,
                details=details.get(row.seq, []),
                at=at,
                at_text=at_text,
                in_force=is_listed
                or row.seq in undoes
                or (is_correction and row.seq in not_undone),
                is_correction=is_correction,
                ref=str(row.seq) if is_listed and not is_correction else "",
                by=by.get(row.seq, ""),
            )
        )
    return items


def _details(sheet: Sheet, shown: range) -> dict[int, list[str]]:
    """For each correction among those entries a sentence for each change; of many changes the first CHANGES,
    and how many more.
    """
    details = {}
    written = WrittenLog()
    for seq, entry in enumerate(sheet.log[: shown.stop]):
        if isinstance(entry, Amended) and seq in shown:
            first = [
                change_in_words(written.lines, change, sheet.names)
                for change in entry.changes[:CHANGES]
            ]
            details[seq] = with_rest(entry, first)
        written.write(seq, entry)
    return details
