"""A ruleset as a value: turning knobs, writing and reading it."""

import json
from pathlib import Path

import pytest

from rules.errors import Illegal
from rules.knobs import OutAt
from rules.presets import CHINASO, CHINCHON, FRENCH, RULESETS
from rules.ruleset import Ruleset
from tests.rules.support.table import refused

ROWS = json.loads(
    (Path(__file__).parents[1] / "conformance" / "rulesets.json").read_text(
        encoding="utf-8"
    )
)


def refused_knob(options):
    with pytest.raises(Illegal) as refused:
        CHINCHON.with_options(options)
    assert refused.value.code == "bad-rules"
    return refused.value.details["knob"]


def test_a_turned_knob_leaves_others_and_the_preset_alone_and_a_bad_one_turns_none():
    abuela = CHINCHON.with_options({"limit": 70, "out_at": "reach"})
    assert abuela.dump() == CHINCHON.dump() | {"limit": 70, "out_at": "reach"}
    assert refused_knob({"limit": 70, "out_at": "beyond"}) == "out_at"
    assert CHINCHON.limit == 100
    assert CHINCHON.out_at == OutAt.OVER


def test_rules_written_as_json_are_read_back_the_same_to_the_last_type():
    house = {
        "wild_cards": ["Ad"],
        "packs": [[4, 1], [8, 2]],
        "rebuy_choice": "automatic",
        "big_gin": 31,
    }
    for ruleset in (*RULESETS.values(), FRENCH.with_options(house)):
        written = json.loads(json.dumps(ruleset.dump()))
        assert repr(ruleset.dump()) == repr(written)
        assert repr(Ruleset.load(written)) == repr(ruleset)


@pytest.mark.parametrize("key", [None, 7, ["chinchon"]])
def test_a_stored_key_must_be_a_name(key):
    with refused("bad-rules", {"knob": "key", "value": key}):
        Ruleset.load({"key": key})


def test_a_value_that_a_knob_cannot_have_is_refused_by_the_name_of_the_knob():
    rows = ROWS["impossible"]
    assert [refused_knob({row["knob"]: row["value"]}) for row in rows] == [
        row["knob"] for row in rows
    ]
    unknown = ("limits", "key", "turned", "", "dump")
    assert tuple(refused_knob({knob: 1}) for knob in unknown) == unknown


def test_a_knob_goes_so_far_and_no_farther():
    for row in ROWS["edges"]:
        knob = row["knob"]
        edge = row["edge"]
        assert CHINCHON.with_options({knob: edge}).dump()[knob] == edge
        assert refused_knob({knob: row["beyond"]}) == knob


def test_a_chart_is_read_from_pairs_or_from_an_object_and_kept_by_rank():
    for chart in ([[13, 10], [2, 5]], {"13": 10, "2": 5}):
        assert CHINASO.with_options({"rank_points": chart}).dump()["rank_points"] == [
            [2, 5],
            [13, 10],
        ]


# Contradictory combinations of knobs, and combinations that only look contradictory


def test_rules_that_contradict_themselves_are_refused_by_the_name_of_a_knob():
    for row in ROWS["contradictory"]:
        ruleset = RULESETS[row["ruleset"]]
        options = row["options"]
        knob = row["knob"]
        with pytest.raises(Illegal) as refused:
            ruleset.with_options(options)
        value = (
            (ruleset.dump() | options)[knob]
            if knob != "wild_cards"
            else refused.value.details["value"]
        )
        assert refused.value.code == "bad-rules"
        assert refused.value.details == {"knob": knob, "value": value}


def test_rules_that_some_table_could_play_by_are_not():
    for row in ROWS["playable"]:
        ruleset = RULESETS[row["ruleset"]]
        options = row["options"]
        assert ruleset.with_options(options).dump() == ruleset.dump() | {
            knob: [card.lower() for card in value] if knob == "wild_cards" else value
            for knob, value in options.items()
        }


def test_stored_rules_that_are_now_known_to_contradict_themselves_can_still_be_read():
    assert Ruleset.load(CHINCHON.dump() | {"set_min": 5}).set_min == 5
