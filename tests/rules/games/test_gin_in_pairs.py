"""Gin in pairs: a hand between two, partners with one total, the end after a whole deal."""

import pytest

from rules.errors import Illegal
from rules.events import Close, HandScored, Retired, SatOut
from rules.match.board import dealers as seats_that_deal, facing, opponent_due, opponents, seats_due
from rules.match.corrections import LogLine, Undone, judge, steps
from rules.match.elimination import places
from rules.match.play import play, replay
from rules.match.settlement import FinalSum, final_sums, net
from rules.match.verify import verify
from rules.presets import GIN
from tests.rules.support.table import after, board_after, new

PAIRS = {"ruleset": GIN, "players": 4, "team_size": 2}  # 0 and 2 against 1 and 3


def knock(closer, loose, opponent, left):
    return HandScored({closer: loose, opponent: left}, closer, Close.KNOCK)


def gin(closer, opponent, left):
    return HandScored({opponent: left}, closer, Close.GIN)


# Who sits with whom


def test_those_who_face_each_other_are_partners():
    assert new(**PAIRS).sides == ((0, 2), (1, 3))


def test_there_are_two_sides_however_many_play():
    assert facing(GIN.turned({"team_size": 2}), 6) == ((0, 2, 4), (1, 3, 5))
    assert facing(GIN.turned({"team_size": 2}), 8) == ((0, 2, 4, 6), (1, 3, 5, 7))


def test_two_at_the_table_play_as_ever_though_the_rules_say_pairs():
    board = new(players=2, ruleset=GIN, team_size=2)
    assert (board.in_pairs, board.sides) == (False, ((0,), (1,)))


# A hand


def test_a_player_meets_one_of_the_other_side():
    board = new(**PAIRS)
    assert [opponents(board, seat) for seat in range(4)] == [(1, 3), (0, 2), (1, 3), (0, 2)]


@pytest.mark.parametrize(
    ("hand", "code", "details"),
    [
        (knock(0, 5, 2, 20), "wrong-opponent", {"seat": 2, "closer": 0}),
        (HandScored({0: 5, 1: 20, 3: 9}, 0, Close.KNOCK), "wrong-opponent", {"seat": 3, "closer": 0}),
        (HandScored({0: 5, 1: 20, 2: 9}, 0, Close.KNOCK), "wrong-opponent", {"seat": 2, "closer": 0}),
        (HandScored({}, 0, Close.GIN), "missing-points", {"seat": None}),
        (HandScored({1: 20}, 0, Close.KNOCK), "missing-points", {"seat": 0}),
        (
            HandScored({0: 12, 2: 20}, 0, Close.KNOCK),
            "over-close-limit",
            {"seat": 0, "deadwood": 12, "limit": 10},
        ),
        (gin(0, 1, 101), "bad-points", {"seat": 1, "points": 101, "most": 100}),
    ],
)
def test_a_hand_names_one_opponent_and_no_partner(hand, code, details):
    with pytest.raises(Illegal) as refused:
        verify(new(**PAIRS), hand)
    assert (refused.value.code, refused.value.details) == (code, details)


def test_the_opponent_of_the_last_hand_of_a_deal_is_missed_by_name():
    board = board_after(gin(0, 1, 10), **PAIRS)
    with pytest.raises(Illegal) as refused:
        verify(board, HandScored({}, 3, Close.GIN))
    assert (refused.value.code, refused.value.details) == ("missing-points", {"seat": 2})


def test_no_partner_pays():
    board = board_after(gin(0, 1, 10), gin(2, 3, 10), **PAIRS, hand_fee=5)
    assert net(board) == {0: 5, 1: -5, 2: 5, 3: -5}


def test_who_did_not_play_a_hand_has_no_points_in_it():
    board = new(**PAIRS)
    events = [gin(0, 3, 10)]
    (step,) = steps([LogLine((0,), event) for event in events], replay(board, events))
    assert [step.points(seat) for seat in range(4)] == [35, None, None, 0]


# A deal


