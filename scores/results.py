"""What a match came to, kept in columns for lists and statistics. Derived from the sheet, never read back
to compute a score."""

from __future__ import annotations

from datetime import datetime

from rules import money
from rules.board import places
from rules.closes import JOKERS_IN_RUN, Close
from rules.events import HandScored, Seat
from rules.gin import final_total
from scores.models import Match, Result
from scores.sheet import Sheet

COUNTED = [
    *("place", "won", "total", "points", "hands", "closes", "clean"),
    *("joker_runs", "chinchones", "buy_backs", "money"),
]


def rewrite(sheet: Sheet) -> None:
    """Make the `Result` rows and the columns of the match say what its log says; saves the match."""
    match = sheet.match
    fill_in(sheet)
    match.save(update_fields=["written_at", "finished_at", "hands", "version"])
    Result.objects.bulk_create(
        rows(sheet), update_conflicts=True, unique_fields=["seat"], update_fields=COUNTED
    )
    _forget_those_who_never_sat_down(match, sheet)


def fill_in(sheet: Sheet) -> None:
    """The columns of the match as its log has them, not yet saved."""
    match = sheet.match
    match.written_at = sheet.rows[-1].at if sheet.rows else match.created_at
    match.finished_at = _finished_at(sheet)
    match.hands = sheet.board.hands


def rows(sheet: Sheet) -> list[Result]:
    """A row for each who sat down, not yet saved."""
    at_table = (seat for seat in sheet.seats if seat.position in sheet.board.standings)
    return [_result(sheet, seat.position, seat.pk) for seat in at_table]


def _forget_those_who_never_sat_down(match: Match, sheet: Sheet) -> None:
    """A seat whose joining was taken back has a row, but no part in the match."""
    gone = [seat.pk for seat in sheet.seats if seat.position not in sheet.board.standings]
    if gone:
        match.results.filter(seat__in=gone).delete()


def _finished_at(sheet: Sheet) -> datetime | None:
    """When the line that decided the match happened; None while it goes on."""
    if not sheet.board.is_over:
        return None
    ref = sheet.steps[-1].line.ref
    return sheet.rows[ref if isinstance(ref, int) else ref[0]].happened_at


def _result(sheet: Sheet, seat: Seat, seat_id: int) -> Result:
    board = sheet.board
    standing = board.standings[seat]
    points = [step.points(seat) for step in sheet.hands]
    counted = [one for one in points if one is not None]
    return Result(
        match=sheet.match,
        seat_id=seat_id,
        place=places(board)[seat],
        won=seat in board.winners,
        total=final_total(board, seat),
        points=sum(counted),
        hands=len(counted),
        buy_backs=standing.rebuys,
        money=money.net(board)[seat],
        **_closes(sheet, seat),
    )


def _closes(sheet: Sheet, seat: Seat) -> dict[str, int]:
    closes = [
        step.event.close
        for step in sheet.hands
        if isinstance(step.event, HandScored) and step.event.closer == seat
    ]
    return {
        "closes": len(closes),
        "clean": closes.count(Close.CLEAN),
        "joker_runs": sum(close in JOKERS_IN_RUN for close in closes),
        "chinchones": closes.count(Close.CHINCHON),
    }
