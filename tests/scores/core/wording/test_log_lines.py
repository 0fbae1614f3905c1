"""Sentences for log entries, and the line to read aloud."""

from dataclasses import replace
from itertools import product

import pytest
from django.utils import translation

from rules.events import (
    BoughtBackIn,
    CameBack,
    Close,
    DealerNamed,
    Declined,
    Finished,
    HandScored,
    HandVoided,
    Penalised,
    Reseated,
    Retired,
    RulesChanged,
    SatOut,
    VoidReason,
)
from rules.match.corrections import Amended, Change, LogLine, Redone, Step, Undone
from rules.match.play import play
from rules.presets import (
    CHINASO,
    DOUBLE_RUM,
    GIN,
    QUEEN_CITY,
    RULESETS,
    RUM_500,
    RUM_500_PAIRS,
    RUMMY,
)
from scores.core.notation.names import joined_names
from scores.core.wording.log_lines import (
    aloud,
    aloud_so_far,
    change_in_words,
    news,
    sentence_of_entry,
)
from tests.rules.match.test_log_json import STORED
from tests.rules.support.table import (
    after,
    gin,
    hand,
    new,
    nobody_closed,
    on_table,
    out,
)

NAMES = {0: "Ana", 1: "Luis", 2: "Eva", 3: "Paco"}


PAIRS = {"ruleset": GIN, "players": 4, "team_size": 2}


def knock(closer, loose, opponent, left):
    return HandScored({closer: loose, opponent: left}, closer, Close.KNOCK)


def read_aloud(board, event):
    """The line to read aloud after the event, with its consequences."""
    step = Step(LogLine((0,), event), board, play(board, event))
    return aloud(step, NAMES)


BUST = "Cierra Ana: −10, va con −10 · Luis +22 = 112 · Eva +5 = 66"
LOSES = new(start=(0, 90, 61))
ASKS = new(start=(0, 90, 61), rebuy_choice="ask")
PAST = after(new(rebuy_choice="ask"), hand(0, 90, 61), hand(0, 20, 5))


