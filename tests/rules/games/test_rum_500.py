"""Rum 500, alone and in pairs: points on the table less those in hand, the target, the money."""

import pytest

from rules.cases import answer
from rules.errors import Illegal
from rules.events import (
    Close,
    Finished,
    HandScored,
    HandVoided,
    Joined,
    Penalised,
    Retired,
    SatOut,
    VoidReason,
)
from rules.match.board import new_board
from rules.match.elimination import places, to_go
from rules.match.settlement import Payment, net, payments
from rules.match.verify import can, possible_closes
from rules.presets import RUM_500, RUM_500_PAIRS
from tests.rules.support.table import after, board_after, dealers, new, on_table, refusal, sheet

THREE = {"ruleset": RUM_500, "players": 3}
PAIRS = {"ruleset": RUM_500_PAIRS, "players": 4}


def test_who_goes_out_need_not_say_that_he_has_nothing_left():
    went_out = HandScored({1: 10, 2: 0}, 0, table={0: 30, 1: 5, 2: 0})
    assert sheet(went_out, **THREE) == [[30, -5, 0]]


def test_the_highest_of_those_who_reach_500_wins():
    board = board_after(on_table((40, 0), (40, 10), (0, 0)), start=(455, 490, 10), **THREE)
    assert (board.winners, places(board)) == ((1,), {0: 2, 1: 1, 2: 3})


def test_each_in_play_lacks_what_is_left_to_the_target():
    start = (455, 500, -10)
    assert to_go(new(**THREE, start=start)) == {0: 45, 1: 0, 2: 510}
    assert to_go(new(**THREE, start=start, out_at="over")) == {0: 46, 1: 1, 2: 511}
    assert to_go(board_after(SatOut(1), Retired(2), start=start, **THREE)) == {0: 45, 1: 0}


def test_nobody_lacks_anything_where_the_match_is_not_played_to_a_target():
    assert [to_go(new(ends=ends)) for ends in ("last-standing", "hands", "open")] == [{}, {}, {}]


def test_an_exact_tie_plays_on():
    tied = on_table((45, 0), (10, 0), (0, 0))
    assert board_after(tied, start=(455, 490, 10), **THREE).winners == ()
    assert board_after(tied, on_table((5, 0), (0, 3), (0, 0)), start=(455, 490, 10), **THREE).winners == (0,)


def test_equal_totals_share_when_the_table_stops():
    assert board_after(on_table((45, 0), (45, 0), (0, 9)), Finished(), **THREE).winners == (0, 1)


@pytest.mark.parametrize(
    ("event", "code"),
    [
        (HandScored({0: 1, 1: 2, 2: 3}), "missing-points"),
        (HandScored({0: 1, 1: 2, 2: 3}, table={0: 1, 1: 2}), "missing-points"),
        (HandScored({0: 1, 1: 2}, table={0: 1, 1: 2, 2: 3}), "missing-points"),
        (on_table((-1, 0), (0, 0), (0, 0)), "bad-points"),
        (on_table((0, -1), (0, 0), (0, 0)), "bad-points"),
        (on_table((9, 1), (0, 0), (0, 0), closer=0), "bad-points"),
        (HandScored({0: 0, 1: 2, 2: 3}, 0, Close.RUMMY, table={0: 1, 1: 2, 2: 3}), "bad-close"),
        (on_table((9, 1), (0, 0), (0, 0), (0, 0)), "unknown-player"),
    ],
)
def test_what_rum_500_refuses(event, code):
    assert refusal(new(**THREE), event) == code


def test_a_hand_may_hold_any_number_of_cards_from_the_discards():
    assert can(new(**THREE), on_table((0, 300), (0, 0), (0, 0)))


def test_there_is_one_way_to_go_out_and_it_need_not_be_named():
    named = HandScored({1: 10, 2: 0}, 0, Close.OUT, table={0: 30, 1: 5, 2: 0})
    assert sheet(named, **THREE) == [[30, -5, 0]]
    assert possible_closes(new(**THREE), 0) == ((Close.OUT, 0),)


def test_who_sits_out_or_joins_neither_pays_nor_starts_ahead():
    assert sheet(SatOut(2), on_table((60, 0), (10, 0)), Joined(3), **THREE)[-1] == [60, 10, 0, 0]


FINAL = on_table((540, 0), (530, 0), (255, 0))


def test_each_settles_the_difference_with_each():
    board = board_after(FINAL, **THREE, per_point=1)
    assert net(board) == {0: 295, 1: 265, 2: -560}
    assert payments(board) == (Payment(2, 0, 295), Payment(2, 1, 265))


def test_or_the_winner_only_collects():
    assert net(board_after(FINAL, **THREE, per_point=1, settlement="winner-only")) == {
        0: 295,
        1: -10,
        2: -285,
    }


def test_points_are_settled_when_the_match_is_over_and_not_before():
    assert net(board_after(on_table((9, 0), (5, 0), (1, 0)), **THREE, per_point=1)) == {0: 0, 1: 0, 2: 0}


def test_a_void_hand_does_not_end_a_match_that_began_at_the_target():
    board = new(**THREE, start=(510, 0, 0))
    assert after(board, HandVoided(VoidReason.MISDEAL)) == board


def test_winners_who_share_share_what_the_others_pay():
    tied = on_table((45, 0), (45, 0), (0, 0))
    board = board_after(tied, Finished(), **THREE, per_point=1, settlement="winner-only")
    assert net(board) == {0: 23, 1: 22, 2: -45}