def test_the_opponent_in_the_last_hand_of_a_deal_is_known():
    board = new(**PAIRS)
    assert (seats_due(board), [opponent_due(board, seat) for seat in range(4)]) == ((0, 1, 2, 3), [None] * 4)
    board = play(board, gin(0, 3, 10))
    assert (seats_due(board), opponent_due(board, 1), opponent_due(board, 2)) == ((1, 2), 2, 1)
    assert [opponent_due(board, seat) for seat in (0, 3)] == [None, None]


def test_a_pair_that_plays_quicker_may_write_its_next_hand():
    board = board_after(gin(0, 1, 1), gin(0, 1, 1), **PAIRS)
    assert (board.met, board.dealer) == ((), 1)


def test_where_one_rests_the_deal_has_one_hand():
    assert [opponent_due(board_after(SatOut(3), **PAIRS), seat) for seat in (0, 1, 2)] == [1, None, 1]


def test_every_partner_of_the_dealer_deals_in_a_game_of_his_own():
    board = new(**PAIRS)
    after_a_deal = after(board, gin(0, 1, 1), gin(2, 3, 1))
    assert [seats_that_deal(each) for each in (board, after_a_deal)] == [(0, 2), (1, 3)]
    assert seats_that_deal(board_after(SatOut(2), **PAIRS)) == (0,)
    assert seats_that_deal(new(players=2, ruleset=GIN)) == (0,)


def test_who_leaves_after_the_first_hand_closes_the_deal():
    board = board_after(gin(0, 1, 1), SatOut(3), **PAIRS)
    assert (board.met, board.dealer) == ((), 1)


# The end


def test_both_hands_of_a_deal_are_played_then_the_side_with_more_wins():
    first = board_after(gin(0, 1, 80), **PAIRS)
    assert (first.total(0), first.winners) == (105, ())
    assert play(first, gin(3, 2, 40)).winners == (0, 2)
    assert play(first, gin(3, 2, 90)).winners == (1, 3)


def test_a_tie_after_both_hands_asks_for_another_deal():
    board = board_after(gin(0, 1, 80), gin(3, 2, 80), **PAIRS)
    assert (board.total(0), board.total(1), board.winners) == (105, 105, ())
    board = after(board, gin(0, 1, 5))
    assert board.winners == ()
    assert play(board, gin(2, 3, 5)).winners == (0, 2)


def test_the_winning_side_adds_its_boxes_and_the_bonus_of_the_game_once():
    board = board_after(gin(0, 1, 30), gin(1, 2, 10), gin(2, 3, 30), gin(0, 1, 3), **PAIRS)
    assert final_sums(board) == {
        0: FinalSum(138, 3, 0, 50, 100),
        1: FinalSum(35, 1),
        2: FinalSum(138, 3, 0, 50, 100),
        3: FinalSum(35, 1),
    }
    assert places(board) == {0: 1, 2: 1, 1: 2, 3: 2}


def test_a_side_that_won_no_hand_is_shut_out():
    board = board_after(gin(0, 1, 30), gin(2, 3, 30), **PAIRS, shutout=True)
    assert final_sums(board)[2] == FinalSum(110, 2, 110, 50, 100)


def test_the_difference_is_paid_between_the_sides_and_shared_by_the_partners():
    board = board_after(gin(0, 1, 30), gin(2, 3, 30), **PAIRS, per_point=1)
    assert net(board) == {0: 130, 2: 130, 1: -130, 3: -130}


def test_who_retires_leaves_the_partner_in_play():
    board = board_after(Retired(2), gin(0, 1, 75), **PAIRS)
    assert (board.winners, final_sums(board)[0], final_sums(board)[2]) == (
        (0,),
        FinalSum(100, 1, 0, 25, 100),
        FinalSum(100, 1, 0, 25, 100),
    )


# Corrections


def test_an_undo_of_the_second_hand_opens_the_deal_again():
    board = judge(new(**PAIRS), [gin(0, 1, 80), gin(2, 3, 10)], Undone())
    assert (board.winners, board.dealer, seats_due(board)) == ((), 0, (2, 3))
