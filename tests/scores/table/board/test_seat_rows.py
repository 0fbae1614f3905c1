"""The rows of the board in each kind of game."""

import pytest

from rules.events import Close, Finished, HandScored, RulesChanged
from rules.knobs import OutAt
from scores.table.board.context import seat_rows
from scores.table.hand_entry.form import HandForm
from tests.rules.support.table import hand, nobody_closed, out
from tests.scores.support.factories import sheet_of


def rows_of(sheet):
    return seat_rows(sheet, HandForm(sheet=sheet), sheet.board)


def summary(sheet):
    """Total, note, progress and lead of every row."""
    return [(row.total, row.note, row.progress, row.leads) for row in rows_of(sheet)]


def test_far_from_the_limit_a_row_says_nothing_of_it():
    sheet = sheet_of("chinchon", hand(0, 23, 7))
    assert summary(sheet) == [
        ("−10", "", 0, True),
        ("23", "", 23, False),
        ("7", "", 7, False),
    ]


@pytest.mark.parametrize(
    ("log", "rules", "note"),
    [
        ([hand(0, 82, 0)], {}, "a 19 de pasarse"),
        ([hand(0, 82, 0)], {"out_at": OutAt.REACH}, "a 18 de pasarse"),
        # a limit that was changed counts; of one that is past nothing is said
        ([hand(0, 23, 0), RulesChanged({"limit": 24})], {}, "a 2 de pasarse"),
        ([hand(0, 23, 0), RulesChanged({"limit": 20})], {}, ""),
    ],
)
def test_a_row_says_with_how_many_points_more_one_is_out(log, rules, note):
    assert summary(sheet_of("chinchon", *log, **rules))[1][1] == note


def test_in_gin_it_says_the_boxes_and_how_far_it_is_to_the_target():
    sheet = sheet_of("gin", hand(6, 19), players=2)
    assert summary(sheet) == [
        ("13", "1 casilla · a 87 de ganar", 13, True),
        ("0", "0 casillas · a 100 de ganar", 0, False),
    ]


CHINCHON = HandScored({0: 1, 2: 30}, 1, Close.CHINCHON)


@pytest.mark.parametrize(
    ("game", "log", "knobs", "winners"),
    [
        # against a better total
        ("chinchon", [hand(0, 50, 0), CHINCHON], {}, [1]),
        ("chinchon", [hand(0, 99, 99)], {"limit": 50, "rebuys": 0}, [0]),
        ("chinchon", [nobody_closed(5, 5, 9), Finished()], {}, [0, 1]),
        ("gin", [hand(6, 99), hand(6, 25)], {"players": 2}, [0]),
        ("chinaso", [out(0, 20, 17)], {"limit": 1}, [0]),
    ],
)
def test_at_the_end_the_star_is_on_the_winners_alone(game, log, knobs, winners):
    sheet = sheet_of(game, *log, **knobs)
    shown = rows_of(sheet)
    assert sheet.board.is_over
    assert [row.seat for row in shown if row.leads] == winners
    assert [row.seat for row in shown if row.won] == winners


def test_from_ten_points_before_the_limit_a_row_warns_and_from_five_more_so():
    shown = rows_of(sheet_of("chinchon", nobody_closed(89, 90, 95)))
    assert [row.danger for row in shown] == ["", "near", "edge"]


def test_where_the_table_ends_the_match_the_limit_of_the_rules_says_nothing():
    sheet = sheet_of("chinchon", hand(0, 93, 0), ends="open", limit=100)
    assert summary(sheet)[1] == ("93", "", None, False)
