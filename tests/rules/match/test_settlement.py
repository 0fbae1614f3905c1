"""The pot, and who pays whom: every sum is settled, with the fewest payments."""

from itertools import combinations

import pytest
from hypothesis import given, strategies as st

from rules.events import Finished, RulesChanged
from rules.match.settlement import (
    EXACT_UP_TO,
    fewest_payments,
    net,
    payments,
)
from rules.presets import RUM_500
from tests.rules.support.table import board_after, hand, on_table


def test_cents_are_whole_too_and_a_match_without_money_may_go_on_for_them():
    in_cents = {"stake": 50, "cents": True, "players": 4}
    assert net(board_after(hand(1, 1, 1, 20), Finished(), **in_cents)) == {
        0: 17,
        1: 17,
        2: 16,
        3: -50,
    }
    dearer = RulesChanged({"per_point": 5, "cents": True})
    board = board_after(
        on_table((20, 0), (10, 4), (5, 5)), dearer, Finished(), ruleset=RUM_500
    )
    assert board.next_ruleset.cents_per_unit == 1
    assert net(board) == {0: 0, 1: 0, 2: 0}


def test_nobody_pays_while_the_match_is_played():
    assert payments(board_after(hand(1, 1, 1, 20), players=4, stake=5)) == ()


def test_units_that_do_not_cancel_cannot_be_paid():
    with pytest.raises(ValueError, match="does not sum to zero"):
        fewest_payments({0: 1, 1: -2})


@pytest.mark.parametrize(
    ("seats", "payments"), [(EXACT_UP_TO, 6), (EXACT_UP_TO + 2, 13)]
)
def test_up_to_twelve_settle_in_the_fewest_payments_and_more_in_one_group(
    seats, payments
):
    # 1, 2, 3 … and whoever lost as much sits in the opposite order
    wins = list(range(1, seats // 2 + 1))
    units = dict(enumerate([*wins, *[-win for win in reversed(wins)]]))
    assert len(fewest_payments(units)) == payments


def most_groups(units):
    """The most groups that sum to zero, found by trying every split."""
    if not units:
        return 0
    first = units[0]
    rest = units[1:]
    most = 0
    for size in range(len(rest) + 1):
        for indices in combinations(range(len(rest)), size):
            if first + sum(rest[index] for index in indices) == 0:
                others = [
                    unit for index, unit in enumerate(rest) if index not in indices
                ]
                most = max(most, 1 + most_groups(others))
    return most


@given(st.lists(st.integers(-12, 12), min_size=1, max_size=7))
def test_everybody_is_brought_to_zero_in_the_fewest_payments(wins):
    units = dict(enumerate([*wins, -sum(wins)]))
    made = fewest_payments(units)
    left = dict(units)
    for payment in made:
        assert payment.units > 0
        left[payment.payer] += payment.units
        left[payment.payee] -= payment.units
    assert set(left.values()) == {0}
    owing = [unit for unit in units.values() if unit]
    assert len(made) == len(owing) - most_groups(owing)
    assert fewest_payments(dict(units)) == made
