"""The points of a meld on the table of Rum 500."""

from __future__ import annotations

from collections.abc import Sequence

from rules.cards.meld import Meld, MeldKind
from rules.cards.melds import MeldRules
from rules.packs import Card

LOW_ACE = 1


def table_points(rules: MeldRules, meld: Meld, cards: Sequence[Card] | None = None) -> int:
    """The points of a meld on the table, or of those `cards` of it that one player laid down.

    An ace counts 1 where it begins a run, and otherwise as it does in hand (docs/rules/CANON.md#rum-500:
    A-2-3 against A-K-Q and A-A-A).
    """
    counted = meld.cards if cards is None else cards
    points = sum(rules.deck.pips[card] for card in counted)
    low = meld.cards[0]
    if meld.kind is MeldKind.RUN and low.rank == 1 and low not in rules.stand_ins:
        points += list(counted).count(low) * (LOW_ACE - rules.deck.pips[low])
    return points
