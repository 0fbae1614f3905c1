"""The Rummies, Rum 500 and Chinaso: what the worked cases in tests/conformance/matches/ cannot say."""

import pytest

from rules.errors import Illegal
from rules.events import Close, Finished, HandScored, Retired, RulesChanged, SatOut
from rules.match.board import new_board
from rules.match.elimination import places, to_go
from rules.match.settlement import Payment, net, payments
from rules.match.verify import possible_closes
from rules.presets import CHINASO, QUEEN_CITY, RUM_500, RUM_500_PAIRS, RUMMY
from rules.scoring.points import price
from tests.rules.support.table import board_after, dealers, new, on_table, out, sheet

FOUR = {"ruleset": RUMMY, "players": 4}


def rummy(*deadwood, closer=0):
    return out(*deadwood, closer=closer, close=Close.RUMMY)


def worth(value, closer=0):
    """A hand of Queen City Rum with the value of the winner's cards."""
    return HandScored({}, closer, Close.RUMMY, value=value)


def test_a_ledger_goes_on_until_the_table_stops_and_the_highest_wins():
    board = board_after(*[out(None, 40, 40, 40)] * 9, **FOUR)
    assert (board.winners, board.total(0)) == ((), 1080)
    stopped = board_after(out(None, 5, 5, 5), out(3, None, 2, 1, closer=1), Finished(), **FOUR)
    assert stopped.winners == (0,)
    assert places(stopped) == {0: 1, 1: 2, 2: 4, 3: 3}


def test_a_house_that_asks_for_two_turns_has_no_rummy():
    board = new(**FOUR, min_table_turns=2)
    assert possible_closes(board, 0) == ((Close.OUT, 0),)
    assert possible_closes(new(**FOUR), 0) == ((Close.OUT, 0), (Close.RUMMY, 0))


def test_in_queen_city_every_other_player_pays_what_the_winner_s_hand_is_worth():
    assert price(QUEEN_CITY, worth(42), (0, 1, 2)) == {0: 84, 1: -42, 2: -42}
    assert price(QUEEN_CITY, worth(0), (0, 1, 2)) == {0: 0, 1: 0, 2: 0}


def test_a_ledger_pays_each_point_as_it_is_written():
    played = FOUR | {"per_point": 5}
    board = board_after(
        out(None, 3, 2, 1), RulesChanged({"per_point": 1}), rummy(1, None, 1, 1, closer=1), **played
    )
    assert net(board) == {0: 28, 1: -9, 2: -12, 3: -7}
    assert payments(board) == (Payment(1, 0, 9), Payment(2, 0, 12), Payment(3, 0, 7))


# Rum 500

THREE = {"ruleset": RUM_500, "players": 3}
PAIRS = {"ruleset": RUM_500_PAIRS, "players": 4}


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


def test_there_is_one_way_to_go_out_and_it_need_not_be_named():
    assert possible_closes(new(**THREE), 0) == ((Close.OUT, 0),)


FINAL = on_table((540, 0), (530, 0), (255, 0))


def test_each_settles_the_difference_with_each():
    board = board_after(FINAL, **THREE, per_point=1)
    assert net(board) == {0: 295, 1: 265, 2: -560}
    assert payments(board) == (Payment(2, 0, 295), Payment(2, 1, 265))


# In pairs


def test_those_who_face_each_other_are_one_side():
    board = new(**PAIRS)
    assert (board.teams, board.sides) == (((0, 2), (1, 3)), ((0, 2), (1, 3)))


def test_a_side_wins_together_and_has_one_place():
    board = board_after(on_table((300, 0), (10, 0), (200, 0), (10, 0)), **PAIRS)
    assert (board.winners, places(board)) == ((0, 2), {0: 1, 1: 2, 2: 1, 3: 2})


def test_a_side_goes_on_while_one_of_it_is_in_play_and_has_its_total():
    hand = on_table((60, 0), (90, 0), (35, 0), (20, 0))
    board = board_after(hand, Retired(0), **PAIRS)
    assert (board.winners, board.seats_playing) == ((), (1, 2, 3))


def test_the_deal_goes_round_the_four_of_them():
    hand = on_table((1, 0), (1, 0), (1, 0), (1, 0))
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


# Chinaso


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
    hand = HandScored({1: 40, 2: 25}, 0, Close.CHINASO, buys={1: 1})
    assert sheet(hand, ruleset=CHINASO, **house) == [points]
    board = board_after(hand, ruleset=CHINASO, **house)
    assert [net(board).get(seat, 0) for seat in range(3)] == money


def test_one_goes_out_or_makes_a_chinaso():
    assert possible_closes(new(ruleset=CHINASO), 0) == ((Close.OUT, 0), (Close.CHINASO, 0))
