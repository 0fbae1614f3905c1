"""What the form explains in the first three hands of a match, by the rules of the house."""

import pytest

from rules.match.board import new_board
from rules.presets import CHINCHON, RULESETS
from scores.table.hand_entry.questions import Hints, hints
from tests.rules.support.table import board_after, hand

UNTIL_THE_TABLE_STOPS = (
    "Se juega hasta que la mesa quiera: «Más», «Imprevistos», «Terminar aquí»."
)
EXPLAINED = {
    "chinchon": Hints(
        "",
        "−10 si ligó todo; de 1 a 4, lo que le sobró.",
        "De los demás, lo que quede suelto después de colocar.",
    ),
    "gin": Hints(
        "",
        "Gin, +25, si ligó todo; de 1 a 10, lo que le sobró.",
        "En la casilla, lo que le queda suelto: la diferencia sale sola.",
    ),
    "rummy": Hints(
        UNTIL_THE_TABLE_STOPS,
        "De una vez, si no había bajado nada antes.",
        "De los demás, todo lo que les queda en la mano.",
    ),
    "queen-city": Hints(
        UNTIL_THE_TABLE_STOPS,
        "",
        "Lo que valen las cartas de quien salió: cada uno lo paga.",
    ),
    "rum-500": Hints(
        "", "", "De cada uno, lo que bajó a la mesa y lo que tiene en la mano."
    ),
}


@pytest.mark.parametrize("key", EXPLAINED)
def test_a_new_table_reads_what_buttons_and_boxes_mean_and_when_the_match_ends(key):
    assert hints(new_board(RULESETS[key], 2)) == EXPLAINED[key]


def test_it_is_explained_by_the_rules_of_the_house():
    house = new_board(
        CHINCHON.with_options(
            {"clean_points": -25, "close_limit": 3, "lay_off": "none"}
        ),
        3,
    )
    how = "−25 si ligó todo; de 1 a 3, lo que le sobró."
    assert hints(house) == Hints("", how, "De los demás, lo que les queda suelto.")


def test_after_three_hands_nothing_is_explained():
    hands = [hand(0, 9, 9)] * 3
    assert [hints(board_after(*hands[:played])) != Hints() for played in range(4)] == [
        True,
        True,
        True,
        False,
    ]
