"""Gin in pairs and with three, in words: the line to read aloud, its consequences, the log."""

import pytest

from rules.events import Close, HandScored
from rules.presets import GIN
from tests.rules.support.table import after, gin, new
from tests.scores.core.wording.test_log_lines import read_aloud

PAIRS = {"ruleset": GIN, "players": 4, "team_size": 2}


def knock(closer, loose, opponent, left):
    return HandScored({closer: loose, opponent: left}, closer, Close.KNOCK)


SUM = "Ana y Eva 105 +0 de casillas +100 de partida = 205 · Luis y Paco 65"
BOTH_105 = [gin(0, 1, 80), gin(3, 2, 80)]


@pytest.mark.parametrize(
    ("events", "lines"),
    [
        ([knock(0, 5, 1, 20)], ["Ana se planta con 5: +15 · Luis 20 · Ana y Eva = 15"]),
        (
            [gin(3, 2, 10), gin(1, 0, 4)],
            ["Gin de Luis: +29 · Ana 4 · Luis y Paco = 64"],
        ),
        (
            [knock(0, 8, 3, 6)],
            [
                "Ana se planta con 8 · Paco 6 · Paco no tenía más: se lleva la mano, +27 · Luis y Paco = 27"
            ],
        ),
        # the target reached in the first hand waits for the second
        (
            BOTH_105[:1],
            [
                "Gin de Ana: +105 · Luis 80 · Ana y Eva = 105",
                "Se llega a 105: falta acabar el reparto",
            ],
        ),
        (
            BOTH_105,
            [
                "Gin de Paco: +105 · Eva 80 · Luis y Paco = 105",
                "Empate a 105: otra mano",
            ],
        ),
        (
            [gin(0, 1, 80), gin(3, 2, 40)],
            ["Gin de Paco: +65 · Eva 40 · Luis y Paco = 65", "¡Ganan Ana y Eva!", SUM],
        ),
    ],
)
def test_a_hand_of_pairs_is_read_aloud_with_the_total_of_both_partners(events, lines):
    assert read_aloud(new(**PAIRS), *events) == lines


def test_by_net_the_hand_that_ends_a_deal_is_read_aloud_with_both_totals():
    lines = read_aloud(
        new(**PAIRS, deal_scores="net"), knock(0, 5, 1, 20), gin(3, 2, 30)
    )
    assert lines == ["Gin de Paco: +55 · Eva 30 · Luis y Paco = 40 · Ana y Eva = 0"]


def test_only_the_two_who_played_pay_for_the_hand():
    assert read_aloud(new(**PAIRS, hand_fee=5), gin(0, 3, 10))[1:] == [
        "En dinero: Ana +5 · Paco −5"
    ]


def test_with_three_the_line_names_two():
    board = after(new(players=3, ruleset=GIN), gin(0, 1, 10))
    assert read_aloud(board, gin(2, 0, 10)) == ["Gin de Eva: +35 = 35 · Ana 10"]
