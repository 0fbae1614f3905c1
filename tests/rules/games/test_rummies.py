"""The Rummies, Rum 500 and Chinaso: what the worked cases in tests/conformance/matches/ cannot say."""

import pytest

from rules.events import Close, RulesChanged
from rules.match.board import new_board
from rules.match.elimination import ranks
from rules.match.settlement import Payment, net, payments
from rules.presets import RUM_500, RUM_500_PAIRS, RUMMY
from tests.rules.support.table import board_after, on_table, out, refused

FOUR = {"ruleset": RUMMY, "players": 4}
PAIRS = {"ruleset": RUM_500_PAIRS, "players": 4}


def test_a_ledger_pays_each_point_as_it_is_written():
    rummy = out(1, None, 1, 1, closer=1, close=Close.RUMMY)
    board = board_after(
        out(None, 3, 2, 1), RulesChanged({"per_point": 1}), rummy, **FOUR, per_point=5
    )
    assert net(board) == {0: 28, 1: -9, 2: -12, 3: -7}
    assert payments(board) == (Payment(1, 0, 9), Payment(2, 0, 12), Payment(3, 0, 7))


# In pairs


def test_a_side_wins_together_has_one_rank_and_shares_the_win_odd_unit_to_the_first():
    board = board_after(
        on_table((500, 0), (10, 0), (1, 0), (0, 0)), **PAIRS, per_point=1
    )
    assert board.winners == (0, 2)
    assert ranks(board) == {0: 1, 1: 2, 2: 1, 3: 2}
    assert net(board) == {0: 246, 1: -245, 2: 245, 3: -246}


@pytest.mark.parametrize(
    ("teams", "code", "seat"),
    [
        (((0, 4), (1, 3)), "unknown-player", 4),
        (((0, 2), (2, 3)), "duplicate-player", 2),
    ],
)
def test_a_team_of_nobody_or_of_somebody_in_two_is_refused(teams, code, seat):
    with refused(code, {"seat": seat}):
        new_board(RUM_500_PAIRS, 4, teams=teams)


def test_those_who_face_each_other_are_one_side_and_who_is_in_no_team_plays_alone():
    assert {
        players: new_board(RUM_500_PAIRS, players).sides for players in (2, 4, 5, 6)
    } == {
        2: ((0,), (1,)),
        4: ((0, 2), (1, 3)),
        5: ((0, 2, 4), (1, 3)),
        6: ((0, 3), (1, 4), (2, 5)),
    }
    assert new_board(RUM_500, 3, teams=((0, 2),)).sides == ((0, 2), (1,))
