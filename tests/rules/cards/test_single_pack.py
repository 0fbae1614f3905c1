"""The quick way with one pack and no joker comes to what trying every choice of melds comes to."""

import random

import pytest

from rules.cards.arrange import write
from rules.cards.deck import Deck
from rules.cards.meld_search import packings
from rules.cards.melds import MeldRules
from rules.presets import CHINCHON, FRENCH, GIN

HOUSES = [
    CHINCHON,
    GIN,
    FRENCH.turned({"ace": "around"}),
    CHINCHON.turned({"set_min": 2}),
    CHINCHON.turned({"run_min": 2, "set_min": 4}),
    CHINCHON.turned({"ace_points": 0, "set_min": 2, "min_naturals": 1, "figures": "index"}),
]


def dealt(deck: Deck, hands: int):
    """Hands that lie close together, so that runs and sets fight for the same cards."""
    dealer = random.Random(7)
    for _ in range(hands):
        low, ranks = dealer.randint(1, 6), dealer.randint(3, 5)
        near = [card for card in deck.cards if low <= card.rank < low + ranks]
        yield dealer.sample(near, min(len(near), dealer.randint(0, 11)))


@pytest.mark.parametrize("house", HOUSES, ids=range(len(HOUSES)))
def test_the_least_deadwood_and_the_melds_that_leave_it(house):
    rules = MeldRules(house, 2, False)
    for cards in dealt(rules.deck, 40):
        held, _ = rules.deck.hold(cards)
        ways = packings(rules.patterns(held, 0), 0)
        most = max(way[2] for way in ways)
        ties = [write(rules, held, 0, way) for way in ways if way[2] == most]
        first = min(ties, key=lambda one: [rules.place_of(meld) for meld in one.melds])
        melded, _ = rules.deck.hold([card for meld in first.melds for card in meld.cards])
        assert rules.by_suit.best(held) == (first.deadwood, melded, first.melds)
        assert rules.by_suit.least(held) == first.deadwood


def test_what_is_remembered_of_other_hands_changes_nothing():
    fresh = [MeldRules(GIN, 2, False) for _ in range(20)]
    used = MeldRules(GIN, 2, False)
    for rules, cards in zip(fresh, dealt(used.deck, 20), strict=True):
        held, _ = used.deck.hold(cards)
        assert used.by_suit.least(held) == rules.by_suit.least(held) == rules.by_suit.best(held)[0]
