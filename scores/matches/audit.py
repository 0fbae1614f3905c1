"""Whether what is stored about a match beside its log says what the log says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rules.errors import Illegal, Malformed
from scores.matches import results
from scores.matches.replay_cache import loaded
from scores.matches.scoresheet import Sheet
from scores.models import Entry, Match, Result


def disagreements(match: Match) -> Iterator[str]:
    """All that is wrong with the log of a match, or with what was derived from it, a line each."""
    sheet = Sheet(match)
    faults = [*_faults(sheet.rows)]
    yield from faults
    if not faults and (fault := _refusal(sheet)):
        yield fault
    elif not faults:
        yield from _wrong_columns(sheet)
        yield from _wrong_results(sheet)


def _faults(rows: list[Entry]) -> Iterator[str]:
    """Lines that are missing, there twice, or cannot be read."""
    numbers = [row.seq for row in rows]
    if numbers != list(range(len(rows))):
        yield f"its lines are numbered {numbers}"
    for key, times in Counter(row.client_key for row in rows).items():
        if times > 1:
            yield f"{times} lines have the key {key!r}"
    for row in rows:
        try:
            loaded(row)
        except Malformed as error:
            yield f"line {row.seq} cannot be read: {error}"


def _refusal(sheet: Sheet) -> str | None:
    """The first line that the rules would not allow."""
    try:
        refusal = sheet.replay.refusal
    except Illegal as illegal:  # an undo of nothing, an amend of a line that is not there
        return f"a correction is refused: {illegal.code}"
    return f"line {sheet.lines[sheet.replay.accepted].ref} is refused: {refusal.code}" if refusal else None


def _wrong_columns(sheet: Sheet) -> Iterator[str]:
    said = results.columns(sheet)
    if not sheet.rows:
        said.pop("written_at")  # nothing was
    for column, value in said.items():
        stored = getattr(sheet.match, column)
        if stored != value:
            yield f"{column} is {stored}, the log says {value}"


def _wrong_results(sheet: Sheet) -> Iterator[str]:
    stored = {row.seat_id: row for row in sheet.match.results.all()}
    said = {row.seat_id: row for row in results.rows_of(sheet)} if sheet.rows else {}
    for seat in sheet.seats:
        yield from _wrong_result(seat.position, stored.get(seat.pk), said.get(seat.pk))


def _wrong_result(seat: int, stored: Result | None, said: Result | None) -> Iterator[str]:
    if stored is None or said is None:
        if stored is not said:
            yield f"seat {seat} has {'no result' if stored is None else 'a result but no part in the match'}"
        return
    for column in results.COUNTED:
        here, there = getattr(stored, column), getattr(said, column)
        if here != there:
            yield f"{column} of seat {seat} is {here}, the log says {there}"