@pytest.mark.parametrize(
    ("board", "event", "lines"),
    [
        (
            new(start=(10, 64, 34)),
            hand(0, 23, 7),
            ["Cierra Ana: −10, va con 0 · Luis +23 = 87 · Eva +7 = 41"],
        ),
        (
            new(),
            nobody_closed(1, 2, 3),
            ["Nadie cerró · Ana +1 = 1 · Luis +2 = 2 · Eva +3 = 3"],
        ),
        (
            new(),
            hand(0, 2, 3, close=Close.JOKER_RUN_2),
            [
                "Cierra Ana: −25, va con −25 (escalera con dos comodines) · Luis +2 = 2 · Eva +3 = 3"
            ],
        ),
        (new(), hand(0, close=Close.CHINCHON), ["¡Chinchón de Ana!", "¡Gana Ana!"]),
        (LOSES, hand(0, 22, 5), [BUST, "Luis se pasa (112): reenganche en 66"]),
        (ASKS, hand(0, 22, 5), [BUST, "Luis se pasa (112)"]),
        (
            LOSES,
            Penalised(1, 20),
            ["Luis: +20 de castigo", "Luis se pasa (110): reenganche en 61"],
        ),
        (
            new(start=(0, 90, 61), false_close_points=15),
            HandVoided(VoidReason.FALSE_CLOSE, 1),
            [
                "Cierre en falso de Luis: la mano no cuenta",
                "Luis se pasa (105): reenganche en 61",
            ],
        ),
        (new(2, GIN), hand(3, 23), ["Ana se planta con 3: +20 = 20 · Luis 23"]),
        (
            new(2, GIN),
            hand(10, 8),
            [
                "Ana se planta con 10 · Luis 8 · Luis no tenía más: se lleva la mano, +27 = 27"
            ],
        ),
        (
            new(3, DOUBLE_RUM),
            out(None, 20, 17, close=Close.RUMMY),
            [
                "Ana se queda sin cartas de una vez: cobra 74 (doble) · Luis −40 = −40 · Eva −34 = −34"
            ],
        ),
        (
            new(3, QUEEN_CITY),
            HandScored({}, 0, Close.RUMMY, value=42),
            ["Rummy de Ana (42): cobra 84 · Luis −42 = −42 · Eva −42 = −42"],
        ),
        (
            new(2, RUM_500),
            on_table((65, 5), (20, 32)),
            ["Se acabó el mazo · Ana +60 = 60 · Luis −12 = −12"],
        ),
        (
            new(4, RUM_500_PAIRS),
            on_table((60, 12), (90, 0), (35, 48), (20, 55), closer=1),
            ["Luis se queda sin cartas · Ana y Eva +35 = 35 · Luis y Paco +55 = 55"],
        ),
        (
            new(3, CHINASO),
            replace(out(None, 35, 60), buys={1: 2, 0: 1}),
            [
                "Ana se queda sin cartas (1 compra) · Luis +35 = 35 (2 compras) · Eva +60 = 60"
            ],
        ),
        (
            new(2, CHINASO.with_options({"buy_fee": 5, "hand_fee": 10})),
            replace(out(None, 35, close=Close.CHINASO), buys={1: 1}),
            [
                "¡Chinaso de Ana! (el pago de la mano, doble) · Luis +35 = 35 (1 compra)",
                "En dinero: Ana +25 · Luis −25",
            ],
        ),
        (
            new(2, GIN, limit=20, shutout=True),
            gin(0, 1, 15),
            [
                "Gin de Ana: +40 = 40 · Luis 15",
                "¡Gana Ana!",
                "Ana 40 +40 sin que el otro gane una mano +25 de casillas +100 de partida = 205 · Luis 0",
            ],
        ),
        (
            new(3, GIN, limit=20, shutout=True),
            gin(0, 1, 15),
            [
                "Gin de Ana: +40 = 40 · Luis 15",
                "¡Gana Ana!",
                "Ana 40 +40 sin que los otros ganen una mano +50 de casillas +100 de partida = 230"
                " · Luis 0 · Eva 0",
            ],
        ),
        # a sum below 0 has a true minus sign
        (
            after(new(2, GIN), Penalised(0, -60), Penalised(1, -70)),
            Finished(),
            [
                "La mesa termina aquí",
                "¡Gana Ana!",
                "Ana −60 +0 de casillas +100 de partida = 40 · Luis −70",
            ],
        ),
        # with three only two play, and in pairs both partners have the total
        (
            after(new(3, GIN), gin(0, 1, 10)),
            gin(2, 0, 10),
            ["Gin de Eva: +35 = 35 · Ana 10"],
        ),
        (
            new(**PAIRS),
            knock(0, 5, 1, 20),
            ["Ana se planta con 5: +15 · Luis 20 · Ana y Eva = 15"],
        ),
        # the target reached in the first hand waits for the second
        (
            new(**PAIRS),
            gin(0, 1, 80),
            [
                "Gin de Ana: +105 · Luis 80 · Ana y Eva = 105",
                "Se llega a 105: falta acabar el reparto",
            ],
        ),
        (
            after(new(**PAIRS), gin(0, 1, 80)),
            gin(3, 2, 80),
            [
                "Gin de Paco: +105 · Eva 80 · Luis y Paco = 105",
                "Empate a 105: otra mano",
            ],
        ),
        (
            after(new(**PAIRS), gin(0, 1, 80)),
            gin(3, 2, 40),
            [
                "Gin de Paco: +65 · Eva 40 · Luis y Paco = 65",
                "¡Ganan Ana y Eva!",
                "Ana y Eva 105 +0 de casillas +100 de partida = 205 · Luis y Paco 65",
            ],
        ),
        # the hand that ends a deal which scores its net
        (
            after(new(**PAIRS, deal_scores="net"), knock(0, 5, 1, 20)),
            gin(3, 2, 30),
            ["Gin de Paco: +55 · Eva 30 · Luis y Paco = 40 · Ana y Eva = 0"],
        ),
        # only the two who played pay for the hand
        (
            new(**PAIRS, hand_fee=5),
            gin(0, 3, 10),
            [
                "Gin de Ana: +35 · Paco 10 · Ana y Eva = 35",
                "En dinero: Ana +5 · Paco −5",
            ],
        ),
        (PAST, BoughtBackIn(1), ["Luis se reengancha en 66"]),
        (PAST, Declined(1), ["Luis no se reengancha: queda fuera"]),
    ],
)
def test_what_happened_is_read_aloud_with_what_it_led_to(board, event, lines):
    assert read_aloud(board, event) == lines


