from collections import Counter

import pytest

from rules.events import Close, HandScored
from rules.forecast.hand_pool import (
    Dice,
    PricedHand,
    Strengths,
    priced,
    renumbered,
    seed_of,
    shipped_hands,
    with_players,
)
from rules.presets import CHINCHON, FRENCH, GIN, QUEEN_CITY, RULESETS, RUM_500, RUMMY


def test_a_hand_of_chinchon_has_the_fewest_points_first():
    hand = HandScored({0: 3, 1: 41, 2: 12}, 0, Close.KNOCK)
    assert priced(CHINCHON, hand, 3) == PricedHand((3, 12, 41), closer=0, knocks=True)


def test_who_lays_off_everything_is_before_the_closer():
    hand = HandScored({0: 3, 1: 0}, 0, Close.KNOCK)
    assert priced(CHINCHON, hand, 2) == PricedHand((0, 3), closer=1, knocks=True)


def test_a_closer_may_bust_where_the_house_allows_it():
    assert not priced(FRENCH, HandScored({0: 3, 1: 9}, 0, Close.KNOCK), 2).knocks


def test_a_chinchon_wins_the_match():
    hand = HandScored({0: 0, 1: 9}, 0, Close.CHINCHON)
    assert priced(CHINCHON, hand, 2) == PricedHand((0, 0), closer=0, wins=True)


def test_gin_adds_to_one_of_two_and_an_undercut_to_the_other():
    knock = HandScored({0: 5, 1: 25}, 0, Close.KNOCK)
    assert priced(GIN, knock, 2).points == (20, 0)
    undercut = HandScored({0: 5, 1: 5}, 0, Close.KNOCK)
    assert priced(GIN, undercut, 2)[:2] == ((25, 0), 1)


def test_a_rummy_collects_from_all():
    assert priced(RUMMY, HandScored({0: 0, 1: 10, 2: 7}, 0, Close.RUMMY), 3).points == (34, -14, -20)
    assert priced(QUEEN_CITY, HandScored({}, 0, Close.RUMMY, value=40), 3).points == (80, -40, -40)


def test_in_rum_500_the_table_counts():
    hand = HandScored({0: 0, 1: 20}, 0, Close.OUT, table={0: 30, 1: 55})
    assert priced(RUM_500, hand, 2).points == (35, 30)


def test_seats_are_numbered_from_the_closer_on():
    hand = HandScored({2: 12, 5: 0, 7: 30}, 5, Close.CLEAN)
    assert renumbered(hand, [2, 5, 7]) == HandScored({0: 0, 1: 12, 2: 30}, 0, Close.CLEAN)


def test_a_hand_of_four_is_played_by_two_and_by_six():
    hand = HandScored({0: 3, 1: 10, 2: 20, 3: 30}, 0, Close.KNOCK)
    other = HandScored({0: 0, 1: 11, 2: 21, 3: 31}, 0, Close.CLEAN)
    assert with_players(hand, other, 4, 2) == HandScored({0: 3, 1: 10}, 0, Close.KNOCK)
    six = {0: 3, 1: 10, 2: 20, 3: 30, 4: 11, 5: 21}
    assert with_players(hand, other, 4, 6) == HandScored(six, 0, Close.KNOCK)


@pytest.mark.parametrize("key", RULESETS)
def test_every_game_has_shipped_hands_for_each_contract(key):
    contracts = max(1, len(RULESETS[key].contracts))
    for size, lines in shipped_hands(key).items():
        assert len(lines) == contracts
        for hands in lines:
            assert len(hands) >= 50
            assert all(len(priced(RULESETS[key], hand, size).points) == size for hand in hands)


# Dice


def test_the_same_seed_gives_the_same_numbers_in_every_python():
    dice = Dice(7)
    assert [dice.below(1000) for _ in range(6)] == [238, 913, 612, 926, 49, 855]


def test_every_number_comes_as_often():
    dice = Dice(1)
    drawn = Counter(dice.below(6) for _ in range(6000))
    assert sorted(drawn) == [0, 1, 2, 3, 4, 5]
    assert all(900 < times < 1100 for times in drawn.values())


def test_a_seat_of_twice_the_weight_is_first_twice_as_often():
    dice = Dice(1)
    first = Counter(dice.ranked((0, 1, 2), {0: 2.0, 1: 1.0, 2: 1.0})[0] for _ in range(4000))
    assert 1900 < first[0] < 2100
    assert 900 < first[1] < 1100


def test_a_ranking_has_everybody_once():
    dice = Dice(3)
    weights = dict.fromkeys(range(5), 1.0)
    assert all(sorted(dice.ranked(range(5), weights)) == [0, 1, 2, 3, 4] for _ in range(50))


def test_other_totals_are_another_seed():
    assert len({seed_of(numbers) for numbers in ([1, 2], [2, 1], [1, 2, 0], [-1, 2], [])}) == 5


# Strength of players


def test_a_player_of_whom_nothing_is_known_is_like_the_others():
    assert Strengths().weight("Ana") == 1


def test_a_win_over_each_of_three_counts_as_three():
    strengths = Strengths(shrink=1)
    strengths.add({"Ana": 0, "Luis": 20, "Eva": 30, "Noa": 30})
    assert strengths.weight("Ana") == 4
    assert strengths.weight("Luis") == (2 + 1) / (1 + 1)
    assert strengths.weight("Eva") == strengths.weight("Noa") == (0.5 + 1) / (2.5 + 1)


def test_one_lucky_hand_says_little():
    strengths = Strengths()
    strengths.add({"Ana": -10, "Luis": 60})
    assert strengths.weight("Ana") == pytest.approx(1.01, abs=0.005)


def test_the_more_hands_the_nearer_to_what_happened():
    strengths = Strengths()
    for hand in range(3000):
        strengths.add({"Ana": int(hand % 3 == 0), "Luis": int(hand % 3 != 0)})
    assert strengths.weight("Ana") == pytest.approx(2, abs=0.12)
