"""The cards of one hand of a match as the address has them, and whose cards belong to the hand.

A hand of Gin in pairs, or with three of whom one rests, is between two: other players have other packs, or no
cards at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rules.close_kinds import Close
from rules.events import Seat
from rules.match.board import Board
from rules.match.opponents import meets_one, opponent_due, opponents
from scores.core.matches.scoresheet import Sheet
from scores.table.checker.check import Showdown
from scores.table.checker.query import cards_by_key, check_of, seat_of
from scores.table.checker.showdown.play import read_placements

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
    hand = min(board.hands + 1, len(ruleset.contracts)) or None
    check = check_of(asked, ruleset, players, closers, total, hand)
    placements = {
        seat: read_placements(asked.getlist(f"l{seat}"), by_seat[seat], ruleset.pack) for seat in seats
    }
    return Showdown(
        check, closer, by_seat, seats, _claimed_close(asked.get("close", "")), placements
    ), refusal


def _claimed_close(close: str) -> Close | None:
    return Close(close) if close in (Close.OUT, Close.RUMMY, Close.CHINASO) else None


@dataclass(frozen=True)
class HandSeats:
    """The seats of one hand; of a hand between two the closer first."""

    tabs: tuple[Seat, ...]  # the players whose cards can be tapped: the closer, and who may be the opponent
    playing: tuple[Seat, ...]  # those whose cards count: of a hand between two, the closer and the opponent
    opponent: Seat | None = None  # of a hand between two, once it is known


def seats_of_hand(board: Board, asked: QueryDict) -> HandSeats:
    """Everybody who plays; of a hand between two its closer and the opponent that the address names.

    Without a name the opponent is the player whose tab is open, who has cards, or who is due.
    """
    closer = seat_of(asked.get("closer"), board.seats_playing)
    if closer is None or not meets_one(board):
        return HandSeats(board.seats_playing, board.seats_playing)
    possible = opponents(board, closer)
    chosen = seat_of(asked.get("opponent"), possible)
    opponent = chosen if chosen is not None else _opponent_shown(board, closer, asked)
    tabs = (closer, *(possible if chosen is None else (chosen,)))
    return HandSeats(tabs, (closer,) if opponent is None else (closer, opponent), opponent)


def _opponent_shown(board: Board, closer: Seat, asked: QueryDict) -> Seat | None:
    possible = opponents(board, closer)
    opened = seat_of(asked.get("at"), possible)
    with_cards = [seat for seat in possible if asked.get(f"c{seat}")]
    if opened is not None or len(with_cards) != 1:
        return opponent_due(board, closer) if opened is None else opened
    return with_cards[0]
