"""The fast search for one pack without jokers, compared with trying every choice of melds."""

import random

import pytest

from rules.cards.arrange import to_arrangement
from rules.cards.deck import Deck
from rules.cards.meld_search import all_packings, most_valuable
from rules.cards.melds import MeldRules
from rules.presets import CHINCHON, FRENCH, GIN

HOUSES = [
    CHINCHON,
    GIN,
    FRENCH.with_options({"ace": "around"}),
    CHINCHON.with_options({"set_min": 2}),
    CHINCHON.with_options({"run_min": 2, "set_min": 4}),
    CHINCHON.with_options(
        {"ace_points": 0, "set_min": 2, "min_naturals": 1, "figures": "index"}
    ),
]


def dealt(deck: Deck, hands: int):
    """Hands of near cards, in which runs and sets compete for the same cards."""
    dealer = random.Random(7)
    for _ in range(hands):
        low = dealer.randint(1, 6)
        ranks = dealer.randint(3, 5)
        near = [card for card in deck.cards if low <= card.rank < low + ranks]
        yield dealer.sample(near, min(len(near), dealer.randint(0, 11)))


@pytest.mark.parametrize("house", HOUSES, ids=range(len(HOUSES)))
def test_the_least_deadwood_and_the_melds_that_leave_it(house):
    rules = MeldRules(house, 2, False)
    for cards in dealt(rules.deck, 40):
        bits, _ = rules.deck.to_bits(cards)
        best = most_valuable(all_packings(rules.patterns(bits, 0), 0))
        ties = [to_arrangement(rules, bits, 0, packing) for packing in best]
        first = min(
            ties,
            key=lambda arrangement: [
                rules.deck_order(meld) for meld in arrangement.melds
            ],
        )
        melded, _ = rules.deck.to_bits(
            [card for meld in first.melds for card in meld.cards]
        )
        assert rules.single_pack.best(bits) == (first.deadwood, melded, first.melds)
        assert rules.single_pack.least_deadwood(bits) == first.deadwood
