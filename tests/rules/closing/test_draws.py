"""What a hand lacks: which cards, drawn next, would let a player close, and what each throw keeps open."""

import random

import pytest

from rules.cards.deck import Deck
from rules.closing.check import check_close, legal_closings
from rules.closing.draws import Draw, outlook, throws
from rules.closing.situation import Situation
from rules.errors import Illegal
from rules.events import Close
from rules.packs import JOKER, Suit
from rules.presets import CHINASO, CHINCHON, DOUBLE_RUM, FOURNIER, GIN, QUEEN_CITY, RUM_500, RUMMY
from tests.rules.support.hands import french, names, spanish


def closing(ruleset, cards, **situation):
    """The cards by name."""
    found = outlook(ruleset, cards, (), Situation(**situation))
    return names(draw.card for draw in found.draws)


def test_who_holds_a_whole_chinchon_wins_with_any_card():
    cards = spanish("1o 2o 3o 4o 5o 6o 7o")
    assert {draw[2:4] for draw in outlook(CHINCHON, cards).draws} == {("wins", Close.CHINCHON)}
    jokers = outlook(CHINCHON, spanish("1o 2o 3o 4o 5o * *")).draws
    assert {draw[2:4] for draw in jokers if str(draw.card)[-1] == "e"} == {(-25, Close.JOKER_RUN_2)}


def test_two_melds_of_one_suit_are_no_chinchon():
    draws = outlook(CHINCHON, spanish("1o 2o 3o 5o 6o 7o 4b")).draws
    assert {str(draw.card): draw.close for draw in draws if str(draw.card)[-1] == "o"} == {
        "4o": Close.CHINCHON,
        "10o": Close.CLEAN,
        "11o": Close.KNOCK,
        "12o": Close.KNOCK,
    }


def test_eleven_melded_cards_are_a_big_gin():
    house = GIN.turned({"big_gin": 50})
    draws = outlook(house, french("As 2s 3s 4h 5h 6h 7d 8d 9d Td")).draws
    assert [draw.card for draw in draws if draw.close is Close.BIG_GIN] == list(french("4s 3h 7h 6d Jd"))


def test_what_is_laid_down_counts_in_rum_500_and_queen_city():
    jack = french("Jh")[0]
    for ruleset, close in ((RUM_500, Close.OUT), (QUEEN_CITY, Close.RUMMY)):
        draws = outlook(ruleset, french("4h 5h 6h 7h Js Jd Kc"), (), Situation(players=3)).draws
        assert Draw(jack, 1, 0, close, value=4 + 5 + 6 + 7 + 30) in draws


@pytest.mark.parametrize("cards", ["5c 6c 7c 11o 11e 12e", "5c 6c 7c 11o 11e 12e 2b 1b", ""])
def test_a_hand_before_the_draw_has_as_many_cards_as_were_dealt(cards):
    with pytest.raises(Illegal, match="wrong-hand-size") as refused:
        outlook(CHINCHON, spanish(cards))
    assert refused.value.details == {"cards": len(cards.split()), "hand_size": 7}


def test_a_card_cannot_be_held_and_seen():
    with pytest.raises(Illegal, match="impossible-hand"):
        outlook(CHINCHON, spanish("5c 6c 7c 11o 11e 12e 2b"), spanish("5c"))


def test_cards_with_too_many_ways_are_refused_before_they_take_long():
    house = CHINCHON.turned({"packs": 3, "jokers": 6, "hand_size": 20, "limit": 100_000})
    cards = spanish("* * * * * * 1o 1o 1o 1c 1c 1c 1e 1e 1e 1b 1b 1b 2o 2o 2o")
    for question, asked in ((outlook, cards[1:]), (throws, cards)):
        with pytest.raises(Illegal, match="too-many-ways"):
            question(house, asked)


# After the draw


def thrown(found):
    """Each throw by name: the points of the close with it, how many cards it keeps open, the points kept."""
    return {
        str(throw.discard): (throw.closes and throw.closes[0], throw.outlook.live, throw.deadwood)
        for throw in found
    }


def test_what_each_throw_keeps_open_best_first():
    found = throws(CHINCHON, spanish("5c 6c 7c 11o 11e 12e 2b 3o"))
    assert [str(throw.discard) for throw in found][:3] == ["3o", "2b", "12e"]
    assert names(draw.card for draw in found[0].outlook.draws) == "11c 10e 11b *"
    assert [thrown(found)[card] for card in ("3o", "2b", "12e", "5c")] == [
        (None, 5, 32),
        (None, 5, 33),
        (None, 4, 25),
        (None, 0, 48),
    ]


def test_the_thrown_card_and_those_seen_cannot_come():
    cards = spanish("5c 6c 7c 11o 11e 12e 2b 11b")
    found = {str(throw.discard): throw.outlook for throw in throws(CHINCHON, cards, spanish("10e *"))}
    assert names(draw.card for draw in found["11b"].draws) == "11c *"
    assert {one.unseen for one in found.values()} == {42 - 8 - 2}


