"""The final totals of Gin: what the winner adds to his hand points once the game is over.

Source: docs/rules/CANON.md#gin. In the illustration of its text 118 points, five boxes to two and the bonus
of the game come to 118 + 75 + 100 = 293, against 50.
"""

from dataclasses import dataclass

from rules.events import Seat
from rules.knobs import Scoring
from rules.match.board import Board, Side, sides_of


@dataclass(frozen=True)
class FinalSum:
    """The parts of one side's grand total, in the order in which they are added."""

    points: int  # of the hands
    boxes: int  # hands won; what they are worth is in `box_points`
    shutout: int = 0  # the points again, where the loser won no hand and the house doubles that
    box_points: int = 0  # for the difference in boxes; may be below 0
    game_bonus: int = 0

    @property
    def total(self) -> int:
        return self.points + self.shutout + self.box_points + self.game_bonus


def final_sums(board: Board) -> dict[Seat, FinalSum]:
    """Every seat's grand total in its parts. Only the side that wins a match of Gin alone adds any to its
    points.
    """
    sums = {seat: FinalSum(standing.total, standing.boxes) for seat, standing in board.standings.items()}
    winning = sides_of(board, board.winners)
    if board.ruleset.scoring is Scoring.DIFFERENCE and len(winning) == 1:
        sums |= dict.fromkeys(winning[0], _of_winner(board, winning[0]))
    return sums


def final_total(board: Board, seat: Seat) -> int:
    """The total of `seat`, with all that the end of the match adds to it."""
    return final_sums(board)[seat].total


def _of_winner(board: Board, winner: Side) -> FinalSum:
    ruleset, own = board.ruleset, board.standings[winner[0]]
    others = [board.standings[side[0]].boxes for side in board.sides if side != winner]
    shut_out = ruleset.shutout and not any(others)
    return FinalSum(
        points=own.total,
        boxes=own.boxes,
        shutout=own.total if shut_out else 0,
        box_points=sum(own.boxes - boxes for boxes in others) * ruleset.box,
        game_bonus=ruleset.game_bonus,
    )
