"""The results of a match in columns, for lists and statistics.

They are derived from the log, and never read to compute a total.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import QuerySet

from rules.events import JOKERS_IN_RUN, Close, HandScored, Seat
from rules.match import settlement
from rules.match.board import Board
from rules.match.elimination import places
from rules.match.settlement import final_sums
from scores import models
from scores.core.matches import ratings
from scores.core.matches.scoresheet import Sheet
from scores.models import Match, Result

LATER = ["fewest", "most", "hand_points", "busts"]  # columns that older versions did not store
COUNTED = [
    *("place", "won", "total", "points", "hands", "closes", "clean", "joker_runs", "chinchones"),
    *("buy_backs", "money", *LATER),
]


def rewrite(sheet: Sheet) -> None:
    """Compute the results again from the log; invalidate the ratings if the match is over or was."""
    was_over = sheet.match.finished_at is not None
    Match.objects.filter(pk=sheet.match.pk).update(**columns(sheet))
    write_rows(sheet)
    if was_over or sheet.board.is_over:
        ratings.invalidate(sheet.match.circle_id, sheet.match.played_on)


def fill_in(sheet: Sheet) -> None:
    """Write what an older version did not store. Ratings, records and comebacks stay if they say the same."""
    match, fresh = sheet.match, {row.seat_id: row for row in rows_of(sheet)}
    stored = {row.seat_id: row for row in match.results.all()}
    columns_stored = {name: getattr(match, name) for name in columns(sheet)}
    if stored.keys() != fresh.keys() or columns_stored != columns(sheet) or not _agree(stored, fresh):
        rewrite(sheet)
        return
    if any(row.lacks_points for row in stored.values()):
        models.Records.objects.filter(circle=match.circle_id).delete()
    _write(fresh.values(), LATER)


def give_up(match: int) -> None:
    """Note that the log of the match with this key cannot be replayed: its results stay as they are."""
    Result.objects.filter(match=match, hand_points__isnull=True).update(hand_points=[], busts=[])


def _agree(stored: Mapping[int, Result], fresh: Mapping[int, Result]) -> bool:
    """Whether the columns that are stored have the values of the fresh ones."""
    values = (
        (name, getattr(row, name), getattr(fresh[seat], name))
        for seat, row in stored.items()
        for name in COUNTED
    )
    return all(old == new or (old is None and name in LATER) for name, old, new in values)


def write_rows(sheet: Sheet) -> None:
    """Write the `Result` rows, without the columns of the match."""
    _write(rows_of(sheet), [*COUNTED, "lowest_chance"])  # the chance is no longer known
    undone = [seat.pk for seat in sheet.seats if seat.position not in sheet.board.standings]
    if undone:  # their joining: they keep their `Seat` row
        sheet.match.results.filter(seat__in=undone).delete()


def _write(rows: Iterable[Result], columns: list[str]) -> None:
    """Insert the rows; of those that are stored already update these columns."""
    Result.objects.bulk_create(rows, update_conflicts=True, unique_fields=["seat"], update_fields=columns)


def incomplete() -> QuerySet[Match]:
    """Matches whose results an older version wrote, without the columns added since."""
    old = Result.objects.filter(hand_points__isnull=True)
    return Match.objects.filter(pk__in=old.values("match"))


def columns(sheet: Sheet) -> dict[str, datetime | int | None]:
    """The columns of the match that are derived from its log."""
    return {
        "written_at": sheet.rows[-1].at if sheet.rows else sheet.match.created_at,
        "finished_at": _finished_at(sheet),
        "hands": sheet.board.hands,
    }


def rows_of(sheet: Sheet) -> list[Result]:
    """An unsaved `Result` for each seat that takes part in the match."""
    board, counts = sheet.board, _counts(sheet)
    rows = [
        _result(sheet.match, row, board, counts[row.position])
        for row in sheet.seats
        if row.position in counts
    ]
    placed, sums, money = places(board), final_sums(board), settlement.net(board)
    for row in rows:
        seat = row.seat.position
        row.place, row.total = placed[seat], sums[seat].total
        row.money = money[seat] * board.next_ruleset.cents_per_unit
    return rows


def _finished_at(sheet: Sheet) -> datetime | None:
    """The time of the entry that ended the match; None while it goes on."""
    if not sheet.board.is_over:
        return None
    ref = sheet.steps[-1].line.ref
    return sheet.rows[ref if isinstance(ref, int) else ref[0]].happened_at


@dataclass
class HandsOfSeat:
    """What one seat did in the hands of a match, in their order."""

    points: list[int] = field(default_factory=list)
    closes: list[Close | None] = field(default_factory=list)
    busts: list[int] = field(default_factory=list)  # hands played by then; a penalty is of the hand before it


def _counts(sheet: Sheet) -> dict[Seat, HandsOfSeat]:
    counts = {seat: HandsOfSeat() for seat in sheet.board.standings}
    for step in sheet.steps:
        for seat in step.bust:
            counts[seat].busts.append(step.after.hands)
        for seat, points in step.scored.items():
            counts[seat].points.append(points)
        if isinstance(step.event, HandScored) and step.event.closer is not None:
            counts[step.event.closer].closes.append(step.event.close)
    return counts


def _result(match: Match, row: models.Seat, board: Board, counted: HandsOfSeat) -> Result:
    points, closes = counted.points, counted.closes
    return Result(
        match=match,
        seat=row,
        won=row.position in board.winners,
        points=sum(points),
        hands=len(points),
        buy_backs=board.standings[row.position].rebuys,
        fewest=min(points, default=None),
        most=max(points, default=None),
        hand_points=points,
        busts=counted.busts,
        closes=len(closes),
        clean=closes.count(Close.CLEAN),
        joker_runs=sum(close in JOKERS_IN_RUN for close in closes),
        chinchones=closes.count(Close.CHINCHON),
    )
