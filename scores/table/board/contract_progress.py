"""The contracts of a match of Chinaso: which are played, and which comes next."""

from __future__ import annotations

from dataclasses import dataclass

from rules.events import HandScored, Seat
from rules.match.board import Board
from scores.core.matches.scoresheet import Sheet
from scores.core.notation.cards import contract_in_words


@dataclass(frozen=True)
class ContractRow:
    """A contract of the match: its sets and runs, and who went out in its hand."""

    number: int
    text: str
    closer: str  # empty if nobody went out, or the hand is not played yet
    is_next: bool


def progress(sheet: Sheet) -> list[ContractRow]:
    """The contracts of the match in order; empty in games other than Chinaso."""
    board = sheet.board
    events = [step.event for step in sheet.hands]
    closers = [_named(sheet, event.closer) for event in events if isinstance(event, HandScored)]
    return [
        ContractRow(
            number + 1,
            contract_in_words(contract),
            closers[number] if number < len(closers) else "",
            number == board.hands and not board.is_over,
        )
        for number, contract in enumerate(board.next_ruleset.contracts)
    ]


def _named(sheet: Sheet, closer: Seat | None) -> str:
    return "" if closer is None else sheet.names[closer]


def of_next_hand(board: Board) -> str:
    """The contract of the next hand in words; empty in games other than Chinaso."""
    contracts = board.next_ruleset.contracts
    return contract_in_words(contracts[board.hands]) if board.hands < len(contracts) else ""
