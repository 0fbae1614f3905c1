"""The search for melds, compared with trying every choice; of random hands in test_second_opinion.py."""

from collections import Counter

import pytest

from rules.cards.lay_offs import lay_offs
from rules.cards.meld_search import (
    PackingSearch,
    every_packing,
)
from rules.cards.melds import meld_rules
from rules.presets import CHINASO, CHINCHON, DOUBLE_RUM, FOURNIER
from tests.rules.support.hands import french, names, spanish

HANDS = [
    (CHINCHON, spanish("4o 5o 6o 7o 7c * *"), ()),
    (
        CHINCHON,
        spanish("1o 2o 3o 12c 12e 12b *"),
        (spanish("4o 5o 6o"), spanish("2c 3c 4c")),
    ),
    (
        FOURNIER.with_options({"packs": 2}),
        spanish("1o 1o 2o 2o 3o 3o 4o 1c 1c 12b"),
        (spanish("1e 1b 1e"),),
    ),
    (
        DOUBLE_RUM,
        french("As As 2s 3s Ks Ks Kd Kd *"),
        (french("4s 5s 6s"), french("Qs Qd Qh")),
    ),
    (DOUBLE_RUM, french("As 3s 3h 3d 4h 4h 5h 5h 6h 6h"), ()),
    (CHINASO, french("5h 5h 5h 6h 6h 7h 8h 8h 8s"), ()),
]


def every_choice(deck, patterns, bits, jokers):
    """The naive search, with cards counted one by one: every packing, described."""
    held = Counter(in_words(deck, bits).split())
    choices = [(held, jokers, frozenset(), ())]
    for pattern in patterns:
        cards = Counter(in_words(deck, pattern.cards).split())
        longer = choices
        while longer:
            longer = [
                (
                    left - cards,
                    spare - pattern.jokers,
                    onto | {pattern.onto} - {-1},
                    (*chosen, pattern),
                )
                for left, spare, onto, chosen in longer
                if cards <= left
                and pattern.jokers <= spare
                and pattern.onto not in onto
            ]
            choices = choices + longer
    return [described(deck, chosen) for *_, chosen in choices]


def described(deck, chosen):
    """A packing: its worth, how many jokers it takes, its cards, and its melds with names of their cards."""
    cards = " ".join(in_words(deck, meld.cards) for meld in chosen)
    melds = sorted(
        (meld.onto, meld.jokers, in_words(deck, meld.cards), meld.starts)
        for meld in chosen
    )
    worth, used = (sum(meld[field] for meld in chosen) for field in (2, 1))
    return worth, used, tuple(sorted(cards.split())), tuple(melds)


def in_words(deck, cards):
    return names(deck.cards_of(cards & deck.end - 1))


def taken(deck, packing):
    """The jokers and cards that the search says it took."""
    bits, used, *_ = packing
    return used, tuple(sorted(in_words(deck, bits).split()))


@pytest.mark.parametrize(("ruleset", "cards", "table"), HANDS)
def test_every_choice_is_found_once(ruleset, cards, table):
    rules = meld_rules(ruleset)
    deck = rules.deck
    bits, jokers = deck.to_bits(cards)
    lying = [rules.readings(meld)[0] for meld in table]
    patterns = rules.patterns(bits, jokers) + lay_offs(rules, bits, jokers, lying)
    every = list(every_packing(deck, patterns, bits, jokers))
    found = [described(deck, packing[3]) for packing in every]
    assert sorted(found) == sorted(every_choice(deck, patterns, bits, jokers))
    assert [taken(deck, packing) for packing in every] == [one[1:3] for one in found]


@pytest.mark.parametrize(
    "cards",
    [
        "5h 6h 7h 8h 5s 6s 7s 8s",
        "As As Ad Ah Ac As * *",
        "5h 6h 7h * 9h 9s *",
        "2s 2d 2h 3s 3d 3h 4s *",
        "5h 5h 6h 6h 7h 7h 8h 8h 8s",
    ],
)
@pytest.mark.parametrize(
    "house", [CHINASO, CHINASO.with_options({"wild_cards": ["2s", "2d", "2h"]})]
)
def test_what_covers_all_cards_or_all_but_one_is_every_choice_that_leaves_so_few(
    house, cards
):
    rules = meld_rules(house)
    bits, jokers = rules.deck.to_bits(french(cards))
    patterns = rules.patterns(bits, jokers)
    every = every_choice(rules.deck, patterns, bits, jokers)
    for contract in (
        None,
        (0, 1),
        (1, 0),
        (0, 2),
        (1, 1),
        (2, 0),
        (1, 2),
        (0, 3),
        (3, 0),
    ):
        search = PackingSearch(rules.deck, patterns, jokers)
        fulfilling = [one for one in every if contract in (None, contract_of(one[3]))]
        left = [(bits.bit_count() - len(one[2]), jokers - one[1]) for one in fulfilling]
        covers = [
            described(rules.deck, cover[3])
            for cover in search.covers(bits, jokers, contract)
        ]
        whole = [
            one for one, few in zip(fulfilling, left, strict=True) if few == (0, 0)
        ]
        assert sorted(covers) == sorted(whole)
        assert search.can_cover(bits, jokers, contract) is bool(covers)
        assert search.can_cover_but_one(bits, jokers, contract) is bool(
            {(1, 0), (0, 1)} & set(left)
        )


@pytest.mark.parametrize(
    ("contract", "cards"),
    [
        # eight fives, one in each run
        (
            (0, 3),
            "5c 5c 5d 5d 5h 4s 5s 5s 5s 6s 7s 8s 9s Ts Qs * * *",
        ),
        ((0, 2), "5c 6c 7c 8c 5d 6d 7d 8d 5h 6h 7h 8h"),
        ((1, 1), "5h 6h 7h 8h 5h 6h 7h 8h 9c Tc"),
        ((2, 0), "5h 6h 7h"),
    ],
)
def test_a_contract_with_fewer_runs_than_the_cards_need_is_not_searched_for(
    contract, cards
):
    rules = meld_rules(CHINASO)
    bits, jokers = rules.deck.to_bits(french(cards))
    search = PackingSearch(rules.deck, rules.patterns(bits, jokers), jokers)
    assert not search.can_cover(bits, jokers, contract)
    assert search.steps == 0


def contract_of(melds):
    runs = sum(bool(starts) for *_, starts in melds)
    return len(melds) - runs, runs
