"""The pot: who paid what into it and who takes it. Whole units (cents, chips)."""

from rules.board import Board
from rules.events import Seat


def pot(board: Board) -> int:
    """All stakes and buy-backs paid so far."""
    return sum(standing.paid for standing in board.standings.values())


def net(board: Board) -> dict[Seat, int]:
    """What each seat has won or lost, in seat order; the pot is paid out once there are winners.

    A pot that does not divide leaves its odd units to the winners first in seat order (FORMAT.md).
    """
    shares = {seat: -board.standings[seat].paid for seat in board.order}
    winners = [seat for seat in board.order if seat in board.winners]
    for place, seat in enumerate(winners):
        share, odd = divmod(pot(board), len(winners))
        shares[seat] += share + (1 if place < odd else 0)
    return shares
