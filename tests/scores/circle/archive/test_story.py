"""The story of a match in one line of a list."""

import pytest

from rules.events import Close, Finished, Penalised, Retired
from scores.circle.archive.story import story_of
from scores.core.matches.seat_results import seat_results
from tests.rules.support.table import hand
from tests.scores.support.factories import sheet_of


@pytest.mark.parametrize(
    ("log", "told"),
    [
        # Ana leads after each hand: −10, −20, −30, −40.
        ([hand(0, 9, 12)] * 4 + [Finished()], "de principio a fin"),
        # Ana has 60 after two of four hands, more than both, and 40 in the end.
        (
            [hand(30, 0, 9, closer=1)] * 2 + [hand(0, 40, 40)] * 2 + [Finished()],
            "desde el último puesto",
        ),
        ([hand(3, 5, 12), hand(2, 4, 9), Finished()], "por 4 puntos"),
        ([hand(3, 4, 12), Finished()], "por 1 punto"),
        ([hand(3, 45, 12), Finished()], ""),
        # Totals are more than their hands.
        ([*[hand(0, 9, 12)] * 4, Penalised(1, 20), Finished()], ""),
        # Eva, who has the least, has left: Ana wins between her and Luis.
        ([hand(5, 9, 0, closer=2), Retired(2), Finished()], ""),
        ([hand(0, 20, 30, close=Close.CHINCHON)], "con un chinchón"),
        # Both ways of winning come before the course of the match.
        (
            [
                hand(98, 0, 5, closer=1),
                hand(60, 0, 60, closer=1),
                hand(0, 99, 0),
                Finished(),
            ],
            "tras reengancharse",
        ),
    ],
)
def test_it_says_how_a_match_was_won(log, told):
    sheet = sheet_of("chinchon", *log, chinchon_points="wins")
    assert story_of(seat_results(sheet)) == told


def test_a_match_that_nobody_lost_has_no_story():
    assert story_of([]) == ""
