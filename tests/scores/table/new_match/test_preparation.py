"""The text on what to prepare before the first hand; and money in words."""

import pytest

from rules.presets import (
    CHINASO,
    CHINCHON,
    FRENCH,
    GIN,
    RUM_500,
    RUM_500_PAIRS,
    RUMMY,
)
from scores.core.notation.names import joined_names
from scores.core.notation.numbers import money
from scores.table.new_match.page import Preparation, preparation
from tests.scores.support.plain import plain

NAMES = tuple("ABCDEFGH")


SPANISH = "1 baraja española de 40"
FRENCH_PACK = "1 baraja francesa de 52"


@pytest.mark.parametrize(
    ("ruleset", "players", "pack", "cards"),
    [
        (CHINCHON, 3, f"{SPANISH} y 2 comodines", 7),
        (CHINCHON, 8, "2 barajas españolas de 40 y 2 comodines", 7),
        (FRENCH, 3, f"{FRENCH_PACK} y 2 comodines", 7),
        (RUMMY, 5, f"{FRENCH_PACK}, sin comodines", 6),
        (RUM_500, 6, "2 barajas francesas de 52, sin comodines", 7),
        (CHINASO, 4, "3 barajas francesas de 52 y 6 comodines", 11),
    ],
)
def test_the_cards_are_those_for_so_many_players(ruleset, players, pack, cards):
    assert preparation(ruleset, NAMES[:players], True).lines[:-1] == [
        pack,
        f"{cards} cartas a cada uno",
    ]


@pytest.mark.parametrize(
    ("ruleset", "end"),
    [
        (CHINCHON, "Quien pasa de 100 queda fuera, salvo que se reenganche"),
        (CHINCHON.with_options({"rebuys": 0}), "Quien pasa de 100 queda fuera"),
        (FRENCH, "Quien llega a 100 queda fuera, salvo que se reenganche"),
        (RUM_500, "Hasta 500 puntos"),
        (CHINASO, "Se juegan 7 manos"),
    ],
)
def test_it_is_said_when_a_match_ends(ruleset, end):
    assert preparation(ruleset, NAMES[:2], True).lines[-1] == end


def test_namesakes_are_told_what_the_board_will_call_them():
    expected = "Se llaman igual: en el marcador serán Ana y Ana (2). Con una inicial se distinguen mejor."
    assert plain(preparation(CHINCHON, ["Ana", "Luis", "Ana"], True).warnings) == [
        expected
    ]
    assert preparation(CHINCHON, ["", "", ""], False).warnings == []
    assert plain(
        preparation(RUM_500_PAIRS, ["Ana", "Luis", "Ana", "Eva"], True).sides
    ) == [
        "Ana y Ana (2)",
        "Luis y Eva",
    ]


def test_an_unusual_number_and_a_pack_that_is_too_small_are_warned_about():
    assert preparation(CHINCHON, NAMES[:6], True).warnings == [
        "Chinchón suele jugarse entre 2 y 4. Se puede seguir igual.",
        "Con 6 no alcanzan las cartas: hace falta otra baraja.",
    ]
    assert preparation(CHINCHON, ["X"] * 12, False).warnings == [
        "Con 12 no alcanzan las cartas: hacen falta 2 barajas más."
    ]
    nobody_rests = GIN.with_options({"sit_out": "nobody"})
    assert preparation(nobody_rests, NAMES[:3], True).warnings == [
        "Gin Rummy suele jugarse con 2. Se puede seguir igual."
    ]


def test_gin_in_pairs_is_several_games_each_with_its_pack():
    prepared = preparation(GIN.with_options({"team_size": 3}), NAMES[:6], True)
    assert plain(prepared) == Preparation(
        lines=[
            "1 baraja francesa de 52, sin comodines",
            "10 cartas a cada uno",
            "3 juegos a la vez, cada uno con su baraja",
            "Hasta 100 puntos",
        ],
        sides=[joined_names(NAMES[0:6:2]), joined_names(NAMES[1:6:2])],
        contracts=[],
        warnings=[],
    )


@pytest.mark.parametrize(
    ("cents", "currency", "expected"),
    [
        (1_00, "", "1 ficha"),
        (-3_00, "", "−3 fichas"),
        (0, "€", "0 €"),
        (-5, "€", "−0,05 €"),
        (1205, "€", "12,05 €"),
    ],
)
def test_money_has_decimals_only_where_there_are_cents_and_stays_on_one_line(
    cents, currency, expected
):
    assert money(cents, currency) == expected.replace(" ", "\N{NO-BREAK SPACE}")