def test_throws_that_close_come_first_the_fewest_points_before():
    found = throws(CHINCHON, spanish("5c 6c 7c 11o 11e 11b 2b 4o"))
    assert [(str(throw.discard), throw.closes) for throw in found][:3] == [
        ("4o", (2, Close.KNOCK)),
        ("2b", (4, Close.KNOCK)),
        ("7c", None),
    ]


def test_a_throw_that_wins_comes_before_one_for_minus_points():
    found = throws(CHINCHON, spanish("1o 2o 3o 4o 5o 6o 7o *"))
    assert [(str(throw.discard), throw.closes) for throw in found][:3] == [
        ("*", ("wins", Close.CHINCHON)),
        ("1o", (-50, Close.JOKER_RUN_1)),
        ("2o", (-50, Close.JOKER_RUN_1)),
    ]
    found = throws(CHINCHON, spanish("1o 2o 3o 4o 5o 6o * *"))
    assert [(str(throw.discard), throw.closes) for throw in found][:2] == [
        ("*", (-50, Close.JOKER_RUN_1)),
        ("1o", (-25, Close.JOKER_RUN_2)),
    ]


def test_a_run_of_seven_beside_another_meld_is_no_chinchon():
    house = CHINCHON.turned({"hand_size": 10})
    draws = outlook(house, spanish("1o 2o 3o 4o 5o 6o 12c 12e 12b 3b")).draws
    assert {str(draw.card): draw[2:4] for draw in draws if str(draw.card) in ("7o", "*")} == {
        "7o": (-10, Close.CLEAN),
        "*": (-10, Close.CLEAN),
    }


def test_a_throw_that_leaves_all_melded_goes_out_and_one_that_keeps_more_open_comes_next():
    found = throws(RUMMY, french("4h 5h 6h 7h Js Jd Jc 2s 3s 4s Kd"))
    assert [(str(throw.discard), throw.closes, throw.outlook.live) for throw in found][:2] == [
        ("Kd", (0, Close.RUMMY), 41),
        ("4h", None, 4),
    ]


def test_a_discard_after_the_draw_is_one_card_more_than_the_hand():
    with pytest.raises(Illegal, match="wrong-hand-size"):
        throws(CHINCHON, spanish("5c 6c 7c 11o 11e 12e 2b"))


# One search against trying every card


def tried_one_by_one(ruleset, cards, seen, situation):
    """Every card that can come is drawn once, and its close is judged on its own."""
    deck = Deck(ruleset, situation.players)
    found = []
    for card in (*deck.cards, JOKER):
        left = deck.copies_in_play(card) - [*cards, *seen].count(card)
        best = check_close(ruleset, [*cards, card], situation=situation).best if left else None
        if best is not None:
            found.append((card, left, best.points, best.close))
    return found


def few_ranks(card):
    """Of a stock in which many melds are possible."""
    return card.rank in (2, 3, 4, 5)


def one_suit(card):
    """Of a stock in which long runs are possible: a suit and one rank of the others."""
    return card.rank == 5 or card.suit in (Suit.OROS, Suit.SPADES)


GAMES = [
    (CHINCHON.turned({"wild_cards": ["2o"], "close_cards": 2}), 7, {"players": 3}),
    (FOURNIER, 7, {"players": 6}),
    (GIN.turned({"big_gin": 50}), 10, {"players": 2}),
    (RUMMY.turned({"final_discard": True}), 10, {"players": 2}),
    (QUEEN_CITY, 7, {"players": 4}),
    (DOUBLE_RUM.turned({"wild_cards": ["3h"]}), 10, {"players": 3}),
    (RUM_500, 7, {"players": 5}),
    *((CHINASO, 11, {"players": 3, "hand": hand}) for hand in (2, 5, 7)),
]


@pytest.mark.parametrize("is_in_stock", [few_ranks, one_suit])
@pytest.mark.parametrize(("ruleset", "size", "situation"), GAMES)
def test_one_search_answers_as_trying_every_card_and_every_throw_does(ruleset, size, situation, is_in_stock):
    deck, situation = Deck(ruleset, situation["players"]), Situation(**situation)
    stock = [card for card in deck.cards if is_in_stock(card)] * deck.packs + [JOKER] * deck.jokers
    cards = random.Random(20261122).sample(stock, size + 1)
    found = outlook(ruleset, cards[1:], cards[:1], situation).draws
    assert [draw[:4] for draw in found] == tried_one_by_one(ruleset, cards[1:], cards[:1], situation)
    for throw in throws(ruleset, cards, (), situation):
        best = legal_closings(ruleset, cards, throw.discard, situation)[:1]
        assert [throw.closes] == ([(one.points, one.close) for one in best] or [None])
        kept = list(cards)
        kept.remove(throw.discard)
        lacks = outlook(ruleset, kept, [throw.discard], situation)
        assert [draw[:4] for draw in throw.outlook.draws] == [draw[:4] for draw in lacks.draws]
        assert throw.outlook.unseen == lacks.unseen
