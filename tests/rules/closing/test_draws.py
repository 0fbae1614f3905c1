"""What a hand lacks: which cards, drawn next, would let a player close, and what each throw keeps open."""

import pytest

from rules.closing.draws import Draw, outlook, throws
from rules.closing.verdict import Situation
from rules.errors import Illegal
from rules.events import Close
from rules.packs import read_cards
from rules.presets import CHINCHON, QUEEN_CITY, RUM_500, RUMMY
from tests.rules.support.hands import french, spanish
from tests.rules.support.table import refused


def test_what_is_laid_down_counts_in_rum_500_and_queen_city():
    jack = french("Jh")[0]
    for ruleset, close in ((RUM_500, Close.OUT), (QUEEN_CITY, Close.RUMMY)):
        draws = outlook(
            ruleset, french("4h 5h 6h 7h Js Jd Kc"), (), Situation(players=3)
        ).draws
        assert Draw(jack, 1, 0, close, value=4 + 5 + 6 + 7 + 30) in draws


@pytest.mark.parametrize(
    ("question", "cards"), [(outlook, 0), (outlook, 6), (outlook, 8), (throws, 7)]
)
def test_a_hand_before_the_draw_has_the_cards_that_were_dealt_and_one_more_after_it(
    question, cards
):
    with refused("wrong-hand-size", {"cards": cards, "hand_size": 7}):
        question(CHINCHON, spanish("5c 6c 7c 11o 11e 12e 2b 1b")[:cards])


def test_a_card_cannot_be_held_and_seen():
    with pytest.raises(Illegal, match="impossible-hand"):
        outlook(CHINCHON, spanish("5c 6c 7c 11o 11e 12e 2b"), spanish("5c"))


def test_cards_with_too_many_ways_are_refused_before_they_take_long():
    house = CHINCHON.with_options(
        {"packs": 3, "jokers": 6, "hand_size": 20, "limit": 100_000}
    )
    cards = spanish("* * * * * * 1o 1o 1o 1c 1c 1c 1e 1e 1e 1b 1b 1b 2o 2o 2o")
    for question, asked in ((outlook, cards[1:]), (throws, cards)):
        with pytest.raises(Illegal, match="too-many-ways"):
            question(house, asked)


WINS = ("wins", Close.CHINCHON)
ONE_JOKER = (-50, Close.JOKER_RUN_1)


def knock(points):
    return points, Close.KNOCK


@pytest.mark.parametrize(
    ("ruleset", "cards", "first"),
    [
        (
            CHINCHON,
            "5c 6c 7c 11o 11e 12e 2b 3o",
            [("3o", None, 5), ("2b", None, 5), ("12e", None, 4)],
        ),
        (
            CHINCHON,
            "5c 6c 7c 11o 11e 11b 2b 4o",
            [("4o", knock(2), 34), ("2b", knock(4), 34)],
        ),
        (CHINCHON, "1o 2o 3o 4o 5o 6o 7o *", [("*", WINS, 34), ("1o", ONE_JOKER, 34)]),
        (
            RUMMY,
            "4h 5h 6h 7h Js Jd Jc 2s 3s 4s Kd",
            [("Kd", (0, Close.RUMMY), 41), ("4h", None, 4)],
        ),
    ],
)
def test_throws_that_close_come_first_then_those_that_keep_most_open(
    ruleset, cards, first
):
    found = throws(ruleset, read_cards(cards.split(), ruleset.pack))
    assert [(str(one.discard), one.closes, one.outlook.live) for one in found][
        : len(first)
    ] == first
