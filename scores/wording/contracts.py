"""What a hand of Chinaso asks for, in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.events import HandScored, Seat
from rules.knobs import Contract
from rules.match.board import Board
from scores.matches.scoresheet import Sheet
from scores.notation.cards import NUMBERS
from scores.notation.names import listed


def contract_in_words(contract: Contract) -> str:
    """Two sets and a run: «dos tríos y una escalera»."""
    sets, runs = contract
    told = [
        ngettext("un trío", "%(count)s tríos", sets) % {"count": NUMBERS.get(sets, sets)} if sets else "",
        ngettext("una escalera", "%(count)s escaleras", runs) % {"count": NUMBERS.get(runs, runs)}
        if runs
        else "",
    ]
    return listed([one for one in told if one]) or _("ningún juego")


def contracts_in_words(contracts: Sequence[Contract]) -> str:
    """Any one of them: «dos tríos o dos escaleras»."""
    return _(" o ").join(map(contract_in_words, contracts))


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