@pytest.mark.parametrize(
    ("entry", "sentence"),
    [
        (hand(0, 23, 7), "Cierra Ana, con todo ligado · Luis 23 · Eva 7"),
        (
            hand(12, 0, 0, closer=1, close=Close.CHINCHON),
            "Cierra Luis, chinchón · Ana 12 · Eva 0",
        ),
        (HandVoided(VoidReason.MISDEAL), "Mal repartidas: la mano no cuenta"),
        (Penalised(1, -5), "Luis: −5 de premio"),
        (Retired(1), "Luis se retira"),
        (SatOut(1), "Luis descansa"),
        (CameBack(1), "Luis vuelve"),
        (DealerNamed(1), "Reparte Luis"),
        (Reseated((2, 0, 1)), "Nuevo orden: Eva, Ana, Luis"),
        (
            RulesChanged(
                {
                    "limit": 50,
                    "rebuys": None,
                    "chinchon_points": -25,
                    "rebuy_choice": "ask",
                }
            ),
            "Cambian las reglas: El chinchón: −25 · Límite de puntos: 50"
            " · Reenganches de cada uno: los que quiera · Al pasarse: se pregunta",
        ),
        (
            RulesChanged({"rebuy_stake": 50, "cents": True}),
            "Cambian las reglas: Apuesta del reenganche: 0,50",
        ),
        (Finished(), "La mesa termina aquí"),
        # who went out in Rum 500, before any number is typed
        (HandScored({}, 0), "Ana se queda sin cartas"),
    ],
)
def test_each_line_of_the_log_is_a_sentence(entry, sentence):
    assert sentence_of_entry(entry, NAMES) == sentence


LOG = [
    LogLine((0,), hand(0, 23, 7)),
    LogLine((1, (3, 0)), Declined(1)),
    LogLine((2,), hand(1, 0, 7)),
]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (Change(0, None), "✕ Cierra Ana, con todo ligado · Luis 23 · Eva 7"),
        (
            Change((3, 0), BoughtBackIn(1)),
            "Luis se reengancha (antes: Luis no se reengancha: queda fuera)",
        ),
        (
            Change(1, hand(0, 1, 2), insert=True),
            "+ Cierra Ana, con todo ligado · Luis 1 · Eva 2",
        ),
        # of a hand, which is named, only what changed
        (Change(2, hand(1, 0, 8)), "Mano 2: Eva 8 (antes: 7)"),
        (
            Change(2, hand(1, 0, 7, melded=(1,))),
            "Mano 2: Luis 0 (todo ligado) (antes: 0)",
        ),
        (
            Change(0, hand(1, 23, 7)),
            "Mano 1: Cierra Ana, con carta suelta (1) (antes: Cierra Ana, con todo ligado)",
        ),
    ],
)
def test_each_change_of_a_correction_shows_before_and_after(change, sentence):
    assert change_in_words(LOG, change, NAMES) == sentence


def test_a_hand_still_being_typed_is_said_as_far_as_it_goes():
    board = new(start=(0, 90, 61))
    opening = "Cierra Ana: −10, va con −10"
    assert aloud_so_far(board, hand(0, None, None), NAMES) == ([opening], [])
    assert aloud_so_far(board, hand(0, 300, 5), NAMES) == (
        [opening, "Luis +300 = 390", "Eva +5 = 66"],
        ["Luis no puede tener 300: como mucho 100."],
    )
    assert aloud_so_far(board, hand(0, 22, 5), NAMES) == (
        [opening, "Luis +22 = 112", "Eva +5 = 66"],
        ["Luis se pasa (112): reenganche en 66"],
    )


@pytest.mark.parametrize(
    ("names", "text"),
    [
        (["Ana"], "Ana"),
        (["Ana", "Luis"], "Ana y Luis"),
        (["Ana", "Luis", "Eva"], "Ana, Luis y Eva"),
        (["Ana", "Inés"], "Ana e Inés"),
        (["Ana", "Luis", "íñigo"], "Ana, Luis e íñigo"),
        (["Ana", "Hiart"], "Ana y Hiart"),
    ],
)
def test_names_are_listed_as_one_says_them(names, text):
    assert joined_names(names) == text


