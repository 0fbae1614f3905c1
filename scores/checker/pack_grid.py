"""The pack on the checker's page: every card as a box to tick, as often as it is there to be held."""

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
class Box:
    """One copy of a card, to be ticked."""

    id: str
    checked: bool
    before: int  # copies that come before this one, which are held when it is the next


@dataclass(frozen=True)
class Cell:
    face: Face
    boxes: list[Box]  # none: no copy is left for this hand


def grid(ruleset: Ruleset, players: int, chosen: Cards, used: Counter[Card]) -> list[list[Cell]]:
    """The pack in suit rows, the jokers in a row of their own."""
    deck, held = Deck(ruleset, players), Counter(chosen)
    rows = [[card for card in deck.cards if card.suit == suit] for suit in deck.suits]
    rows += [[JOKER]] if deck.jokers else []
    return [[_cell(deck, card, held[card], used[card]) for card in row] for row in rows]


def _cell(deck: Deck, card: Card, held: int, used: int) -> Cell:
    copies = max(deck.copies_in_play(card) - used, held)
    ticks = [Box(box_id(card, copy), copy < held, copy) for copy in range(copies)]
    return Cell(face(card), ticks)
