"""The score table of Gin, against the illustration in the source of the rules."""

import pytest
from django.test import Client

from rules.close_kinds import Close
from rules.events import HandScored
from rules.match.gin_totals import FinalSum
from scores.core.matches import log
from scores.core.matches.scoresheet import Sheet
from scores.models import Match, Result
from scores.table.board import gin_boxes
from scores.table.board.gin_boxes import Boxes, Column
from tests.scores.support.factories import start

YOU, HE = 0, 1
ILLUSTRATION = [  # docs/rules/CANON.md#gin: who knocks, with what, against what
    HandScored({YOU: 6, HE: 19}, YOU, Close.KNOCK),
    HandScored({YOU: 24}, HE, Close.GIN),
    HandScored({HE: 8, YOU: 9}, HE, Close.KNOCK),
    HandScored({YOU: 10, HE: 27}, YOU, Close.KNOCK),
    HandScored({HE: 4, YOU: 4}, HE, Close.KNOCK),
    HandScored({YOU: 7, HE: 39}, YOU, Close.KNOCK),
    HandScored({HE: 6}, YOU, Close.GIN),
]


@pytest.fixture
def match() -> Match:
    return start(Client(), "Usted", "Él", preset="gin")


def play(match: Match, hands: list[HandScored]) -> Sheet:
    for seq, hand in enumerate(hands):
        log.append(Sheet(match), hand, seq=seq, client_key=str(seq), phone=None)
    return Sheet(Match.objects.get(pk=match.pk))


def test_before_the_first_hand_there_are_no_boxes(match):
    assert gin_boxes.of_sheet(play(match, [])) is None


def test_in_another_game_there_are_none():
    match = start(Client(), "Ana", "Luis")
    sheet = play(match, [HandScored({1: 23}, 0, Close.CLEAN)])
    assert gin_boxes.of_sheet(sheet) is None


def test_every_hand_won_is_a_box_with_the_running_total(match):
    shown = gin_boxes.of_sheet(play(match, ILLUSTRATION[:4]))
    assert shown == Boxes(
        [
            Column("Usted", [13, 30], FinalSum(30, 2), won=False),
            Column("Él", [49, 50], FinalSum(50, 2), won=False),
        ],
        is_over=False,
    )


def test_the_illustration_ends_293_to_50_and_243_apart(match):
    shown = gin_boxes.of_sheet(play(match, ILLUSTRATION))
    assert shown == Boxes(
        [
            Column("Usted", [13, 30, 55, 87, 118], FinalSum(118, 5, 0, 75, 100), won=True),
            Column("Él", [49, 50], FinalSum(50, 2), won=False),
        ],
        is_over=True,
    )
    assert (shown.columns[0].sum.total, shown.apart, shown.has_shutout) == (293, 243, False)


def test_the_result_of_a_game_of_gin_is_the_grand_total(match):
    play(match, ILLUSTRATION)
    rows = Result.objects.filter(match=match).order_by("seat__position")
    assert list(rows.values_list("total", "points", "place", "won")) == [
        (293, 118, 1, True),
        (50, 50, 2, False),
    ]


def test_in_pairs_a_column_is_a_side(client):
    match = start(client, "Ana", "Luis", "Eva", "Paco", preset="gin", team_size="2")
    hands = [
        HandScored({1: 30}, 0, Close.GIN),
        HandScored({2: 10}, 3, Close.GIN),
        HandScored({3: 30}, 2, Close.GIN),
        HandScored({1: 3}, 0, Close.GIN),
    ]
    assert gin_boxes.of_sheet(play(match, hands)) == Boxes(
        [
            Column("Ana y Eva", [55, 110, 138], FinalSum(138, 3, 0, 50, 100), True),
            Column("Luis y Paco", [35], FinalSum(35, 1), False),
        ],
        True,
    )
