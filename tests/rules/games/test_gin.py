"""Gin: what the winner adds; and with three, where a hand is between two, who rests (`sit_out`)."""

import pytest

from rules.events import (
    CameBack,
    Close,
    DealerNamed,
    Finished,
    HandScored,
    HandVoided,
    Reseated,
    RulesChanged,
    SatOut,
    VoidReason,
)
from rules.match.board import opponent_due, opponents
from rules.match.corrections import Amended, Change, Undone, judge
from rules.match.play import replay
from rules.match.settlement import FinalSum, final_sums, final_total
from rules.presets import GIN
from tests.rules.support.table import board_after, hand, new

THREE = {"ruleset": GIN, "players": 3}


WON_60, WON_50 = hand(2, 62), hand(2, 52)
UNDERCUT = hand(9, 9)


def final(*hands, **house):
    return final_sums(board_after(*hands, players=2, ruleset=GIN, **house))


def test_the_winner_adds_his_boxes_more_than_the_other_s_and_the_bonus_of_the_game():
    assert final(WON_60, UNDERCUT, WON_50) == {0: FinalSum(110, 2, 0, 25, 100), 1: FinalSum(25, 1)}
    assert final(WON_60, WON_50) == {0: FinalSum(110, 2, 0, 50, 100), 1: FinalSum(0, 0)}


def test_a_house_may_count_the_points_twice_against_one_who_won_no_hand():
    board = board_after(WON_60, WON_50, players=2, ruleset=GIN, shutout=True)
    assert final_sums(board)[0] == FinalSum(110, 2, 110, 50, 100)
    assert [final_total(board, seat) for seat in (0, 1)] == [370, 0]
    assert final(WON_60, UNDERCUT, WON_50, shutout=True)[0] == FinalSum(110, 2, 0, 25, 100)


def test_nobody_adds_anything_while_the_match_goes_on_or_where_it_ends_shared():
    assert final(WON_60) == {0: FinalSum(60, 1), 1: FinalSum(0, 0)}
    assert final(Finished()) == {0: FinalSum(0, 0), 1: FinalSum(0, 0)}


# With three, of whom one rests


def knock(closer, loose, opponent, left):
    return HandScored({closer: loose, opponent: left}, closer, Close.KNOCK)


def gin(closer, opponent, left):
    return HandScored({opponent: left}, closer, Close.GIN)


def resting(*events, **house):
    """Who rests in the first hand and after each event."""
    return [board.resting for board in replay(new(**THREE, **house), events).boards]


def test_the_loser_of_a_hand_rests_for_the_next():
    assert resting(gin(0, 1, 10), gin(2, 0, 10), gin(2, 1, 10)) == [2, 1, 0, 1]


def test_who_is_undercut_lost_the_hand():
    assert resting(knock(0, 8, 1, 6)) == [2, 0]


def test_the_house_may_let_the_winner_rest():
    assert resting(gin(0, 1, 10), gin(1, 2, 10), sit_out="winner") == [2, 0, 1]


def test_the_house_may_let_the_dealer_rest():
    board = board_after(gin(1, 2, 10), **THREE, sit_out="dealer")
    assert (board.resting, board.dealer, board.lead) == (1, 1, 2)
    assert resting(gin(1, 2, 10), gin(2, 0, 10), sit_out="dealer") == [0, 1, 2]


def test_where_nobody_rests_each_settles_with_the_closer():
    assert resting(sit_out="nobody") == [None]


@pytest.mark.parametrize(("dealer", "direction", "rests"), [(0, 1, 2), (1, 1, 0), (2, 1, 1), (0, -1, 1)])
def test_before_the_first_hand_the_player_before_the_dealer_rests(dealer, direction, rests):
    assert new(**THREE, dealer=dealer, direction=direction).resting == rests


@pytest.mark.parametrize("players", [2, 4, 5])
def test_nobody_rests_with_another_number(players):
    assert new(ruleset=GIN, players=players).resting is None


def test_the_two_who_do_not_rest_are_due_to_meet():
    board = board_after(gin(0, 1, 10), **THREE)
    assert [opponent_due(board, seat) for seat in range(3)] == [2, None, 0]


def test_the_table_may_let_another_one_rest():
    board = board_after(gin(0, 1, 10), **THREE)
    assert (board.resting, opponents(board, 1)) == (1, (0, 2))
    assert resting(gin(0, 1, 10), gin(1, 2, 5)) == [2, 1, 2]


def test_who_rests_does_not_deal():
    boards = replay(new(**THREE), [gin(0, 1, 10), gin(2, 0, 10), gin(1, 2, 10)]).boards
    assert [(board.dealer, board.lead, board.resting) for board in boards] == [
        (0, 1, 2),
        (2, 0, 1),
        (1, 2, 0),
        (0, 1, 2),
    ]


def test_who_rests_for_a_hand_is_dealt_none_and_keeps_the_total():
    board = board_after(gin(0, 1, 10), **THREE)
    assert (board.seats_dealt, board.seats_playing, board.total(1)) == ((0, 2), (0, 1, 2), 0)


def test_where_the_dealer_rests_whoever_is_named_dealer_rests():
    assert resting(DealerNamed(2), sit_out="dealer") == [0, 2]


def test_a_void_hand_is_played_again_by_the_same_two():
    assert resting(gin(0, 1, 10), HandVoided(VoidReason.STOCK)) == [2, 1, 1]


def test_while_one_sits_out_the_others_play_and_nobody_rests():
    assert resting(SatOut(1), gin(0, 2, 5), CameBack(1)) == [2, None, None, 2]


def test_who_lost_and_then_sat_out_does_not_rest_twice():
    """Luis lost and goes to the kitchen; Ana and Eva play, Eva loses; Luis is back: Eva rests."""
    assert resting(gin(0, 1, 5), SatOut(1), gin(0, 2, 5), CameBack(1)) == [2, 1, None, None, 2]


def test_new_rules_say_who_rests_from_the_next_hand_on():
    assert resting(gin(0, 1, 5), RulesChanged({"sit_out": "winner"})) == [2, 1, 0]
    assert resting(gin(0, 1, 5), RulesChanged({"sit_out": "nobody"})) == [2, 1, None]


def test_a_new_order_before_the_first_hand_says_anew_who_rests():
    assert resting(Reseated((0, 2, 1))) == [2, 1]


def test_a_correction_of_a_hand_says_anew_who_rests():
    log = [gin(0, 1, 10)]
    assert judge(new(**THREE), log, Amended((Change(0, gin(1, 0, 10)),))).resting == 0
    assert judge(new(**THREE), log, Undone()).resting == 2


def test_the_match_ends_as_soon_as_one_reaches_the_target():
    board = board_after(gin(0, 1, 40), gin(2, 0, 5), gin(0, 1, 20), **THREE)
    assert (board.winners, final_sums(board)) == (
        (0,),
        {0: FinalSum(110, 2, 0, 75, 100), 1: FinalSum(0, 0), 2: FinalSum(30, 1)},
    )
