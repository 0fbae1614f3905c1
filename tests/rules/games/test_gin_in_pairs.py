"""Gin in pairs: a hand between two, partners with one total, the end after a whole deal."""

import pytest

from rules.events import Retired, SatOut
from rules.match.board import (
    dealers as seats_that_deal,
    opponent_due,
    opponents,
    seats_due,
)
from rules.match.corrections import LogLine, steps
from rules.match.play import play, replay
from rules.match.settlement import FinalSum, final_sums
from rules.presets import GIN
from tests.rules.support.table import board_after, gin, new

PAIRS = {"ruleset": GIN, "players": 4, "team_size": 2}  # 0 and 2 against 1 and 3


# A hand; which one is refused, and why, is in test_verify.py


def test_who_did_not_play_a_hand_has_no_points_in_it():
    (step,) = steps(
        [LogLine((0,), gin(0, 3, 10))], replay(new(**PAIRS), [gin(0, 3, 10)])
    )
    assert [step.points(seat) for seat in range(4)] == [35, None, None, 0]


# A deal


def test_a_player_meets_one_of_the_other_side_known_in_the_last_hand_of_a_deal():
    board = new(**PAIRS)
    assert [opponents(board, seat) for seat in range(4)] == [
        (1, 3),
        (0, 2),
        (1, 3),
        (0, 2),
    ]
    assert seats_due(board) == (0, 1, 2, 3)
    assert [opponent_due(board, seat) for seat in range(4)] == [None] * 4
    board = play(board, gin(0, 3, 10))
    due = [None, 2, 1, None]
    assert seats_due(board) == (1, 2)
    assert [opponent_due(board, seat) for seat in range(4)] == due


@pytest.mark.parametrize(
    "log", [(gin(0, 1, 1), gin(0, 1, 1)), (gin(0, 1, 1), SatOut(3))]
)
def test_a_pair_that_plays_quicker_or_one_who_leaves_closes_the_deal(log):
    board = board_after(*log, **PAIRS)
    assert board.met == ()
    assert board.dealer == 1


def test_where_one_rests_the_deal_has_one_hand():
    assert [
        opponent_due(board_after(SatOut(3), **PAIRS), seat) for seat in (0, 1, 2)
    ] == [1, None, 1]


def test_every_partner_of_the_dealer_deals_in_a_game_of_his_own():
    after_a_deal = board_after(gin(0, 1, 1), gin(2, 3, 1), **PAIRS)
    boards = (
        new(**PAIRS),
        after_a_deal,
        board_after(SatOut(2), **PAIRS),
        new(players=2, ruleset=GIN),
    )
    assert [seats_that_deal(board) for board in boards] == [(0, 2), (1, 3), (0,), (0,)]


# The end; who wins and how much is what the plain scorer says (test_properties.py)


def test_who_retires_leaves_the_partner_in_play():
    board = board_after(Retired(2), gin(0, 1, 75), **PAIRS)
    side = FinalSum(100, 1, 0, 25, 100)
    assert board.winners == (0,)
    assert [final_sums(board)[seat] for seat in (0, 2)] == [side, side]