def test_no_other_language_minds_how_the_last_name_begins():
    with translation.override("en"):
        assert joined_names(["Ana", "Inés"]) == "Ana and Inés"


HANDS = [hand(0, 23, 7), Penalised(1, 5), hand(4, 0, 8, closer=1)]


def corrected(*changes):
    """What the correction of HANDS is said to be, then its undo and its redo."""
    return news([*HANDS, Amended(changes), Undone(), Redone()], range(3, 6), NAMES)


def test_an_undo_and_a_redo_say_what_they_move_and_of_a_hand_its_number():
    moves = (Undone(), Undone(), Undone(), Redone(), Redone())
    assert news([*HANDS, BoughtBackIn(1), *moves], range(4, 9), NAMES) == [
        "Deshecho: Luis se reengancha",
        "Deshecha la mano 2: Cierra Luis, con todo ligado · Ana 4 · Eva 8",
        "Deshecho: Luis: +5 de castigo",
        "Rehecho: Luis: +5 de castigo",
        "Rehecha la mano 2: Cierra Luis, con todo ligado · Ana 4 · Eva 8",
    ]


def test_a_correction_names_the_hand_and_what_changes_in_it():
    assert corrected(Change(2, hand(4, 0, 18, closer=1))) == [
        "Corregida la mano 2: Eva 18 (antes: 8)",
        "Deshecha la corrección (Mano 2: Eva 18 (antes: 8))",
        "Rehecha la corrección (Mano 2: Eva 18 (antes: 8))",
    ]


def test_of_a_correction_with_many_changes_the_first_are_said():
    changes = [Change(0, hand(0, points, 7)) for points in (1, 2, 3, 4, 5)]
    said = corrected(*changes)
    assert said[0] == (
        "Corregida la mano 1: Luis 1 (antes: 23) · Corregida la mano 1: Luis 2 (antes: 23) · "
        "Corregida la mano 1: Luis 3 (antes: 23) · … y 2 cambios más"
    )
    assert said[1].endswith("Mano 1: Luis 3 (antes: 23) · … y 2 cambios más)")


def test_of_many_entries_the_newest_are_said():
    log = [hand(0, points, 7) for points in range(1, 21)]
    assert [line.split(" · ")[1] for line in news(log, range(20), NAMES)] == [
        f"Luis {points}" for points in range(11, 21)
    ]


# Hands that are half typed


@pytest.mark.parametrize(
    ("ruleset", "half", "expected"),
    [
        (RUMMY, HandScored({}, 0), ["¿Cómo se quedó sin cartas Ana?"]),
        (GIN, HandScored({0: 3}, 0, Close.KNOCK), ["Ana se planta con 3"]),
        (
            RUMMY,
            HandScored({1: 20}, 0, Close.OUT),
            ["Ana se queda sin cartas: cobra 20", "Luis −20 = −20"],
        ),
        (QUEEN_CITY, HandScored({}, 0, Close.RUMMY), ["Rummy de Ana: ¿cuánto vale?"]),
        (
            RUM_500,
            HandScored({0: 0}, 0, table={0: 65}),
            ["Ana se queda sin cartas: +65 = 65"],
        ),
    ],
)
def test_a_half_typed_hand_is_told_as_far_as_it_goes(ruleset, half, expected):
    board = new(2 if ruleset is GIN else 3, ruleset)
    assert aloud_so_far(board, half, NAMES) == (expected, [])


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=RULESETS)
def test_however_little_of_a_hand_is_written_it_is_told(ruleset):
    board = new(4, ruleset)
    numbers = ({}, {0: 3}, {1: 3}, {0: 9, 1: 3})
    for closer, close, deadwood, table in product(
        (None, 0), (None, *Close), numbers, numbers
    ):
        hand = HandScored(deadwood, closer, close, table=table)
        parts, _sentences = aloud_so_far(board, hand, NAMES)
        assert parts != []


@pytest.mark.parametrize(("stored", "entry"), STORED)
def test_every_entry_that_can_be_stored_has_its_sentence(stored, entry):
    assert sentence_of_entry(entry, dict.fromkeys(range(12), "Ana"))
