"""The results of a match in columns, for lists and statistics.

They are derived from the log, and never read to compute a total.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime

from django.db.models import QuerySet

from scores import models
from scores.core.matches import ratings
from scores.core.matches.scoresheet import Sheet
from scores.core.matches.seat_results import SUMMED, last_row, seat_results
from scores.models import Match, Result

# columns that older versions did not store
LATER = ["fewest", "most", "hand_points", "busts"]
COUNTED = [*SUMMED, "total", "money", *LATER]


def rewrite(sheet: Sheet) -> None:
    """Compute the results again from the log; invalidate the ratings if the match is over or was."""
    was_over = sheet.match.finished_at is not None
    Match.objects.filter(pk=sheet.match.pk).update(**columns(sheet))
    write_rows(sheet)
    if was_over or sheet.board.is_over:
        ratings.invalidate(sheet.match.circle_id, sheet.match.played_on)


def fill_in(sheet: Sheet) -> None:
    """Write what an older version did not store. Ratings, records and comebacks stay if they say the same;
    comebacks also if only ranks differ, on which no chance to win depends.
    """
    match = sheet.match
    fresh = {row.seat_id: row for row in rows_of(sheet)}
    stored = {row.seat_id: row for row in match.results.all()}
    columns_stored = {name: getattr(match, name) for name in columns(sheet)}
    if (
        stored.keys() != fresh.keys()
        or columns_stored != columns(sheet)
        or not _agree(stored, fresh, [name for name in COUNTED if name != "place"])
    ):
        rewrite(sheet)
        return
    if not _agree(stored, fresh, ["place"]) and match.finished_at is not None:
        ratings.invalidate(match.circle_id, match.played_on)
    if any(row.lacks_points for row in stored.values()):
        models.Records.objects.filter(circle=match.circle_id).delete()
    _write(fresh.values(), ["place", *LATER])


def give_up(match: int) -> None:
    """Note that the log of the match with this key cannot be replayed: its results stay as they are."""
    Result.objects.filter(match=match, hand_points__isnull=True).update(
        hand_points=[], busts=[]
    )


def _agree(
    stored: Mapping[int, Result], fresh: Mapping[int, Result], names: list[str]
) -> bool:
    """Whether those of the columns that are stored have the values of the fresh ones."""
    values = (
        (name, getattr(row, name), getattr(fresh[seat], name))
        for seat, row in stored.items()
        for name in names
    )
    return all(
        old == new or (old is None and name in LATER) for name, old, new in values
    )


def write_rows(sheet: Sheet) -> None:
    """Write the `Result` rows, without the columns of the match."""
    _write(rows_of(sheet), [*COUNTED, "lowest_chance"])  # the chance is no longer known
    undone = [
        seat.pk for seat in sheet.seats if seat.position not in sheet.board.standings
    ]
    if undone:  # their joining: they keep their `Seat` row
        sheet.match.results.filter(seat__in=undone).delete()


def _write(rows: Iterable[Result], columns: list[str]) -> None:
    """Insert the rows; of those that are stored already update these columns."""
    Result.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=["seat"], update_fields=columns
    )


def incomplete_matches() -> QuerySet[Match]:
    """Matches whose results an older version wrote, without the columns added since."""
    old = Result.objects.filter(hand_points__isnull=True)
    return Match.objects.filter(pk__in=old.values("match"))


def columns(sheet: Sheet) -> dict[str, datetime | int | None]:
    """The columns of the match that are derived from its log."""
    last = last_row(sheet)
    return {
        "written_at": sheet.rows[-1].at if sheet.rows else sheet.match.created_at,
        "finished_at": None if last is None else sheet.rows[last].happened_at,
        "hands": sheet.board.hands,
    }


def rows_of(sheet: Sheet) -> list[Result]:
    """An unsaved `Result` for each seat that takes part in the match."""
    seats = {row.position: row for row in sheet.seats}
    return [
        Result(match=sheet.match, **{**result._asdict(), "seat": seats[result.seat]})
        for result in seat_results(sheet)
    ]
