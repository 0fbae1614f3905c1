from collections import Counter

from rules.forecast.dice import Dice, seed_of


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
