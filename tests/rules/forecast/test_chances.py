from dataclasses import replace

import pytest

from rules.close_kinds import Close
from rules.events import BoughtBackIn, Declined, HandScored
from rules.forecast.chances import Table, forecast
from rules.forecast.dice import Dice
from rules.forecast.hand_pool import HandPool
from rules.match.board import Status, new_board
from rules.match.board import changed as with_standing
from rules.match.play import play
from rules.presets import CHINASO, CHINCHON, FRENCH, GIN, RULESETS, RUM_500_PAIRS, RUMMY

OUT_FOR_TEN = [(2, HandScored({0: 0, 1: 10}, 0, Close.OUT))] * 50


def chances(board, table):
    return forecast(board, table).chances


def shipped(ruleset):
    return Table(HandPool(ruleset))


def board_of(ruleset, *totals, players=None):
    return new_board(ruleset, players or len(totals), start=dict(enumerate(totals)))


@pytest.mark.parametrize("key", RULESETS)
@pytest.mark.parametrize("players", [2, 3, 4, 7])
def test_in_every_game_the_chances_of_all_sides_sum_to_one(key, players):
    board = new_board(RULESETS[key], players)
    chance = chances(board, shipped(RULESETS[key]))
    assert sum(chance[side[0]] for side in board.sides) == pytest.approx(1)
    assert sorted(chance) == list(range(players))


def test_the_same_board_has_the_same_chances():
    board = board_of(CHINCHON, 40, 12, 77)
    assert chances(board, shipped(CHINCHON)) == chances(board, shipped(CHINCHON))


def test_of_equal_totals_nobody_is_far_ahead():
    chance = chances(board_of(CHINCHON, 50, 50), shipped(CHINCHON))
    assert chance == pytest.approx({0: 0.5, 1: 0.5}, abs=0.1)


def test_whoever_has_fewer_points_is_likelier_to_win():
    chance = chances(board_of(CHINCHON.turned({"rebuys": 0}), 5, 50, 95), shipped(CHINCHON))
    assert chance[0] > chance[1] > chance[2]


def test_whoever_has_more_points_is_likelier_to_win_where_the_highest_total_wins():
    chance = chances(board_of(GIN, 95, 0), shipped(GIN))
    assert chance[0] > 0.9


def test_a_stronger_player_is_likelier_to_win():
    board = board_of(CHINCHON, 50, 50)
    chance = chances(board, shipped(CHINCHON)._replace(weights={0: 2.0}))
    assert chance[0] > 0.6


def test_a_match_that_is_over_leaves_no_chance_to_the_others():
    board = replace(board_of(CHINCHON, 20, 101, 101), winners=(0,))
    assert chances(board, shipped(CHINCHON)) == {0: 1, 1: 0, 2: 0}


def test_a_shared_win_is_shared():
    board = replace(board_of(CHINASO, 20, 20, 101), winners=(0, 1))
    assert chances(board, shipped(CHINASO)) == {0: 0.5, 1: 0.5, 2: 0}


def test_who_is_out_has_no_chance():
    board = with_standing(board_of(FRENCH, 20, 101, 30), 1, status=Status.OUT)
    assert chances(board, shipped(FRENCH))[1] == 0


def test_who_is_asked_may_still_come_back_and_win():
    ruleset = CHINCHON.turned({"rebuy_choice": "ask", "rebuys": 1})
    board = play(board_of(ruleset, 60, 60, 95), HandScored({0: 0, 1: 20, 2: 20}, 0, Close.CLEAN))
    assert board.seats_asked == (2,)
    back, out = play(board, BoughtBackIn(2)), play(board, Declined(2))
    assert chances(out, shipped(ruleset))[2] == 0
    assert 0 < chances(board, shipped(ruleset))[2] < chances(back, shipped(ruleset))[2] + 0.05


def test_partners_have_one_chance():
    chance = chances(board_of(RUM_500_PAIRS, 400, 100, 400, 100), shipped(RUM_500_PAIRS))
    assert chance[0] == chance[2] > 0.9
    assert chance[1] == chance[3] == pytest.approx(1 - chance[0])


def test_of_seven_contracts_the_last_one_decides():
    board = replace(board_of(CHINASO, 0, 2000), hands=6)
    assert chances(board, shipped(CHINASO)) == {0: 1, 1: 0}


def test_nobody_closes_who_would_bust_by_it():
    """In every hand the closer keeps four points. Only the second player may, and the first goes bust."""
    knocks = [(2, HandScored({0: 4, 1: 30}, 0, Close.KNOCK))] * 50
    board = board_of(CHINCHON.turned({"rebuys": 0}), 98, 90)
    chance = chances(board, Table(HandPool(board.ruleset, knocks)))
    assert chance == {0: 0, 1: 1}


def test_a_ledger_is_won_by_who_leads_when_the_table_stops():
    chance = chances(board_of(RUMMY, 300, -300), shipped(RUMMY)._replace(ledger_hands=1))
    assert chance == {0: 1, 1: 0}


def test_a_limit_that_no_playout_reaches_is_won_by_who_leads():
    ruleset = CHINCHON.turned({"limit": 100_000})
    chance = chances(board_of(ruleset, 0, 90_000), shipped(ruleset))
    assert chance == {0: 1, 1: 0}


def test_hands_of_the_group_replace_the_shipped_ones_from_fifty_on():
    few, enough = (HandPool(RUMMY, OUT_FOR_TEN[:number]) for number in (49, 50))
    dice = Dice(1)
    assert len({few.drawn(2, 0, dice).points for _ in range(30)}) > 5
    assert {enough.drawn(2, 0, dice).points for _ in range(30)} == {(10, -10)}


def test_the_longest_match_costs_no_more_than_others():
    ruleset = CHINCHON.turned({"limit": 100_000, "players": [2, 24]})
    assert forecast(new_board(ruleset, 24), shipped(ruleset)).work < 40_000
