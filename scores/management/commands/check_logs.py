import sys
from collections.abc import Iterator, Mapping, Sequence

from django.core.management.base import BaseCommand

from rules.errors import Illegal, Malformed
from scores.core.matches import results
from scores.core.matches.replay_cache import entry_of
from scores.core.matches.scoresheet import Sheet
from scores.management.upgrade import with_progress
from scores.models import LogRow, Match, Result


class Command(BaseCommand):
    help = "Replay the log of every match; report every line and every column that disagrees (exit code 1)."

    def handle(self, **options: object) -> None:
        done = differing = 0
        for match in with_progress(
            Match.objects.prefetch_related("results"), self.stdout.write
        ):
            lines = [
                f"{match.code}: {difference}" for difference in disagreements(match)
            ]
            self.stdout.write("\n".join(lines), ending="\n" if lines else "")
            done += 1
            differing += bool(lines)
        self.stdout.write(
            f"Matches checked: {done}. Matches that disagree: {differing}."
        )
        if differing:
            sys.exit(1)


def disagreements(match: Match) -> Iterator[str]:
    """A sentence for each fault of the log, and for each stored value that differs from the replay."""
    sheet = Sheet(match)
    faults = [*_faults(sheet.rows)]
    yield from faults
    if not faults and (fault := _refusal(sheet)):
        yield fault
    elif not faults:
        yield from _wrong_values(sheet)


def _faults(rows: Sequence[LogRow]) -> Iterator[str]:
    """Entries that are missing or unreadable. No database stores a key twice."""
    numbers = [row.seq for row in rows]
    if numbers != list(range(len(rows))):
        yield f"its lines are numbered {numbers}"
    for row in rows:
        try:
            entry_of((row.kind, row.payload))
        except Malformed as error:
            yield f"line {row.seq} cannot be read: {error}"


def _refusal(sheet: Sheet) -> str | None:
    """The first line that the rules refuse; None if they refuse none."""
    try:
        refusal = sheet.replay.refusal
    except Illegal as illegal:  # a correction that refers to no entry
        return f"a correction is refused: {illegal.code}"
    return (
        f"line {sheet.lines[sheet.replay.accepted].ref} is refused: {refusal.code}"
        if refusal
        else None
    )


def _wrong_values(sheet: Sheet) -> Iterator[str]:
    columns = results.columns(sheet)
    if not sheet.rows:
        columns.pop("written_at")  # an empty log has no time
    yield from _wrong(sheet.match, columns)
    stored = {row.seat_id: row for row in sheet.match.results.all()}
    replayed = (
        {row.seat_id: row for row in results.rows_of(sheet)} if sheet.rows else {}
    )
    for seat in sheet.seats:
        row = stored.get(seat.pk)
        expected = replayed.get(seat.pk)
        if row and expected:
            counted = {column: getattr(expected, column) for column in results.COUNTED}
            yield from _wrong(row, counted, f" of seat {seat.position}")
        elif row or expected:
            has = "a result but no part in the match" if row else "no result"
            yield f"seat {seat.position} has {has}"


def _wrong(
    row: Match | Result, replayed: Mapping[str, object], whose: str = ""
) -> Iterator[str]:
    for column, value in replayed.items():
        stored = getattr(row, column)
        if stored != value:
            yield f"{column}{whose} is {stored}, the log says {value}"
