"""The search for melds, compared with trying every choice."""

import pytest

from rules.cards.lay_offs import lay_offs
from rules.cards.meld_search import PackingSearch, all_packings, best_packings, highest_worth
from rules.cards.melds import meld_rules
from rules.presets import CHINASO, CHINCHON, DOUBLE_RUM, FOURNIER
from tests.rules.support.hands import french, names, spanish

HANDS = [
    (CHINCHON, spanish("4o 5o 6o 7o 7c * *"), ()),
    (CHINCHON, spanish("1o 2o 3o 12c 12e 12b *"), (spanish("4o 5o 6o"), spanish("2c 3c 4c"))),
    (
        CHINCHON,
        spanish("1o 1c 4c 5c * *"),
        (spanish("1e 2e 3e"), spanish("10c 11c 12c"), spanish("5o 5e 5b")),
    ),
    (FOURNIER.turned({"packs": 2}), spanish("1o 1o 2o 2o 3o 3o 4o 1c 1c 12b"), (spanish("1e 1b 1e"),)),
    (DOUBLE_RUM, french("As As 2s 3s Ks Ks Kd Kd *"), (french("4s 5s 6s"), french("Qs Qd Qh"))),
    (CHINCHON, spanish("1o 3o 7o 5c 6c 7c 7e 10e *"), (spanish("4o 5o 6o"), spanish("12o 12c 12e"))),
    (DOUBLE_RUM, french("As 3s 3h 4h 5h 5h 6h 6h Ks Ks Kd *"), (french("7h 8h 9h"), french("Kc Kh Kc"))),
    (DOUBLE_RUM, french("As 3s 3h 3d 4h 4h 5h 5h 6h 6h"), ()),
    (CHINASO, french("5h 5h 5h 6h 6h 7h 8h 8h 8s"), ()),
]


@pytest.fixture(params=HANDS, ids=lambda hand: hand[0].key)
def asked(request):
    """A random search: the deck, the possible melds and lay-offs, the cards and the jokers."""
    ruleset, cards, table = request.param
    rules = meld_rules(ruleset)
    bits, jokers = rules.deck.to_bits(cards)
    lying = [rules.readings(meld)[0] for meld in table]
    patterns = rules.patterns(bits, jokers) + lay_offs(rules, bits, jokers, lying)
    return rules.deck, patterns, bits, jokers


def described(deck, packing):
    """A packing with the names of its cards, so that equal cards make no difference."""
    taken, used, worth, chosen = packing
    melds = sorted((meld.onto, meld.jokers, in_words(deck, meld.cards), meld.starts) for meld in chosen)
    return worth, used, in_words(deck, taken), tuple(melds)


def in_words(deck, cards):
    return names(deck.cards_of(cards & deck.end - 1))


def test_the_best_choices_are_those_that_are_worth_most(asked):
    deck, patterns, bits, jokers = asked
    assert len(patterns) > 12
    every = [described(deck, packing) for packing in all_packings(patterns, jokers)]
    highest = max(worth for worth, *_ in every)
    assert highest_worth(deck, patterns, bits, jokers) == highest
    best = {described(deck, packing) for packing in best_packings(deck, patterns, bits, jokers)}
    assert best == {packing for packing in every if packing[0] == highest}


@pytest.mark.parametrize("contract", [None, (0, 2), (1, 1), (2, 0), (0, 3), (3, 0)])
def test_what_covers_all_cards_is_every_choice_that_leaves_none(contract):
    rules = meld_rules(CHINASO)
    for cards in (
        "5h 6h 7h 8h 5s 6s 7s 8s",
        "As As Ad Ah Ac As",
        "5h 6h 7h * 9h 9s *",
        "2s 2d 2h 3s 3d 3h 3c *",
    ):
        bits, jokers = rules.deck.to_bits(french(cards))
        patterns = rules.patterns(bits, jokers)
        every = [packing for packing in all_packings(patterns, jokers) if packing[:2] == (bits, jokers)]
        covers = PackingSearch(rules.deck, patterns).covers(bits, jokers, contract)
        assert {described(rules.deck, packing) for packing in covers} == {
            described(rules.deck, packing) for packing in every if contract in (None, contract_of(packing))
        }


def contract_of(packing):
    *_, melds = packing
    runs = sum(bool(meld.starts) for meld in melds)
    return len(melds) - runs, runs
