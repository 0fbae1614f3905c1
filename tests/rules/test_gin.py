"""A game of Gin: knock, gin and undercut, the race to 100, and the sum at the end of it (CANON 1.8)."""

import pytest

from rules.board import can, closes_open, places
from rules.closes import Close
from rules.endings import to_go
from rules.events import (
    CameBack,
    Finished,
    HandVoided,
    Joined,
    Penalised,
    Retired,
    RulesChanged,
    VoidReason,
)
from rules.gin import FinalSum, final_sums, final_total
from rules.money import net, payments
from rules.payments import Payment
from rules.presets import GIN
from tests.rules.table import board_after, dealers, hand, new, nobody_closed, refusal, sheet

TABLE = {"ruleset": GIN, "players": 2}


def knock(*deadwood, closer=0):
    return hand(*deadwood, closer=closer, close=Close.KNOCK)


def gin(*deadwood, closer=0, close=Close.GIN):
    return hand(*deadwood, closer=closer, close=close)


ILLUSTRATION = (
    *(knock(6, 19), gin(24, 0, closer=1), knock(9, 8, closer=1), knock(10, 27)),
    *(knock(4, 4, closer=1), knock(7, 39), gin(0, 6)),
)


def test_the_illustration_of_the_text_ends_293_to_50():
    assert sheet(*ILLUSTRATION, **TABLE) == [
        *([13, 0], [13, 49], [13, 50], [30, 50]),
        *([55, 50], [87, 50], [118, 50]),
    ]
    assert final_sums(board_after(*ILLUSTRATION, **TABLE)) == {
        0: FinalSum(points=118, boxes=5, box_points=75, game_bonus=100),
        1: FinalSum(points=50, boxes=2),
    }
    assert [final_total(board_after(*ILLUSTRATION, **TABLE), seat) for seat in (0, 1)] == [293, 50]


def test_who_knocks_with_less_scores_the_difference():
    assert sheet(knock(6, 19), knock(30, 10, closer=1), **TABLE) == [[13, 0], [13, 20]]


@pytest.mark.parametrize(("left", "scores"), [(9, [0, 25]), (8, [0, 26]), (0, [0, 34]), (10, [1, 0])])
def test_who_ties_or_beats_the_one_who_knocked_undercuts_for_25_and_the_difference(left, scores):
    assert sheet(knock(9, left), **TABLE) == [scores]


@pytest.mark.parametrize("left", [0, 7, 60])
def test_gin_is_25_and_all_that_the_other_has_left_and_cannot_be_undercut(left):
    assert sheet(gin(0, left), gin(None, left), **TABLE) == [[25 + left, 0], [50 + 2 * left, 0]]


def test_a_hand_won_is_a_box_for_the_one_who_won_it():
    board = board_after(knock(6, 19), knock(6, 6), gin(40, 0, closer=1), **TABLE)
    assert [board.standings[seat].boxes for seat in (0, 1)] == [1, 2]


def test_the_first_to_reach_100_wins():
    assert board_after(gin(0, 74), **TABLE).winners == ()
    assert board_after(gin(0, 75), **TABLE).winners == (0,)
    assert to_go(board_after(gin(0, 74), **TABLE)) == {0: 1, 1: 100}


def test_the_winner_with_fewer_boxes_loses_by_them():
    board = board_after(*[knock(1, 2)] * 5, gin(99, 0, closer=1), **TABLE)
    assert final_sums(board) == {
        0: FinalSum(points=5, boxes=5),
        1: FinalSum(points=124, boxes=1, box_points=-100, game_bonus=100),
    }
    assert places(board) == {0: 2, 1: 1}


def test_a_shutout_doubles_the_points_of_the_hands_where_the_house_says_so():
    whole = FinalSum(points=115, boxes=2, box_points=50, game_bonus=100)
    shut_out = FinalSum(points=115, boxes=2, shutout=115, box_points=50, game_bonus=100)
    hands = (gin(0, 35), gin(0, 30))
    assert final_sums(board_after(*hands, **TABLE))[0] == whole
    assert final_sums(board_after(*hands, **TABLE, shutout=True))[0] == shut_out
    one_each = final_sums(board_after(knock(3, 2), *hands, **TABLE, shutout=True))
    assert one_each[0] == FinalSum(points=115, boxes=2, box_points=25, game_bonus=100)


def test_eleven_cards_melded_count_only_where_the_house_has_big_gin():
    assert refusal(new(**TABLE), gin(0, 20, close=Close.BIG_GIN)) == "bad-close"
    assert sheet(gin(0, 20, close=Close.BIG_GIN), **TABLE, big_gin=31) == [[51, 0]]


