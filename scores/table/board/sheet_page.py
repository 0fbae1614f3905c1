"""What is below the fold of a board, as a page of its own: the scoresheet, the chart, the money, the rules.

A board loads it when it is seen. Its context is made without a request, so that a phone can make it too.
"""

from dataclasses import dataclass
from typing import Any

from rules.events import HandScored, Seat
from rules.knobs import Scoring
from rules.match.board import Board
from rules.match.gin_totals import FinalSum, final_sums
from scores.core.house_rules import labels
from scores.core.matches.scoresheet import Sheet
from scores.core.notation.cards import contract_in_words
from scores.group.recap import chart
from scores.group.recap.highlights import MatchMoney, highlights_of


def sheet_context(sheet: Sheet, *, may_score: bool, may_own: bool, is_unsent: bool = False) -> dict[str, Any]:
    """The context of `sheet.html`. `is_unsent`: the server does not know the match yet."""
    ruleset, players = sheet.board.next_ruleset, len(sheet.board.order)
    # Before the first line whether the number of players is unusual, and until the end whether cards lack.
    unusual = "" if sheet.seq else labels.unusual_number(ruleset, players)
    too_few = "" if sheet.board.is_over else labels.too_few_cards(ruleset, players)
    return {
        "match": sheet.match,
        "sheet": sheet,
        "board": sheet.board,
        "may_score": may_score,
        "may_own": may_own,
        "is_unsent": is_unsent,
        "cash": MatchMoney.of_sheet(sheet),
        "boxes": gin_boxes(sheet),
        "contracts": contract_rows(sheet),
        "turned": labels.turned(ruleset, players),
        "ruleset_name": labels.name_of(ruleset),
        "warnings": [warning for warning in (unusual, too_few) if warning],
        "highlights": highlights_of(sheet),
        "chart": chart.chart_html(sheet),
    }


# Gin: for each side the total after every hand won, and the final sum, as the source of the rules draws it


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


def gin_boxes(sheet: Sheet) -> Boxes | None:
    """The table of a match; None for other games and before the first hand."""
    board = sheet.board
    if board.ruleset.scoring is not Scoring.DIFFERENCE or not sheet.hands:
        return None
    sums, columns = final_sums(board), []
    for seat, *_partner in board.sides:
        won = [step for step in sheet.hands if _boxes(step.after, seat) > _boxes(step.before, seat)]
        totals = [step.after.total(seat) for step in won]
        name = sheet.called(board.side_of(seat))
        columns.append(Column(name, totals, sums[seat], seat in board.winners))
    return Boxes(columns, board.is_over)


def _boxes(board: Board, seat: Seat) -> int:
    return board.standings[seat].boxes if seat in board.standings else 0


# Chinaso: which contracts are played, and which comes next


@dataclass(frozen=True)
class ContractRow:
    """A contract of the match: its sets and runs, and who went out in its hand."""

    number: int
    text: str
    closer: str  # empty if nobody went out, or the hand is not played yet
    is_next: bool


def contract_rows(sheet: Sheet) -> list[ContractRow]:
    """The contracts of the match in order; empty in games other than Chinaso."""
    board = sheet.board
    events = [step.event for step in sheet.hands]
    seats = [event.closer for event in events if isinstance(event, HandScored)]
    closers = ["" if seat is None else sheet.names[seat] for seat in seats]
    return [
        ContractRow(
            number + 1,
            contract_in_words(contract),
            closers[number] if number < len(closers) else "",
            number == board.hands and not board.is_over,
        )
        for number, contract in enumerate(board.next_ruleset.contracts)
    ]


def next_contract(board: Board) -> str:
    """The contract of the next hand in words; empty in games other than Chinaso."""
    contracts = board.next_ruleset.contracts
    return contract_in_words(contracts[board.hands]) if board.hands < len(contracts) else ""
