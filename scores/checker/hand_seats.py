"""Whose cards belong to the hand that the checker judges.

A hand of Gin in pairs, or with three of whom one rests, is between two: other players have other packs, or no
cards at all.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rules.events import Seat
from rules.match.board import Board
from rules.match.opponents import meets_one, opponent_due, opponents
from scores.checker.query import seat_of

if TYPE_CHECKING:
    from django.http import QueryDict


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
