"""Gin where more than two sit at the table: who meets whom in a hand.

Source: docs/rules/CANON.md#gin-pairs, docs/rules/CANON.md#gin-three. A hand is between two, and names its
closer and the one opponent. In pairs the two sides play as many hands in a deal as they have players. Of
three one rests for each hand.
"""

from rules.events import HandScored, Seat
from rules.match.board import Board
from rules.scoring.points import boxes_won


def meets_one(board: Board) -> bool:
    """Whether the next hand is between two of those who play."""
    return board.in_pairs or board.resting is not None


def opponents(board: Board, seat: Seat) -> tuple[Seat, ...]:
    """Whom `seat` may meet in the next hand, in the order of play."""
    own = board.side_of(seat)
    return tuple(other for other in board.seats_playing if other not in own)


def opponent_due(board: Board, seat: Seat) -> Seat | None:
    """The opponent whom `seat` meets next; None where there is a choice."""
    due = seats_due(board)
    possible = [other for other in opponents(board, seat) if seat in due and other in due]
    return possible[0] if len(possible) == 1 else None


def seats_due(board: Board) -> tuple[Seat, ...]:
    """Those who still play a hand in this deal, in the order of play."""
    return tuple(seat for seat in board.seats_dealt if seat not in board.met)


def dealers(board: Board) -> tuple[Seat, ...]:
    """Who deals the next hand: in pairs every partner of the dealer deals too, each in a game of his own."""
    if not board.in_pairs:
        return (board.dealer,)
    return tuple(seat for seat in board.seats_playing if seat in board.side_of(board.dealer))


def played_by(board: Board, hand: HandScored) -> tuple[Seat, ...]:
    """The seats that played `hand`, in the order of play."""
    if not meets_one(board):
        return board.seats_playing
    return tuple(seat for seat in board.seats_playing if seat == hand.closer or seat in hand.deadwood)


def winner_and_loser(board: Board, hand: HandScored) -> tuple[Seat, ...]:
    """Of a hand of Gin between two: who won it, then who lost it; empty for any other hand."""
    won, played = boxes_won(board.next_ruleset, hand), played_by(board, hand)
    if len(won) != 1 or len(played) != 2:
        return ()
    return (*won, *(seat for seat in played if seat not in won))


def deal_is_over(board: Board) -> bool:
    """Whether all hands of the deal are played. It counts hands: a pair may be quicker than the other."""
    return len(board.met) >= 2 * _hands_of_deal(board)


def _hands_of_deal(board: Board) -> int:
    if not board.in_pairs:
        return 1
    present = [sum(seat in board.seats_playing for seat in side) for side in board.sides]
    return max(1, min(sum(present) // 2, sum(present) - max(present)))
