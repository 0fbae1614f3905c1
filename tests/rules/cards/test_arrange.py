"""The arrangement with the least deadwood, ties and lay-offs."""

import pytest

from rules.cards.arrange import arrange, lay_off_only
from rules.cards.melds import meld_rules
from rules.presets import CHINCHON
from tests.rules.support.hands import names, spanish


def table(*melds, ruleset=CHINCHON):
    return [meld_rules(ruleset).readings(spanish(meld))[0] for meld in melds]


def shown(arrangement):
    """An arrangement as (melds, laid-off cards by meld, loose cards, deadwood)."""
    melds = [names(meld.cards) for meld in arrangement.melds]
    laid_off = {one.onto: names(one.cards) for one in arrangement.laid_off}
    return melds, laid_off, names(arrangement.loose), arrangement.deadwood


APART = {"adjacent_jokers": False}
AROUND = {"ace": "around"}
WILD = {"wild_cards": ["1o"]}
ALL_BUT_THE_ACE = "2o 3o 4o 5o 6o 7o 10o 11o 12o"


@pytest.mark.parametrize(
    ("house", "cards", "lying", "arranged"),
    [
        ({}, "4o 10o 1c", ["5o 6o 7o"], ([], {0: "4o 10o"}, "1c", 1)),
        ({}, "3o 4o 1c", ["5o 6o 7o"], ([], {0: "3o 4o"}, "1c", 1)),
        ({}, "7b 1c", ["7o 7c 7e *"], ([], {}, "1c 7b", 8)),
        # none can grow
        (
            {},
            "* 1c",
            [f"1o {ALL_BUT_THE_ACE}", "7o 7c 7e 7b"],
            ([], {}, "1c *", 26),
        ),
        ({}, "* 3o", ["5o 6o 7o"], ([], {0: "3o *"}, "", 0)),  # the joker makes room
        # a joker on the table holds its place
        (
            {},
            "4o 7o",
            ["* 5o 6o"],
            ([], {0: "7o"}, "4o", 4),
        ),
        # the fewest cards laid off
        (
            {},
            "4o 5o 6o",
            ["7o 10o 11o"],
            (["4o 5o 6o"], {}, "", 0),
        ),
        ({"joker_points": 0}, "5o 6o 7o *", [], (["5o 6o 7o *"], {}, "", 0)),
        ({}, "* *", ["5o 6o 7o"], ([], {0: "* *"}, "", 0)),
        (APART, "* *", ["5o 6o 7o"], ([], {0: "* *"}, "", 0)),  # one at each end
        (APART, "* *", ["1o 2o 3o"], ([], {0: "*"}, "*", 25)),
        (APART, "* 1c", ["* 11o 12o"], ([], {}, "1c *", 26)),
        (AROUND, "* *", [ALL_BUT_THE_ACE], ([], {0: "*"}, "*", 25)),  # no card twice
        (AROUND, "1o *", [ALL_BUT_THE_ACE], ([], {0: "*"}, "1o", 1)),
        (WILD, "1o", ["2o 3o 4o"], ([], {0: "1o"}, "", 0)),
        (WILD, "1o 7c", ["5e 6e 7e"], ([], {0: "1o"}, "7c", 7)),
    ],
)
def test_cards_are_laid_off_where_most_of_them_go(house, cards, lying, arranged):
    ruleset = CHINCHON.with_options(house)
    on_table = table(*lying, ruleset=ruleset)
    found = arrange(meld_rules(ruleset), spanish(cards), on_table)
    assert shown(found) == arranged


@pytest.mark.parametrize(
    ("rest", "lying", "laid_off"),
    [
        ("7o 3o 12b * 2c", ("4o 5o 6o", "12o 12c 12e"), {0: "3o 7o *", 1: "12b"}),
        (
            "2o 3o 7o 10o 11o 12o 12b 2c",
            ("4o 5o 6o", "12c 12e *"),
            {0: "2o 3o 7o 10o 11o 12o", 1: "12b"},
        ),
    ],
)
def test_with_melds_of_its_own_the_rest_is_laid_off(rest, lying, laid_off):
    own = meld_rules(CHINCHON).readings(spanish("1c 1e 1b"))
    arrangement = lay_off_only(
        meld_rules(CHINCHON), spanish(f"1c 1e 1b {rest}"), own, table(*lying)
    )
    assert shown(arrangement) == (["1c 1e 1b"], laid_off, "2c", 2)