def test_the_house_sets_the_bonuses():
    house = {"undercut": 10, "clean_points": 20, "box": 20, "game_bonus": 50}
    board = board_after(knock(5, 5), gin(0, 80), **TABLE, **house)
    assert final_sums(board) == {
        0: FinalSum(points=100, boxes=1, game_bonus=50),
        1: FinalSum(points=10, boxes=1),
    }


def test_there_are_two_ways_to_close():
    assert closes_open(new(**TABLE), 0) == (
        *((Close.KNOCK, kept) for kept in range(1, 11)),
        (Close.GIN, 0),
    )


@pytest.mark.parametrize(
    ("event", "code"),
    [
        (knock(11, 20), "over-close-limit"),
        (knock(0, 20), "bad-close"),  # that is gin
        (gin(1, 20), "bad-points"),
        (hand(0, 20, close=Close.CLEAN), "bad-close"),
        (hand(0, 20, close=Close.OUT), "bad-close"),
        (nobody_closed(5, 20), "bad-close"),
        (knock(None, 20), "missing-points"),
        (knock(5), "missing-points"),
        (knock(5, 101), "bad-points"),
        (knock(5, -1), "bad-points"),
        (hand(3, 4, 5), "unknown-player"),
        (RulesChanged({"scoring": "count"}), "bad-rules"),
        (RulesChanged({"team_size": 2}), "bad-rules"),
        (RulesChanged({"ends": "last-standing"}), "bad-rules"),
    ],
)
def test_what_gin_refuses(event, code):
    assert refusal(new(**TABLE), event) == code


def test_ten_cards_are_worth_100_at_most():
    assert can(new(**TABLE), knock(5, 100))


def test_when_the_stock_runs_out_the_same_dealer_deals_again():
    assert dealers(HandVoided(VoidReason.STOCK), knock(5, 9), **TABLE) == [0, 0, 1]


def test_a_changed_target_ends_nothing_before_the_next_hand():
    lowered = (gin(0, 30), RulesChanged({"limit": 50}), Penalised(1, 3))
    assert board_after(*lowered, **TABLE).winners == ()
    assert board_after(*lowered, knock(5, 6), **TABLE).winners == (0,)
    raised = (gin(0, 60), RulesChanged({"limit": 150}), Penalised(0, 20))
    assert board_after(*raised, **TABLE).winners == ()


def test_the_one_left_wins_and_adds_his_boxes_and_the_bonus():
    board = board_after(gin(0, 30), Retired(1), **TABLE)
    assert board.winners == (0,)
    assert final_total(board, 0) == 55 + 25 + 100


def test_the_highest_wins_when_the_table_stops_and_a_shared_game_has_no_bonus():
    board = board_after(gin(0, 30), knock(4, 5), Finished(), **TABLE)
    assert (board.winners, final_total(board, 0)) == ((0,), 56 + 50 + 100)
    shared = board_after(gin(0, 30), gin(30, 0, closer=1), Finished(), **TABLE)
    assert shared.winners == (0, 1)
    assert final_sums(shared) == {0: FinalSum(55, 1), 1: FinalSum(55, 1)}


def test_who_joins_starts_from_nothing():
    assert sheet(gin(0, 30), Joined(2), **TABLE)[-1] == [55, 0, 0]


def test_who_comes_back_has_what_he_left_with():
    assert sheet(Joined(2), gin(None, 20, 20), Retired(1), CameBack(1), **TABLE)[-1] == [65, 0, 0]


def test_against_two_each_is_settled_alone():
    assert sheet(knock(5, 3, 9), **TABLE | {"players": 3}) == [[4, 27, 0]]


def test_points_played_for_are_paid_when_the_game_is_over():
    game = TABLE | {"per_point": 2}
    assert net(board_after(*ILLUSTRATION[:-1], **game)) == {0: 0, 1: 0}
    assert net(board_after(*ILLUSTRATION, **game)) == {0: 486, 1: -486}
    assert payments(board_after(*ILLUSTRATION, **game)) == (Payment(1, 0, 486),)
    assert net(board_after(*ILLUSTRATION, **game, settlement="winner-only")) == {0: 486, 1: -486}


def test_a_false_close_costs_the_one_who_closed():
    false_close = HandVoided(VoidReason.FALSE_CLOSE, 1)
    assert sheet(gin(0, 30), false_close, **TABLE, false_close_points=10)[-1] == [55, -10]
