"""Contradictory combinations of knobs, and combinations that only look contradictory."""

import pytest

from rules.errors import Illegal
from rules.presets import CHINASO, CHINCHON, DOUBLE_RUM, FOURNIER, GIN, QUEEN_CITY, RUM_500, RUMMY
from rules.ruleset import Ruleset


@pytest.mark.parametrize(
    ("ruleset", "options", "knob"),
    [
        (CHINCHON, {"set_min": 5}, "set_min"),  # one pack has four of a rank
        (FOURNIER, {"set_min": 9}, "set_min"),
        (CHINCHON, {"run_min": 11}, "run_min"),
        (GIN, {"run_min": 14}, "run_min"),
        (CHINCHON, {"min_naturals": 11}, "min_naturals"),
        (CHINCHON, {"wild_cards": ["As"]}, "wild_cards"),
        (CHINCHON, {"wild_cards": ["8o"]}, "wild_cards"),
        (CHINCHON, {"wild_cards": ["*"]}, "wild_cards"),
        (CHINCHON, {"wild_cards": ["oros"]}, "wild_cards"),
        (CHINCHON, {"wild_cards": ["1o", "1O"]}, "wild_cards"),
        (GIN, {"wild_cards": ["1o"]}, "wild_cards"),
        (CHINCHON, {"wild_cards": ["1o"], "pack": "french-52"}, "wild_cards"),
        (CHINCHON, {"players": [7, 8]}, "hand_size"),  # 49 of 42 cards
        (CHINCHON, {"hand_size": 20, "jokers": 0}, "hand_size"),  # none is left to turn up
        (CHINCHON, {"ends": "target", "limit": None}, "limit"),
        (CHINASO, {"limit": None}, "limit"),
        (RUMMY, {"ends": "target"}, "limit"),
        (CHINCHON, {"players": [5, 4]}, "players"),
        (GIN, {"ends": "last-standing"}, "ends"),
        (RUMMY, {"ends": "last-standing", "limit": 100}, "ends"),
        (RUM_500, {"ends": "last-standing"}, "ends"),
        (CHINCHON, {"team_size": 2}, "team_size"),
        (CHINCHON, {"per_point": 1}, "per_point"),
        (CHINASO, {"limit": 8}, "contracts"),
        (CHINASO, {"ends": "target", "limit": 300}, "contracts"),
        (CHINASO, {"ends": "open", "limit": None}, "contracts"),
        (CHINASO, {"contracts": [[2, 0], [0, 0]], "limit": 2}, "contracts"),
        (QUEEN_CITY, {"min_table_turns": 2}, "min_table_turns"),
    ],
)
def test_rules_that_contradict_themselves_are_refused_by_the_name_of_a_knob(ruleset, options, knob):
    with pytest.raises(Illegal) as refused:
        ruleset.turned(options)
    value = ruleset.dump() | options
    assert (refused.value.code, refused.value.details["knob"]) == ("bad-rules", knob)
    if knob != "wild_cards":
        assert refused.value.details["value"] == value[knob]


@pytest.mark.parametrize(
    ("ruleset", "options"),
    [
        (CHINCHON, {"set_min": 4}),
        (CHINCHON, {"set_min": 5, "packs": 2}),
        (FOURNIER, {"set_min": 8}),
        (CHINCHON, {"close_cards": 0}),  # closing with every card melded only, whatever the limit says
        (CHINCHON, {"close_limit": 0}),
        (CHINCHON, {"set_min": 2, "min_naturals": 3}),
        (CHINCHON, {"run_min": 10}),  # a whole suit
        (CHINCHON, {"players": [2, 8]}),  # two can be dealt their cards
        (CHINCHON, {"hand_size": 20}),  # 40 of 42 cards
        (CHINCHON, {"hand_size": 20, "packs": 2, "players": [3, 4]}),
        (CHINCHON, {"min_naturals": 10}),
        (CHINCHON, {"wild_cards": ["1O", "5o"]}),
        (CHINCHON, {"wild_cards": ["8o"], "pack": "spanish-48"}),
        (GIN, {"wild_cards": ["As", "7c"]}),  # of clubs, not of copas
        (CHINCHON, {"ends": "open"}),
        (CHINCHON, {"ends": "target", "per_point": 1, "team_size": 2}),
        (RUMMY, {"ends": "target", "limit": 200}),
        (RUMMY, {"ends": "hands", "limit": 10}),
        (RUMMY, {"min_table_turns": 2}),
        (DOUBLE_RUM, {"jokers": 4, "min_naturals": 2}),
        (CHINASO, {"limit": 3}),
        (CHINASO, {"contracts": [[2, 0]], "limit": 1}),
    ],
)
def test_rules_that_some_table_could_play_by_are_not(ruleset, options):
    assert ruleset.turned(options).dump() == ruleset.dump() | {
        knob: [card.lower() for card in value] if knob == "wild_cards" else value
        for knob, value in options.items()
    }


def test_rules_that_were_stored_before_they_were_found_to_contradict_themselves_can_still_be_read():
    assert Ruleset.load(CHINCHON.dump() | {"set_min": 5}).set_min == 5
