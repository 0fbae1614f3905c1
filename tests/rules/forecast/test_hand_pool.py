from itertools import chain
from math import log
from statistics import mean, stdev

import pytest

from rules.events import Close, HandScored
from rules.forecast.hand_pool import (
    UNKNOWN,
    Dice,
    PricedHand,
    Strengths,
    priced_hand,
    renumbered_hand,
    seed_of,
    shipped_hands,
)
from rules.forecast.shipped_texts import texts_of
from rules.presets import CHINCHON, FRENCH, GIN, QUEEN_CITY, RULESETS, RUM_500, RUMMY
from rules.scoring.points import price
from tests.rules.support.table import hand


@pytest.mark.parametrize(
    ("ruleset", "scored", "points", "facts"),
    [
        (
            CHINCHON,
            hand(3, 41, 12),
            (3, 12, 41),
            {"knocks": True},
        ),
        (
            CHINCHON,
            hand(3, 0),
            (0, 3),
            {"closer": 1, "knocks": True},
        ),
        # whose closer may bust
        (
            FRENCH,
            hand(3, 9),
            (3, 9),
            {},
        ),
        (CHINCHON, hand(0, 9, close=Close.CHINCHON), (0, 0), {"wins": True}),
        (GIN, hand(5, 25), (20, 0), {"knocks": True}),
        # the undercut
        (
            GIN,
            hand(5, 5),
            (25, 0),
            {"closer": 1, "knocks": True},
        ),
        (RUMMY, hand(0, 10, 7, close=Close.RUMMY), (34, -14, -20), {}),
        (QUEEN_CITY, HandScored({}, 0, Close.RUMMY, value=40), (80, -40, -40), {}),
        (
            RUM_500,
            HandScored({0: 0, 1: 20}, 0, Close.OUT, table={0: 30, 1: 55}),
            (35, 30),
            {"closer": 1},
        ),
    ],
)
def test_a_hand_is_kept_as_what_each_adds_the_best_first_and_who_closed(
    ruleset, scored, points, facts
):
    assert priced_hand(ruleset, scored, len(points)) == PricedHand(
        points, **{"closer": 0} | facts
    )


def test_seats_are_numbered_from_the_closer_on():
    scored = HandScored({2: 12, 5: 0, 7: 30}, 5, Close.CLEAN)
    assert renumbered_hand(scored, [2, 5, 7]) == hand(0, 12, 30)


def test_a_hand_of_four_is_played_by_two_and_by_six():
    texts = {"4": ["K3,10,20,30 C0,11,21,31"]}
    [of_two, _other] = shipped_hands(texts, 2, 0)
    assert of_two == hand(3, 10)
    [of_six, _other] = shipped_hands(texts, 6, 0)
    assert of_six == hand(3, 10, 20, 30, 11, 21)


@pytest.mark.parametrize("key", RULESETS)
def test_every_game_has_shipped_hands_for_each_contract(key):
    contracts = max(1, len(RULESETS[key].contracts))
    texts = texts_of(key)
    for size, lines in texts.items():
        assert len(lines) == contracts
        for contract in range(contracts):
            hands = shipped_hands(texts, int(size), contract)
            assert len(hands) >= 50
            named = {len(hand.deadwood) for hand in hands}
            assert named == ({0} if key == "queen-city" else {int(size)})


@pytest.mark.parametrize(
    ("key", "size", "points"),
    [
        ("chinchon", 2, 6.46),
        ("chinchon", 3, 10.35),
        ("chinchon", 4, 12.81),
        ("chinchon-fournier", 4, 13.09),
        ("chinchon-french", 4, 17.14),
        ("gin", 2, 8.60),
    ],
)
def test_a_shipped_hand_adds_as_much_as_one_of_three_thousand_dealt_ones(
    key, size, points
):
    """With heavier hands the rest of a match is shorter, and the forecast too sure of who leads."""
    hands = shipped_hands(texts_of(key), size, 0)
    added = [price(RULESETS[key], hand, range(size)).values() for hand in hands]
    assert mean(chain.from_iterable(added)) == pytest.approx(points, rel=0.01)


# Dice


def test_the_same_seed_gives_the_same_numbers_in_every_python():
    dice = Dice(7)
    assert [dice.below(1000) for _ in range(6)] == [238, 913, 612, 926, 49, 855]


def test_weights_are_drawn_around_what_is_known_as_widely_as_that_is_unsure():
    dice = Dice(1)
    logarithms = [log(dice.weight((0.5, 25.0))) for _ in range(4000)]
    assert mean(logarithms) == pytest.approx(0.5, abs=0.01)
    assert stdev(logarithms) == pytest.approx(0.2, abs=0.01)


def test_other_totals_are_another_seed():
    totals = ([1, 2], [2, 1], [1, 2, 0], [-1, 2], [])
    assert len({seed_of(numbers) for numbers in totals}) == 5


# Strength of players


def test_a_win_over_three_tells_less_than_three_wins_and_strangers_are_like_others():
    of_four = Strengths()
    of_two = Strengths()
    assert of_four.known("Ana") == UNKNOWN
    of_four.add({"Ana": 0, "Luis": 20, "Eva": 30, "Noa": 30})
    for _ in range(3):
        of_two.add({"Ana": 0, "Luis": 20})
    (ana, sure), luis, eva, noa = map(of_four.known, ("Ana", "Luis", "Eva", "Noa"))
    most, surest = of_two.known("Ana")
    assert 0 < ana < most < 0.04
    assert UNKNOWN[1] < sure < surest
    assert luis[0] + eva[0] < 0 < luis[0]
    assert eva == noa


@pytest.mark.parametrize("players", [2, 3, 4])
def test_whoever_is_twice_as_strong_as_all_others_is_found_to_be(players):
    dice = Dice(1)
    weights = {seat: 1.0 + (seat == 0) for seat in range(players)}
    strengths = Strengths()
    for _ in range(3000):
        ranking = dice.random_ranking(range(players), weights)
        strengths.add({seat: index for index, seat in enumerate(ranking)})
    first, *others = [strengths.known(seat)[0] for seat in weights]
    assert [first - other for other in others] == pytest.approx(
        [log(2)] * (players - 1), abs=0.1
    )
