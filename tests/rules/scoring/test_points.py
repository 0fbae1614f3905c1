"""The points of a hand, computed from its facts."""

import pytest

from rules.events import Close, HandScored
from rules.presets import CHINASO, CHINCHON, FOURNIER, FRENCH, GIN, RUM_500, RUMMY
from rules.scoring.points import dearest_hand, kinds_of_close, price
from tests.rules.support.table import hand


@pytest.mark.parametrize(
    ("ruleset", "scored", "points"),
    [
        # a clean closer's 0 may be left blank
        (
            CHINCHON,
            hand(None, 23, 45),
            {0: -10, 1: 23, 2: 45},
        ),
        # still being written
        (
            GIN,
            HandScored({1: 23}, 0, Close.KNOCK),
            {0: 23, 1: 0},
        ),
        (RUM_500, HandScored({1: 20}, 0), {1: -20}),
    ],
)
def test_a_hand_of_which_not_all_is_written_has_points_too(ruleset, scored, points):
    assert price(ruleset, scored) == points


ALL = (Close.KNOCK, Close.CLEAN, Close.JOKER_RUN_1, Close.JOKER_RUN_2, Close.CHINCHON)
NO_JOKERS = (Close.KNOCK, Close.CLEAN, Close.CHINCHON)


@pytest.mark.parametrize(
    ("ruleset", "players", "ways"),
    [
        (CHINCHON, 2, ALL),
        (
            CHINCHON.with_options({"jokers": 1}),
            4,
            (Close.KNOCK, Close.CLEAN, Close.JOKER_RUN_1, Close.CHINCHON),
        ),
        (CHINCHON.with_options({"jokers": 1, "wild_cards": ["1o"]}), 4, ALL),
        (FOURNIER, 4, NO_JOKERS),
        # two packs, so two of them
        (
            FOURNIER.with_options({"wild_cards": ["1o"]}),
            5,
            ALL,
        ),
        (FRENCH, 2, NO_JOKERS),
        (FRENCH, 3, ALL),
        (CHINCHON.with_options({"close_cards": 0}), 4, ALL[1:]),
        (GIN, 2, (Close.KNOCK, Close.GIN)),
        (GIN.with_options({"big_gin": 31}), 2, (Close.KNOCK, Close.GIN, Close.BIG_GIN)),
        (RUMMY, 4, (Close.OUT, Close.RUMMY)),
        (RUMMY.with_options({"min_table_turns": 2}), 4, (Close.OUT,)),
        (RUM_500, 4, (Close.OUT,)),
        (CHINASO, 4, (Close.OUT, Close.CHINASO)),
    ],
)
def test_a_table_closes_only_in_the_ways_its_cards_allow(ruleset, players, ways):
    assert kinds_of_close(ruleset, players) == ways


@pytest.mark.parametrize(
    ("ruleset", "players", "points"),
    [
        (CHINCHON, 4, 25 + 25 + 5 * 10),
        # nobody need count a cheap joker
        (
            CHINCHON.with_options({"joker_points": 5}),
            4,
            7 * 10,
        ),
        (CHINCHON.with_options({"wild_cards": ["1o"]}), 4, 3 * 25 + 4 * 10),
        (
            CHINCHON.with_options({"figures": "index", "wild_cards": ["12o"]}),
            4,
            3 * 25 + 3 * 12 + 11,
        ),
        (CHINCHON.with_options({"ace_points": 20}), 4, 25 + 25 + 4 * 20 + 10),
        (FOURNIER, 4, 4 * 10 + 4 * 9),  # eight cards: kings and horses
        (FOURNIER, 5, 8 * 10),  # two packs, eight kings
        (FOURNIER.with_options({"pack": "spanish-48"}), 4, 4 * 12 + 4 * 11),
        (FRENCH, 2, 7 * 10),
        (FRENCH, 5, 50 + 50 + 5 * 10),
    ],
)
def test_nobody_can_count_more_than_the_dearest_cards_of_a_hand(
    ruleset, players, points
):
    assert dearest_hand(ruleset, players) == points
