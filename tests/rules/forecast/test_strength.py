import pytest

from rules.forecast.strength import Strengths


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
