"""Cards of a hand are shown while they make its numbers."""

from dataclasses import replace

import pytest

from rules.cards.hand_cards import text_of_cards
from rules.events import Close, HandScored
from rules.match.shown_cards import shown_cards
from rules.presets import CHINCHON, RULESETS

KNOCKED = HandScored(
    {0: 4, 1: 7, 2: 20},
    0,
    Close.KNOCK,
    cards={0: "1o 2o 3o,7o 7c 7e;4b", 1: "6c 6e 6b,4o;3c 4e"},
)
RUN = "1o 2o 3o 4o 5o 6o 7o;"
JOKER_RUN = "1o 2o 3o * 5o 6o 7o;"
GROUPS = "1o 2o 3o 4o,7c 7e 7b;"


def shown(hand, ruleset=CHINCHON, players=3):
    """What is shown of each seat that the hand has cards of."""
    found = {
        seat: shown_cards(ruleset, players, hand, seat)
        for seat in (*hand.deadwood, hand.closer)
    }
    return {seat: text_of_cards(cards) for seat, cards in found.items() if cards}


def test_the_cards_of_whoever_used_the_checker_are_shown():
    assert shown(KNOCKED) == KNOCKED.cards


@pytest.mark.parametrize(
    ("deadwood", "still"),
    [({0: 3, 1: 7}, {1}), ({0: 4, 1: 8}, {0}), ({1: 7}, {1}), ({0: 4}, {0})],
)
def test_after_a_correction_of_a_number_its_cards_are_not_shown(deadwood, still):
    corrected = replace(KNOCKED, deadwood=deadwood)
    assert set(shown(corrected)) == still


@pytest.mark.parametrize(
    ("close", "text", "is_shown"),
    [
        (Close.CHINCHON, RUN, True),
        (Close.CHINCHON, JOKER_RUN, False),
        (Close.CHINCHON, GROUPS, False),
        (Close.JOKER_RUN_1, JOKER_RUN, True),
        (Close.JOKER_RUN_1, RUN, False),
        (Close.JOKER_RUN_2, JOKER_RUN, False),
        (Close.CLEAN, GROUPS, True),
        (Close.CLEAN, RUN, False),
    ],
)
def test_the_cards_of_the_closer_are_those_of_that_close(close, text, is_shown):
    rules = CHINCHON.with_options({"jokers": 2})
    hand = HandScored({1: 7}, 0, close, cards={0: text})
    assert shown(hand, rules) == ({0: text} if is_shown else {})


def test_a_correction_of_the_rules_counts_too():
    hand = HandScored({1: 10}, 0, Close.CLEAN, cards={1: "1o 2o 3o,6c 6e 6b;12c"})
    assert shown(hand) == hand.cards
    assert shown(hand, CHINCHON.with_options({"figures": "index"})) == {}


@pytest.mark.parametrize("text", ["3c", "Ts;7b", "8c;7b", "7b;7b"])
def test_cards_that_the_pack_does_not_have_are_not_shown(text):
    assert shown(HandScored({1: 7}, 0, Close.CLEAN, cards={1: text})) == {}


def test_a_charged_joker_counts_in_a_meld_of_somebody_who_did_not_close():
    rules = CHINCHON.with_options(
        {"jokers": 2, "joker_always_charged": True, "joker_points": 25}
    )
    hand = HandScored({1: 32}, 0, Close.CLEAN, cards={1: "6c 6e *,1o 2o 3o;7b"})
    assert shown(hand, rules) == hand.cards


def test_where_all_pay_the_hand_of_the_winner_its_value_is_that_of_the_cards():
    rules = RULESETS["queen-city"]
    hand = HandScored({}, 0, Close.RUMMY, value=30, cards={0: "Ts Th Td;"})
    assert shown(hand, rules, 2) == hand.cards
    assert shown(replace(hand, value=40), rules, 2) == {}
