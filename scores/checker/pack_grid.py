"""The pack on the checker's page: one checkbox for each copy of each card."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from rules.cards.deck import Deck
from rules.packs import JOKER, Card
from rules.ruleset import Ruleset
from scores.checker.check import Cards
from scores.checker.presenter import box_id
from scores.notation.cards import Face, face


@dataclass(frozen=True)
class CardBox:
    """The checkbox of one copy of a card."""

    id: str
    checked: bool
    copies_before: int  # of the same card; all are ticked when this box is the next to tick


@dataclass(frozen=True)
class PackCell:
    """A card of the pack with its checkboxes."""

    face: Face
    boxes: list[CardBox]  # empty if every copy lies elsewhere


def grid(ruleset: Ruleset, players: int, chosen: Cards, used: Counter[Card]) -> list[list[PackCell]]:
    """The pack, one row for each suit and one for the jokers.

    `chosen` are the ticked cards; `used` are cards that lie elsewhere, whose copies are left out.
    """
    deck, ticked = Deck(ruleset, players), Counter(chosen)
    rows = [[card for card in deck.cards if card.suit == suit] for suit in deck.suits]
    rows += [[JOKER]] if deck.jokers else []
    return [[_cell(deck, card, ticked[card], used[card]) for card in row] for row in rows]


def _cell(deck: Deck, card: Card, ticked: int, used: int) -> PackCell:
    copies = max(deck.copies_in_play(card) - used, ticked)
    boxes = [CardBox(box_id(card, copy), copy < ticked, copy) for copy in range(copies)]
    return PackCell(face(card), boxes)
