"""The score table of a match of Gin: for each side the total after every hand won, and the final sum.

The layout is that of the illustration in the source of the rules.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.events import Seat
from rules.knobs import Scoring
from rules.match.board import Board
from rules.match.gin_totals import FinalSum, final_sums
from scores.core.matches.scoresheet import Sheet


@dataclass(frozen=True)
class Column:
    """One side: the total after each hand won, and the final sum, shown when the match is over."""

    name: str
    totals: list[int]
    sum: FinalSum
    won: bool


@dataclass(frozen=True)
class Boxes:
    columns: list[Column]
    is_over: bool

    @property
    def has_shutout(self) -> bool:
        return any(column.sum.shutout for column in self.columns)

    @property
    def apart(self) -> int:
        """The difference between the highest and the lowest final sum."""
        sums = [column.sum.total for column in self.columns]
        return max(sums) - min(sums)


def of_sheet(sheet: Sheet) -> Boxes | None:
    """The table of a match; None for other games and before the first hand."""
    board = sheet.board
    if board.ruleset.scoring is not Scoring.DIFFERENCE or not sheet.hands:
        return None
    sums = final_sums(board)
    columns = [
        Column(sheet.called(side), _totals(sheet, side[0]), sums[side[0]], side[0] in board.winners)
        for side in board.sides
    ]
    return Boxes(columns, board.is_over)


def _totals(sheet: Sheet, seat: Seat) -> list[int]:
    won = [step for step in sheet.hands if _boxes(step.after, seat) > _boxes(step.before, seat)]
    return [step.after.total(seat) for step in won]


def _boxes(board: Board, seat: Seat) -> int:
    return board.standings[seat].boxes if seat in board.standings else 0
