"""What a table asks between two hands: who is ahead, and who is near the end."""

import pytest

from rules.events import Finished
from scores.table.board.between_hands import sentences_between_hands
from tests.rules.support.table import hand, on_table
from tests.scores.support.factories import sheet_of

ISOLATES = str.maketrans("", "", "\u2068\u2069")  # around a name


def said(sheet):
    return [line.translate(ISOLATES) for line in sentences_between_hands(sheet)]


@pytest.mark.parametrize(
    ("log", "sentences"),
    [
        ([], []),
        ([hand(0, 5, 7)], ["Va delante Ana, con −10"]),
        (
            [hand(0, 98, 61)],
            [
                "Va delante Ana, con −10",
                "A Luis le faltan 3 para pasarse",
                "A Eva le faltan 40 para pasarse",
            ],
        ),
        (
            [hand(0, 10, 100), hand(10, 0, 0, closer=1)],
            ["Van delante Ana y Luis, con 0", "A Eva le falta 1 para pasarse"],
        ),
        ([hand(0, 98, 61), Finished()], []),
    ],
)
def test_it_is_said_who_leads_and_who_is_within_forty_points_of_going_bust(
    log, sentences
):
    assert said(sheet_of("chinchon", *log)) == sentences


def test_of_many_who_are_near_only_the_two_nearest_are_said():
    sheet = sheet_of("chinchon", hand(0, 90, 85, 95), players=4)
    assert said(sheet) == [
        "Va delante Ana, con −10",
        "A Paco le faltan 6 para pasarse",
        "A Luis le faltan 11 para pasarse",
    ]


def test_who_went_out_is_near_nothing():
    sheet = sheet_of("chinchon", hand(0, 90, 61), hand(0, 30, 0), rebuys=0)
    assert said(sheet) == ["Va delante Ana, con −20", "A Eva le faltan 40 para pasarse"]


def test_partners_are_one_who_is_near_the_target():
    points = on_table((220, 0), (240, 40), (250, 0), (30, 0), closer=0)
    sheet = sheet_of("rum-500-pairs", points, players=4)
    assert said(sheet) == [
        "Van delante Ana y Eva, con 470",
        "Ana y Eva, a 30 de ganar",
    ]
