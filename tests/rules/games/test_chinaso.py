"""Chinaso: seven hands, the lowest total wins, three fees for money (docs/rules/CANON.md#chinaso)."""

import pytest

from rules.events import Close, Finished, HandScored, Joined, Retired
from rules.match.settlement import net
from rules.match.verify import can, possible_closes
from rules.presets import CHINASO
from tests.rules.support.table import board_after, new, nobody_closed, out, refusal, sheet

THREE = {"ruleset": CHINASO}
FOUR = {"ruleset": CHINASO, "players": 4}
FEES = {"buy_fee": 5, "hand_fee": 10, "game_fee": 100}


def chinaso(*deadwood, closer=0, buys=None):
    left = {seat: points for seat, points in enumerate(deadwood) if points is not None}
    return HandScored(left, closer, Close.CHINASO, buys=buys or {})


def bought(hand, **buys):
    return HandScored(
        hand.deadwood, hand.closer, hand.close, buys={int(seat[1:]): n for seat, n in buys.items()}
    )


def test_a_chinaso_doubles_the_points_of_all_others():
    assert sheet(chinaso(None, 40, 25), **THREE) == [[0, 80, 50]]
    assert sheet(chinaso(None, 40, 25), **THREE, doubles="never") == [[0, 40, 25]]


@pytest.mark.parametrize(
    ("house", "points", "money"),
    [
        ({"hand_fee": 10}, [0, 40, 25], [40, -20, -20]),
        ({"hand_fee": 10, "buy_fee": 5}, [0, 40, 25], [45, -25, -20]),
        ({"hand_fee": 10, "buy_fee": 5, "doubles_fees": True}, [0, 40, 25], [50, -30, -20]),
        ({"buy_fee": 5, "doubles_fees": True}, [0, 40, 25], [10, -10, 0]),
        ({"buy_fee": 5}, [0, 80, 50], [5, -5, 0]),  # the house does not double the buys
        ({"game_fee": 100}, [0, 80, 50], [0, 0, 0]),  # nothing is owed for the hand
    ],
)
def test_a_chinaso_doubles_the_money_of_the_hand_or_else_the_points(house, points, money):
    hand = chinaso(None, 40, 25, buys={1: 1})
    assert sheet(hand, **THREE, **house) == [points]
    board = board_after(hand, **THREE, **house)
    assert [net(board).get(seat, 0) for seat in range(3)] == money


def test_equal_lowest_totals_share():
    in_turn = [out(0, 0, 5, 9, closer=number % 2) for number in range(7)]
    assert board_after(*in_turn, **FOUR).winners == (0, 1)


def test_who_joins_late_has_the_highest_total():
    assert sheet(out(None, 35, 60), Joined(3), **THREE)[-1] == [0, 35, 60, 60]


def test_hands_grow_by_buying_so_they_may_count_any_number():
    assert can(new(**THREE), out(None, 300, 25))
    assert refusal(new(**THREE), out(None, -1, 25)) == "bad-points"
    assert can(new(**THREE, buys=1), out(None, 300, 25))
    assert refusal(new(**THREE, buys=0), out(None, 300, 25)) == "bad-points"


@pytest.mark.parametrize(
    ("event", "code"),
    [
        (out(None, 1), "missing-points"),
        (out(4, 1, 1), "bad-points"),
        (out(None, 1, 1, close=Close.RUMMY), "bad-close"),
        (out(None, 1, 1, close=Close.KNOCK), "bad-close"),
        (bought(out(None, 1, 1), s1=3), "bad-points"),  # each may buy twice
        (bought(out(None, 1, 1), s1=-1), "bad-points"),
        (bought(out(None, 1, 1), s3=1), "unknown-player"),
    ],
)
def test_what_chinaso_refuses(event, code):
    assert refusal(new(**THREE), event) == code


def test_one_goes_out_or_makes_a_chinaso():
    assert possible_closes(new(**THREE), 0) == ((Close.OUT, 0), (Close.CHINASO, 0))


def test_a_chinaso_doubles_what_is_owed_for_the_hand_and_the_buys_where_the_house_says_so():
    hand = chinaso(10, 10, 10, closer=3, buys={1: 1})
    assert net(board_after(hand, **FOUR, **FEES)) == {0: -20, 1: -25, 2: -20, 3: 65}
    assert net(board_after(hand, **FOUR, **FEES, doubles_fees=True)) == {0: -20, 1: -30, 2: -20, 3: 70}
    assert net(board_after(hand, **FOUR, **FEES, doubles="never")) == {0: -10, 1: -15, 2: -10, 3: 35}


def test_where_nobody_went_out_everybody_counts_and_nobody_pays():
    hand = HandScored({0: 5, 1: 6, 2: 7}, buys={1: 2})
    assert sheet(nobody_closed(5, 6, 7), **THREE) == [[5, 6, 7]]
    assert net(board_after(hand, **THREE, **FEES)) == {0: 0, 1: 0, 2: 0}


def test_the_winner_of_the_match_is_paid_by_all_who_sat_at_the_table():
    board = board_after(Retired(2), Finished(), **FOUR | {"start": (0, 10, 0, 20)}, **FEES)
    assert net(board) == {0: 300, 1: -100, 2: -100, 3: -100}


def test_winners_with_equal_totals_share_the_fee_of_the_match():
    board = board_after(Finished(), start=(0, 0, 9), **THREE, game_fee=25)
    assert net(board) == {0: 13, 1: 12, 2: -25}


def test_points_too_may_be_played_for_and_the_lowest_wins_them():
    board = board_after(Finished(), start=(0, 5, 9), **THREE, per_point=1)
    assert net(board) == {0: 14, 1: -1, 2: -13}
