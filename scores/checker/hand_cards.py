"""The cards of one hand of a match as the address has them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rules.close_kinds import Close
from rules.events import Seat
from scores.checker.check import Check, Showdown, read_groups
from scores.checker.query import cards_by_key, going_down_fields, seat_of
from scores.checker.table_play import read_said
from scores.matches.scoresheet import Sheet

if TYPE_CHECKING:
    from django.http import QueryDict


def showdown_of(
    sheet: Sheet, asked: QueryDict, seats: Sequence[Seat], total: int | None = None
) -> tuple[Showdown, str]:
    """Everybody's cards in the address, and the sentence that says why they are refused, if they are.

    `seats` are those whose cards count. Without `total` the closer has the total of the board.
    """
    board = sheet.board
    players, ruleset = len(board.order), board.next_ruleset
    closer = seat_of(asked.get("closer"), seats)
    cards, refusal = cards_by_key(asked, ruleset, players, [f"c{seat}" for seat in seats])
    by_seat = {seat: cards.get(f"c{seat}", ()) for seat in seats}
    closers = by_seat.get(closer, ()) if closer is not None else ()
    if total is None:
        total = board.total(closer) if closer is not None else 0
    check = Check(
        ruleset,
        players,
        closers,
        read_groups(asked.getlist("g"), closers, ruleset),
        "first" in asked,
        total,
        min(board.hands + 1, len(ruleset.contracts)) or None,
        **going_down_fields(asked, ruleset, players),
    )
    said = {seat: read_said(asked.getlist(f"l{seat}"), by_seat[seat], ruleset.pack) for seat in seats}
    return Showdown(check, closer, by_seat, seats, _claimed_close(asked.get("close", "")), said), refusal


def _claimed_close(close: str) -> Close | None:
    return Close(close) if close in (Close.OUT, Close.RUMMY, Close.CHINASO) else None
