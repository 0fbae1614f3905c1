"""Rummy, Queen City Rum and Double Rum: the winner collects, and a ledger sums to zero
(docs/rules/CANON.md#rummy to docs/rules/CANON.md#double-rum).
"""

import pytest

from rules.events import (
    Close,
    Finished,
    HandScored,
    HandVoided,
    Joined,
    Retired,
    RulesChanged,
    SatOut,
    VoidReason,
)
from rules.match.elimination import places
from rules.match.settlement import Payment, net, payments
from rules.match.verify import can, possible_closes
from rules.presets import DOUBLE_RUM, QUEEN_CITY, RUMMY
from rules.scoring.points import price
from tests.rules.support.table import board_after, new, nobody_closed, out, refusal, sheet

FOUR = {"ruleset": RUMMY, "players": 4}
CITY = {"ruleset": QUEEN_CITY, "players": 4}


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


def test_equal_winners_share():
    assert board_after(Finished(), **FOUR).winners == (0, 1, 2, 3)


def test_a_ledger_may_have_a_target_or_so_many_hands():
    assert board_after(out(None, 60, 40, 1), **FOUR, ends="target", limit=100, out_at="reach").winners == (0,)
    hands = (out(None, 5, 5, 5), out(9, None, 9, 9, closer=1))
    assert board_after(*hands, **FOUR, ends="hands", limit=2).winners == (1,)


def test_who_sits_out_pays_nothing():
    assert sheet(SatOut(3), out(None, 5, 6), **FOUR)[-1] == [11, -5, -6, 0]


def test_who_joins_a_ledger_starts_from_nothing():
    assert sheet(out(None, 5, 6, 7), Joined(4), **FOUR)[-1] == [18, -5, -6, -7, 0]


def test_if_one_remains_he_wins():
    assert board_after(Retired(0), Retired(1), Retired(2), **FOUR).winners == (3,)


@pytest.mark.parametrize(
    ("event", "code"),
    [
        (nobody_closed(1, 2, 3, 4), "bad-close"),  # a hand that nobody won is void
        (HandScored({1: 3, 2: 4, 3: 5}, closer=0), "bad-close"),
        (out(None, 1, 2, 3, close=Close.CHINASO), "bad-close"),
        (out(None, 1, 2, 3, close=Close.CLEAN), "bad-close"),
        (out(None, 1, 2), "missing-points"),
        (out(None, 1, 2, -3), "bad-points"),
        (out(None, 1, 2, 71), "bad-points"),  # seven cards
        (out(1, 1, 2, 3), "bad-points"),  # who went out has none
    ],
)
def test_what_rummy_refuses(event, code):
    assert refusal(new(**FOUR), event) == code


def test_the_fewer_play_the_more_a_hand_can_cost():
    assert can(new(ruleset=RUMMY, players=2), out(None, 100))
    assert refusal(new(ruleset=RUMMY, players=2), out(None, 101)) == "bad-points"


def test_a_house_that_asks_for_two_turns_has_no_rummy():
    board = new(**FOUR, min_table_turns=2)
    assert possible_closes(board, 0) == ((Close.OUT, 0),)
    assert refusal(board, rummy(None, 1, 2, 3)) == "bad-close"
    assert possible_closes(new(**FOUR), 0) == ((Close.OUT, 0), (Close.RUMMY, 0))


def test_in_queen_city_every_other_player_pays_what_the_winner_s_hand_is_worth():
    assert sheet(worth(42), **CITY) == [[126, -42, -42, -42]]
    assert sheet(SatOut(1), worth(42, closer=2), **CITY)[-1] == [-42, 0, 84, -42]
    assert price(QUEEN_CITY, worth(42), (0, 1, 2)) == {0: 84, 1: -42, 2: -42}
    assert price(QUEEN_CITY, worth(0), (0, 1, 2)) == {0: 0, 1: 0, 2: 0}


def test_or_each_what_is_left_in_his_own_and_never_double():
    own = CITY | {"pays_hand_of": "own"}
    assert sheet(rummy(None, 31, 12, 25), **own) == [[68, -31, -12, -25]]
    assert refusal(new(**own), worth(42)) == "missing-points"


@pytest.mark.parametrize(
    ("event", "code"),
    [
        (HandScored({}, 0, Close.OUT, value=42), "bad-close"),  # nothing is laid down before
        (HandScored({1: 5, 2: 5, 3: 5}, 0, Close.RUMMY), "missing-points"),
        (worth(-1), "bad-points"),
        (worth(81), "bad-points"),  # eight cards
        (HandScored({}, value=42), "bad-close"),
    ],
)
def test_what_queen_city_refuses(event, code):
    assert refusal(new(**CITY), event) == code


def test_eight_cards_may_be_melded():
    assert can(new(**CITY), worth(80))


def test_where_two_are_dealt_more_cards_the_winner_s_hand_may_be_worth_more():
    two = {"ruleset": QUEEN_CITY, "players": 2, "hand_size": [[2, 10], [4, 7]]}
    assert can(new(**two), worth(110))
    assert refusal(new(**two), worth(111)) == "bad-points"


def test_double_rum_is_rummy_with_dearer_cards():
    two = {"ruleset": DOUBLE_RUM, "players": 2}
    assert sheet(out(None, 41), rummy(None, 41), **two) == [[41, -41], [123, -123]]
    assert can(new(**two), out(None, 2 * 15 + 8 * 11))
    assert refusal(new(**two), out(None, 2 * 15 + 8 * 11 + 1)) == "bad-points"


def test_a_ledger_pays_each_point_as_it_is_written():
    played = FOUR | {"per_point": 5}
    board = board_after(
        out(None, 3, 2, 1), RulesChanged({"per_point": 1}), rummy(1, None, 1, 1, closer=1), **played
    )
    assert net(board) == {0: 28, 1: -9, 2: -12, 3: -7}
    assert payments(board) == (Payment(1, 0, 9), Payment(2, 0, 12), Payment(3, 0, 7))


def test_in_queen_city_all_who_played_pay_in_money_what_they_pay_in_points():
    board = board_after(worth(42), SatOut(1), worth(10, closer=2), **CITY, per_point=5)
    assert net(board) == {0: 580, 1: -210, 2: -110, 3: -260}


def test_who_retires_takes_his_debts_along():
    board = board_after(out(None, 3, 2, 1), Retired(1), out(None, None, 1, 1), **FOUR, per_point=1)
    assert net(board) == {0: 8, 1: -3, 2: -3, 3: -2}


def test_a_false_close_is_charged_to_the_one_who_made_it():
    void = HandVoided(VoidReason.FALSE_CLOSE, 2)
    board = board_after(void, **FOUR, false_close_points=10)
    assert repr([board.total(seat) for seat in board.order]) == "[0, 0, -10, 0]"
