"""What new entries did, in words: an undo says what it took back, a correction what it changed."""

import pytest

from rules.events import BoughtBackIn, Declined, Penalised
from rules.match.corrections import Amended, Change, Redone, Undone
from scores.core.wording.news import news
from tests.rules.support.table import hand

NAMES = {0: "Ana", 1: "Luis", 2: "Eva"}
HANDS = [hand(0, 23, 7), Penalised(1, 5), hand(4, 0, 8, closer=1)]


def corrected(*changes: Change) -> list[str]:
    """What the correction of HANDS is said to be, then its undo and its redo."""
    return news([*HANDS, Amended(changes), Undone(), Redone()], range(3, 6), NAMES)


def test_an_undo_and_a_redo_say_which_hand_they_move():
    assert news([*HANDS, Undone(), Redone()], range(3, 5), NAMES) == [
        "Deshecha la mano 2: Cierra Luis, limpio · Ana 4 · Eva 8",
        "Rehecha la mano 2: Cierra Luis, limpio · Ana 4 · Eva 8",
    ]


def test_what_is_no_hand_is_undone_without_a_number():
    log = [*HANDS, BoughtBackIn(1), Undone(), Undone(), Undone(), Redone()]
    assert news(log, range(4, 8), NAMES) == [
        "Deshecho: Luis se reengancha",
        "Deshecha la mano 2: Cierra Luis, limpio · Ana 4 · Eva 8",
        "Deshecho: Luis: +5 de castigo",
        "Rehecho: Luis: +5 de castigo",
    ]


def test_a_correction_names_the_hand_and_what_changes_in_it():
    assert corrected(Change(2, hand(4, 0, 18, closer=1))) == [
        "Corregida la mano 2: Eva 8 → Eva 18",
        "Deshecha la corrección (Mano 2: Eva 8 → Eva 18)",
        "Rehecha la corrección (Mano 2: Eva 8 → Eva 18)",
    ]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (Change(2, None), "Quitada la mano 2: Cierra Luis, limpio · Ana 4 · Eva 8"),
        (Change(1, None), "Corregido: ✕ Luis: +5 de castigo"),
        (Change(2, hand(0, 1, 2), insert=True), "Corregido: + Cierra Ana, limpio · Luis 1 · Eva 2"),
        (Change(1, Declined(1)), "Corregido: Luis: +5 de castigo → Luis no se reengancha"),
    ],
)
def test_a_hand_or_a_line_may_also_be_taken_out_put_in_or_replaced(change, said):
    assert corrected(change)[0] == said


def test_of_a_correction_with_many_changes_the_first_are_said():
    changes = [Change(0, hand(0, points, 7)) for points in (1, 2, 3, 4, 5)]
    said = corrected(*changes)
    assert said[0] == (
        "Corregida la mano 1: Luis 23 → Luis 1 · Corregida la mano 1: Luis 23 → Luis 2 · "
        "Corregida la mano 1: Luis 23 → Luis 3 · … y 2 cambios más"
    )
    assert said[1].endswith("Mano 1: Luis 23 → Luis 3 · … y 2 cambios más)")


def test_of_many_entries_the_newest_are_said():
    log = [hand(0, points, 7) for points in range(1, 21)]
    assert [line.split(" · ")[1] for line in news(log, range(20), NAMES)] == [
        f"Luis {points}" for points in range(11, 21)
    ]
