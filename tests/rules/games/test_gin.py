"""Gin: what the winner adds; and with three, where a hand is between two, who rests (`sit_out`)."""

import pytest

from rules.events import (
    CameBack,
    DealerNamed,
    HandVoided,
    Reseated,
    RulesChanged,
    SatOut,
    VoidReason,
)
from rules.match.board import opponent_due, opponents, seats_due
from rules.match.play import replay
from rules.match.settlement import FinalSum, final_sums
from rules.presets import GIN
from tests.rules.support.table import board_after, gin, hand, new

THREE = {"ruleset": GIN, "players": 3}
WON_60 = hand(2, 62)
WON_50 = hand(2, 52)
UNDERCUT = hand(9, 9)


@pytest.mark.parametrize(
    ("log", "house", "sums"),
    [
        (
            (WON_60, UNDERCUT, WON_50),
            {},
            (FinalSum(110, 2, 0, 25, 100), FinalSum(25, 1)),
        ),
        # twice the points against one who won no hand
        (
            (WON_60, WON_50),
            {"shutout": True},
            (FinalSum(110, 2, 110, 50, 100), FinalSum(0, 0)),
        ),
    ],
)
def test_the_winner_adds_his_boxes_more_than_the_other_s_and_the_bonus_of_the_game(
    log, house, sums
):
    board = board_after(*log, players=2, ruleset=GIN, **house)
    assert final_sums(board) == dict(enumerate(sums))


# With three, of whom one rests


A_BEATS_B = gin(0, 1)
C_BEATS_A = gin(2, 0)
B_BEATS_C = gin(1, 2)


@pytest.mark.parametrize(
    ("log", "house", "rests"),
    [
        ((A_BEATS_B, C_BEATS_A, gin(2, 1)), {}, [2, 1, 0, 1]),
        # who is undercut lost the hand
        (
            (hand(8, 6),),
            {},
            [2, 0],
        ),
        ((A_BEATS_B, B_BEATS_C), {"sit_out": "winner"}, [2, 0, 1]),
        ((B_BEATS_C, C_BEATS_A), {"sit_out": "dealer"}, [0, 1, 2]),
        ((DealerNamed(2),), {"sit_out": "dealer"}, [0, 2]),
        ((A_BEATS_B, HandVoided(VoidReason.STOCK)), {}, [2, 1, 1]),
        ((SatOut(1), gin(0, 2), CameBack(1)), {}, [2, None, None, 2]),
        # Luis lost and goes to the kitchen; Ana and Eva play, Eva loses; Luis is back: Eva rests
        ((A_BEATS_B, SatOut(1), gin(0, 2), CameBack(1)), {}, [2, 1, None, None, 2]),
        ((A_BEATS_B, RulesChanged({"sit_out": "winner"})), {}, [2, 1, 0]),
        ((A_BEATS_B, RulesChanged({"sit_out": "nobody"})), {}, [2, 1, None]),
        ((Reseated((0, 2, 1)),), {}, [2, 1]),
        *(((), {"dealer": dealer}, [(dealer - 1) % 3]) for dealer in range(3)),
        ((), {"direction": -1}, [1]),
        *(((), {"players": players}, [None]) for players in (2, 4, 5)),
    ],
)
def test_the_loser_of_a_hand_rests_for_the_next_or_whom_the_house_names(
    log, house, rests
):
    assert [
        board.resting for board in replay(new(**THREE | house), log).boards
    ] == rests


def test_the_two_who_do_not_rest_are_due_to_meet_and_who_rests_keeps_the_total():
    board = board_after(A_BEATS_B, **THREE)
    assert [opponent_due(board, seat) for seat in range(3)] == [2, None, 0]
    assert opponents(board, 1) == (0, 2)
    assert board.total(1) == 0
    assert seats_due(board) == (0, 2)
    assert board.seats_playing == (0, 1, 2)
