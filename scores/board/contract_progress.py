"""How far a match of Chinaso has come with its contracts."""

from __future__ import annotations

from dataclasses import dataclass

from rules.events import HandScored, Seat
from rules.match.board import Board
from scores.matches.scoresheet import Sheet
from scores.wording.contracts import contract_in_words


@dataclass(frozen=True)
class Played:
    """A contract of the match: what it asks, and who went out in its hand."""

    number: int
    asked: str
    closer: str  # empty if nobody did, or it is still to come
    is_next: bool


def progress(sheet: Sheet) -> list[Played]:
    """The contracts of a match, hand by hand; empty in all but Chinaso."""
    board = sheet.board
    events = [step.event for step in sheet.hands]
    closers = [_named(sheet, event.closer) for event in events if isinstance(event, HandScored)]
    return [
        Played(
            number + 1,
            contract_in_words(asked),
            closers[number] if number < len(closers) else "",
            number == board.hands and not board.is_over,
        )
        for number, asked in enumerate(board.next_ruleset.contracts)
    ]


def _named(sheet: Sheet, closer: Seat | None) -> str:
    return "" if closer is None else sheet.names[closer]


def of_next_hand(board: Board) -> str:
    """What the next hand asks for to go down; empty in all but Chinaso."""
    contracts = board.next_ruleset.contracts
    return contract_in_words(contracts[board.hands]) if board.hands < len(contracts) else ""
