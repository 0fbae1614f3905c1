"""What the form explains in the first three hands of a match, by the rules of the house."""

import pytest

from rules.events import Close
from rules.match.board import new_board
from rules.presets import CHINCHON, RULESETS
from scores.table.hand_entry.questions import Hints, hint_of_numbers, hints
from tests.rules.support.table import board_after, hand

UNTIL_THE_TABLE_STOPS = (
    "Se juega hasta que la mesa quiera: «Más», «Imprevistos», «Terminar aquí»."
)
EXPLAINED = {
    "chinchon": Hints(
        "",
        "−10 si ligó todo; de 1 a 4, lo que le sobró.",
    ),
    "gin": Hints(
        "",
        "Gin, +25, si ligó todo; de 1 a 10, lo que le sobró.",
    ),
    "rummy": Hints(
        UNTIL_THE_TABLE_STOPS,
        "De una vez, si no había bajado nada antes.",
    ),
    "queen-city": Hints(
        UNTIL_THE_TABLE_STOPS,
        "",
    ),
    "rum-500": Hints("", ""),
    "chinaso": Hints(
        "", "Chinaso, si lo gastó todo al bajar y nadie más había bajado."
    ),
}


@pytest.mark.parametrize("key", EXPLAINED)
def test_a_new_table_reads_what_buttons_and_boxes_mean_and_when_the_match_ends(key):
    assert hints(new_board(RULESETS[key], 2)) == EXPLAINED[key]


def test_it_is_explained_by_the_rules_of_the_house():
    house = {"clean_points": -25, "close_limit": 3, "knock_at_zero": True}
    board = new_board(CHINCHON.with_options(house), 3)
    assert hints(board) == Hints("", "−25 si ligó todo; de 0 a 3, lo que le sobró.")


def test_after_three_hands_nothing_is_explained():
    boards = [board_after(*[hand(0, 9, 9)] * played) for played in range(4)]
    assert [hints(board) != Hints() for board in boards] == [True, True, True, False]
    told = [hint_of_numbers(board, Close.CLEAN) != "" for board in boards]
    assert told == [True, True, True, False]
