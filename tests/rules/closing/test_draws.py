"""Which cards, drawn next, would let a player close."""

import random

import pytest

from rules.cards.deck import Deck
from rules.closing.check import check_close
from rules.closing.draws import cards_that_close
from rules.closing.situation import Situation
from rules.packs import JOKER
from rules.presets import CHINASO, CHINCHON, DOUBLE_RUM, FRENCH, QUEEN_CITY, RUM_500, RUMMY
from tests.rules.support.hands import french, spanish

TWELVE = "5h 6h 7h 8h 9d Td Jd Qd Js Qs Ks As"


def closing(ruleset, cards, **situation):
    """The cards by name."""
    return " ".join(map(str, cards_that_close(ruleset, cards, Situation(**situation))))


def test_which_cards_would_close():
    assert closing(CHINCHON, spanish("5c 6c 7c 11o 11e 12e 2b")) == "11c 10e 11b *"


def test_they_depend_on_the_situation():
    cards = spanish("5c 6c 7c 11o 11e 12e 2b")
    house = CHINCHON.turned({"limit": 2})
    assert [closing(house, cards, total=total) for total in (0, 1)] == ["11c 10e 11b *", ""]
    assert closing(CHINCHON, cards, first_lap=True) == ""
    pair = french("5h 6h 7h Js Jd Qc 2s")
    assert [closing(FRENCH, pair, players=players) for players in (2, 3)] == ["Jh Jc", "Jh Jc *"]


def test_a_card_that_opens_the_way_for_another_to_be_thrown():
    # With the queen of diamonds the jack of spades is thrown.
    assert closing(RUMMY, french("4h 5h 6h 7h Js Jd 2s 3s 4s Kd")) == "Jh Qd Jc"


def test_any_card_closes_a_hand_that_needs_only_one_to_throw():
    house = RUMMY.turned({"final_discard": True})
    whole = french("4h 5h 6h 7h Js Jd Jc 2s 3s 4s")
    assert len(cards_that_close(house, whole)) == 52 - 10
    assert closing(house, french("4h 5h 6h 7h Js Jd 2s 3s 4s Kd")) == "Jh Qd Jc"


def test_which_card_would_make_a_chinaso():
    eleven = french(TWELVE)[:-1]
    assert closing(CHINASO, eleven, hand=7) == "As Ts *"
    assert closing(CHINASO, eleven, hand=7, others_down=1) == "As Ts *"
    assert closing(CHINASO, eleven, hand=6) == ""


def tried_one_by_one(ruleset, cards, situation):
    """The answer of the naive search: every card that is in play is drawn once."""
    deck = Deck(ruleset, situation.players)
    drawn = [card for card in (*deck.cards, JOKER) if cards.count(card) < deck.copies_in_play(card)]
    return [card for card in drawn if check_close(ruleset, [*cards, card], situation=situation).best]


GAMES = [
    (RUMMY, 10, {"players": 2}),
    (RUMMY.turned({"final_discard": True}), 10, {"players": 2}),
    (QUEEN_CITY, 7, {"players": 4}),
    (DOUBLE_RUM, 10, {"players": 3}),
    (DOUBLE_RUM.turned({"wild_cards": ["3h"]}), 10, {"players": 3}),
    (RUM_500, 7, {"players": 5}),
    *((CHINASO, 11, {"players": 3, "hand": hand}) for hand in range(1, 8)),
]


@pytest.mark.parametrize(("ruleset", "size", "situation"), GAMES)
def test_one_search_answers_as_trying_every_card_does(ruleset, size, situation):
    asked = random.Random(20261122)
    deck = Deck(ruleset, situation["players"])
    few = [card for card in deck.cards if card.rank in (2, 3, 4, 5)]  # many melds among so few cards
    stock = [card for card in few for _copy in range(deck.packs)] + [JOKER] * deck.jokers
    for _time in range(2):
        cards = asked.sample(stock, size)
        expected = tried_one_by_one(ruleset, cards, Situation(**situation))
        assert cards_that_close(ruleset, cards, Situation(**situation)) == expected
