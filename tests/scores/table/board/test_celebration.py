"""What of a hand the boards celebrate."""

import pytest

from rules.events import Close, HandScored, Joined
from scores.core.matches.scoresheet import Sheet
from scores.table.board.celebration import is_celebrated
from tests.rules.support.table import hand
from tests.scores.support.factories import start
from tests.scores.support.table import play, write

CHINCHON = HandScored({0: 0, 1: 20, 2: 20}, 0, Close.CHINCHON)
JOKER_RUN_1, JOKER_RUN_2 = (
    HandScored({0: 0, 1: 20, 2: 20}, 0, close)
    for close in (Close.JOKER_RUN_1, Close.JOKER_RUN_2)
)
RULES = {"limit": "60", "rebuys": "0"}


@pytest.mark.parametrize(
    ("hands", "rules", "worth"),
    [
        ([hand(0, 20, 20)], {}, False),
        ([CHINCHON], {}, True),
        ([JOKER_RUN_1], {}, True),  # −50
        ([JOKER_RUN_2], {}, False),  # −25
        ([hand(0, 70, 70)], RULES, True),
        (
            [hand(0, 10, 30), hand(20, 0, 30, closer=1)],
            {},
            True,
        ),
        (
            [hand(0, 9, 30), hand(20, 0, 30, closer=1)],
            {},
            False,
        ),
    ],
)
def test_a_chinchon_minus_fifty_the_last_survivor_and_a_comeback_are_celebrated(
    phone, hands, rules, worth
):
    match = start(phone, "Ana", "Luis", "Eva", **rules)
    play(phone, match, *hands)
    assert is_celebrated(Sheet(match).steps) is worth


def test_who_came_later_and_takes_the_lead_from_behind_comes_back(phone):
    match = start(phone, "Ana", "Luis", "Eva")
    play(phone, match, hand(0, 60, 60))
    match.refresh_from_db()
    write(match, Joined(3))
    write(match, hand(90, 90, 90, 0, closer=3))
    assert is_celebrated(Sheet(match).steps)
