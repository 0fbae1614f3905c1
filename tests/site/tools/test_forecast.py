"""`python -m tests.tools.forecast` judges forecasts that were not chosen by what came after them."""

from random import Random

import pytest

from tests.tools.forecast.__main__ import JUDGED, judged_boards


@pytest.mark.parametrize("hands", [2, 12, 40])
def test_a_board_of_a_short_match_is_judged_no_more_often_than_one_of_a_long_match(hands):
    dice, matches = Random(1), 20_000
    judged = sum(len(judged_boards(hands, dice)) for _match in range(matches))
    assert judged / (hands * matches) == pytest.approx(JUDGED, abs=0.01)
