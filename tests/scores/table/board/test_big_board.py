"""What a big board shows large of what was just written, between two hands, and of what is worth it."""

import pytest

from rules.events import Close, Finished, Joined, Penalised
from scores.core.wording.log_lines import aloud
from scores.table.board.between_hands import sentences_between_hands
from scores.table.board.big_board import Event, ShownChange, event_of
from scores.table.board.celebration import is_celebrated
from tests.rules.support.table import hand, on_table
from tests.scores.support.factories import sheet_of
from tests.scores.support.plain import plain


def shown_large(sheet):
    return event_of(sheet, aloud(sheet.newest_step, sheet.names), "")


def test_who_goes_past_the_limit_by_a_penalty_is_shown_once():
    sheet = sheet_of("chinchon", hand(0, 90, 61), Penalised(1, 20))
    changes = (ShownChange(sheet.names[1], "110", "61"),)
    assert shown_large(sheet) == Event(
        "", [f"{sheet.names[1]}: +20 de castigo"], "Reenganche", "rebuy", changes
    )


def test_a_name_with_the_signs_of_a_sum_is_not_cut():
    sheet = sheet_of("chinchon", hand(0, 23, 7))
    sheet.names = {0: "Ana · Bea = C", 1: "Luis", 2: "Eva"}
    assert shown_large(sheet) == Event(
        "Cierra Ana · Bea = C: −10, va con −10", ["Luis +23 = 23 · Eva +7 = 7"]
    )


# Between two hands: who is ahead, and who is near the end


@pytest.mark.parametrize(
    ("log", "sentences"),
    [
        ([], []),
        ([hand(0, 5, 7, 9)], ["Va delante Ana, con −10"]),
        (
            [hand(0, 98, 61, 0)],
            [
                "Va delante Ana, con −10",
                "A Luis le faltan 3 para pasarse",
                "A Eva le faltan 40 para pasarse",
            ],
        ),
        (
            [hand(0, 10, 100, 20), hand(10, 0, 0, 20, closer=1)],
            ["Van delante Ana y Luis, con 0", "A Eva le falta 1 para pasarse"],
        ),
        ([hand(0, 98, 61, 0), Finished()], []),
        # who is out is near nothing
        (
            [hand(0, 98, 61, 0), hand(0, 3, 0, 0)],
            ["Va delante Ana, con −20", "A Eva le faltan 40 para pasarse"],
        ),
        # of many only the two nearest
        (
            [hand(0, 90, 85, 95)],
            [
                "Va delante Ana, con −10",
                "A Paco le faltan 6 para pasarse",
                "A Luis le faltan 11 para pasarse",
            ],
        ),
    ],
)
def test_it_is_said_who_leads_and_who_is_within_forty_points_of_going_bust(
    log, sentences
):
    sheet = sheet_of("chinchon", *log, players=4, rebuys=0)
    assert plain(sentences_between_hands(sheet)) == sentences


def test_partners_are_one_who_is_near_the_target():
    points = on_table((220, 0), (240, 40), (250, 0), (30, 0), closer=0)
    sheet = sheet_of("rum-500-pairs", points, players=4)
    assert plain(sentences_between_hands(sheet)) == [
        "Van delante Ana y Eva, con 470",
        "Ana y Eva, a 30 de ganar",
    ]


# What the boards celebrate of a hand


@pytest.mark.parametrize(
    ("log", "rules", "worth"),
    [
        ([hand(0, 20, 20)], {}, False),
        ([hand(0, 20, 20, close=Close.CHINCHON)], {}, True),
        ([hand(0, 20, 20, close=Close.JOKER_RUN_1)], {}, True),  # −50
        ([hand(0, 20, 20, close=Close.JOKER_RUN_2)], {}, False),  # −25
        ([hand(0, 70, 70)], {"limit": 60, "rebuys": 0}, True),
        ([hand(0, 10, 30), hand(20, 0, 30, closer=1)], {}, True),
        ([hand(0, 9, 30), hand(20, 0, 30, closer=1)], {}, False),
        # who came later and takes the lead from behind
        ([hand(0, 60, 60), Joined(3), hand(90, 90, 90, 0, closer=3)], {}, True),
    ],
)
def test_a_chinchon_minus_fifty_the_last_survivor_and_a_comeback_are_celebrated(
    log, rules, worth
):
    assert is_celebrated(sheet_of("chinchon", *log, **rules).steps) is worth