def test_who_retired_settles_on_the_total_he_left_with():
    board = board_after(on_table((9, 0), (5, 0), (1, 0)), Retired(2), Finished(), **THREE, per_point=1)
    assert net(board) == {0: 12, 1: 0, 2: -12}


# In pairs


def test_those_who_face_each_other_are_one_side():
    board = new(**PAIRS)
    assert (board.teams, board.sides) == (((0, 2), (1, 3)), ((0, 2), (1, 3)))


def test_other_partners_may_be_named():
    hand = on_table((60, 12), (90, 0), (35, 48), (20, 55), closer=1)
    assert sheet(hand, **PAIRS, teams=((1, 0), (2, 3))) == [[138, 138, -48, -48]]


def test_a_side_wins_together_and_has_one_place():
    board = board_after(on_table((300, 0), (10, 0), (200, 0), (10, 0)), **PAIRS)
    assert (board.winners, places(board)) == ((0, 2), {0: 1, 1: 2, 2: 1, 3: 2})


def test_sides_that_tie_at_500_play_on():
    assert board_after(on_table((300, 0), (500, 0), (200, 0), (0, 0)), **PAIRS).winners == ()


def test_what_one_of_a_side_starts_with_both_have():
    assert new(**PAIRS, start=(100, 40)).total(2) == 100


def test_a_penalty_is_the_side_s():
    assert sheet(Penalised(2, -30), **PAIRS) == [[-30, 0, -30, 0]]


def test_a_side_goes_on_while_one_of_it_is_in_play_and_has_its_total():
    hand = on_table((60, 0), (90, 0), (35, 0), (20, 0))
    board = board_after(hand, Retired(0), **PAIRS)
    assert (board.winners, board.seats_playing) == ((), (1, 2, 3))
    alone = HandScored({1: 0, 2: 5, 3: 0}, table={1: 0, 2: 45, 3: 0})
    assert sheet(hand, Retired(0), alone, **PAIRS)[-1] == [None, 110, 135, 110]


def test_the_side_that_is_left_wins():
    assert board_after(Retired(0), Retired(2), **PAIRS).winners == (1, 3)


def test_the_deal_goes_round_the_four_of_them():
    hand = on_table((1, 0), (1, 0), (1, 0), (1, 0))
    assert dealers(hand, hand, SatOut(3), **PAIRS) == [0, 1, 2, 2]
    assert dealers(hand, hand, SatOut(3), hand_without(3), **PAIRS)[-1] == 0


def hand_without(seat):
    seats = [other for other in range(4) if other != seat]
    return HandScored(dict.fromkeys(seats, 0), table=dict.fromkeys(seats, 1))


def test_the_two_of_a_side_share_what_it_wins_the_odd_unit_to_the_first():
    board = board_after(on_table((500, 0), (10, 0), (1, 0), (0, 0)), **PAIRS, per_point=1)
    assert net(board) == {0: 246, 1: -245, 2: 245, 3: -246}


@pytest.mark.parametrize(
    ("teams", "code", "seat"),
    [(((0, 4), (1, 3)), "unknown-player", 4), (((0, 2), (2, 3)), "duplicate-player", 2)],
)
def test_a_team_of_nobody_or_of_somebody_in_two_is_refused(teams, code, seat):
    with pytest.raises(Illegal) as refused:
        new_board(RUM_500_PAIRS, 4, teams=teams)
    assert (refused.value.code, refused.value.details) == (code, {"seat": seat})


def test_where_more_than_four_play_in_pairs_each_still_faces_his_partner():
    assert new_board(RUM_500_PAIRS, 6).teams == ((0, 3), (1, 4), (2, 5))
    assert new_board(RUM_500_PAIRS, 5).teams == ((0, 2, 4), (1, 3))


def test_who_is_in_no_team_plays_alone():
    assert new_board(RUM_500, 3, teams=((0, 2),)).sides == ((0, 2), (1,))
    assert new_board(RUM_500_PAIRS, 2).sides == ((0,), (1,))
    assert sheet(Joined(4), **PAIRS) == [[0, 0, 0, 0, 0]]


def test_in_a_case_partners_are_named_together_and_the_log_names_each():
    hand = {
        "type": "hand",
        "closer": "E",
        "table": {"N": 60, "S": 35, "E": 90, "W": 20},
        "deadwood": {"N": 12, "S": 48, "W": 55},
    }
    case = {
        "kind": "match",
        "ruleset": "rum-500-pairs",
        "players": ["N", "E", "S", "W"],
        "start": {"N+S": 460, "E+W": 400},
        "money": {"per_point": 2},
        "log": [hand, {"type": "retire", "player": "N"}, hand, {"type": "retire", "player": "S"}],
    }
    first = {"N+S": 495, "E+W": 455}
    assert answer(case) == {
        "after": [first, first, first, {"E+W": 455}],  # the second hand names one who has left
        "totals": {"E+W": 455},
        "out": [],
        "bought_back": {},
        "pending": [],
        "dealer": "E",
        "winner": "E+W",
        "money": {"N+S": 80, "E+W": -80},
        "refused": {"at": 2, "code": "not-in-play"},
    }
    other_partners = case | {"teams": [["N", "E"], ["S", "W"]], "start": {"S+W": 5}, "log": [hand]}
    assert answer(other_partners)["after"] == [{"N+E": 138, "S+W": -43}]
    one_alone = case | {"teams": [["N", "S"], ["E"], ["W"]], "start": {"N+S": 5, "W": 7}, "log": []}
    assert answer(one_alone)["totals"] == {"N+S": 5, "E": 0, "W": 7}
