"""A ruleset as a value: turning knobs, writing and reading it."""

import json
from pathlib import Path

import pytest

from rules.errors import Illegal
from rules.knobs import Ends, OutAt, RebuyChoice, at_table
from rules.presets import CHINASO, CHINCHON, FOURNIER, FRENCH, RULESETS
from rules.ruleset import Ruleset

ROWS = json.loads((Path(__file__).parents[1] / "conformance" / "rulesets.json").read_text(encoding="utf-8"))


def rows_of(name):
    """A test for each of these rows, which say what a knob may be turned to and what not."""
    return pytest.mark.parametrize("row", ROWS[name])


def refused_knob(options):
    with pytest.raises(Illegal) as refused:
        CHINCHON.turned(options)
    assert refused.value.code == "bad-rules"
    return refused.value.details["knob"]


def test_a_turned_knob_leaves_all_others_and_the_preset_as_they_were():
    abuela = CHINCHON.turned({"limit": 70, "out_at": "reach"})
    assert abuela.dump() == CHINCHON.dump() | {"limit": 70, "out_at": "reach"}
    assert (CHINCHON.limit, CHINCHON.out_at) == (100, OutAt.OVER)


def test_no_knob_turned_is_the_preset_itself():
    assert CHINCHON.turned({}) == CHINCHON


def test_knobs_turned_one_after_the_other_or_together_are_the_same_rules():
    one_by_one = CHINCHON.turned({"limit": 70}).turned({"rebuys": None}).turned({"stake": 50})
    assert repr(one_by_one) == repr(CHINCHON.turned({"stake": 50, "rebuys": None, "limit": 70}))


@pytest.mark.parametrize("key", RULESETS)
def test_rules_written_as_json_are_read_back_the_same_to_the_last_type(key):
    ruleset = RULESETS[key]
    written = json.loads(json.dumps(ruleset.dump()))
    assert repr(ruleset.dump()) == repr(written)
    assert repr(Ruleset.load(written)) == repr(ruleset)


def test_a_turned_ruleset_is_read_back_the_same_too():
    ruleset = FRENCH.turned(
        {"wild_cards": ["Ad"], "packs": [[4, 1], [8, 2]], "rebuy_choice": "automatic", "big_gin": 31}
    )
    assert repr(Ruleset.load(json.loads(json.dumps(ruleset.dump())))) == repr(ruleset)


def test_a_knob_read_back_is_the_choice_itself_and_not_its_name():
    read = Ruleset.load({"key": "chinchon", "rebuy_choice": "ask", "ends": "open"})
    assert read.rebuy_choice is RebuyChoice.ASK
    assert read.ends is Ends.OPEN


def test_rules_stored_before_a_knob_existed_have_its_default():
    stored = FOURNIER.dump()
    del stored["false_close_points"]
    assert repr(Ruleset.load(stored)) == repr(FOURNIER)


@pytest.mark.parametrize("key", [None, 7, ["chinchon"]])
def test_a_stored_key_must_be_a_name(key):
    with pytest.raises(Illegal) as refused:
        Ruleset.load({"key": key})
    assert (refused.value.code, refused.value.details) == ("bad-rules", {"knob": "key", "value": key})


@rows_of("impossible")
def test_a_value_that_a_knob_cannot_have_is_refused_by_the_name_of_the_knob(row):
    assert refused_knob({row["knob"]: row["value"]}) == row["knob"]


@rows_of("edges")
def test_a_knob_goes_so_far_and_no_farther(row):
    knob, edge = row["knob"], row["edge"]
    assert CHINCHON.turned({knob: edge}).dump()[knob] == edge
    assert refused_knob({knob: row["beyond"]}) == knob


def test_a_chart_is_read_from_pairs_or_from_an_object_and_kept_by_rank():
    chart = [[2, 5], [13, 10]]
    assert CHINASO.turned({"rank_points": [[13, 10], [2, 5]]}).dump()["rank_points"] == chart
    assert CHINASO.turned({"rank_points": {"13": 10, "2": 5}}).dump()["rank_points"] == chart


def test_a_contract_may_ask_for_nine_of_a_kind_and_no_more():
    assert CHINASO.turned({"contracts": [[9, 0]], "limit": 1}).contracts == ((9, 0),)
    for wrong in ([[10, 0]], [[0, -1]], [[1]], [[1, 1, 1]], 7, "20", [7]):
        with pytest.raises(Illegal) as refused:
            CHINASO.turned({"contracts": wrong, "limit": 1})
        assert refused.value.details == {"knob": "contracts", "value": wrong}


@pytest.mark.parametrize("knob", ["limits", "key", "turned", "", "dump"])
def test_an_unknown_knob_is_refused(knob):
    assert refused_knob({knob: 1}) == knob


def test_one_bad_knob_turns_none_of_them():
    assert refused_knob({"limit": 70, "out_at": "beyond"}) == "out_at"
    assert CHINCHON.limit == 100


def test_only_a_ledger_needs_no_limit():
    assert CHINCHON.turned({"ends": "open", "limit": None}).limit is None
    assert refused_knob({"ends": "target", "limit": None}) == "limit"


@pytest.mark.parametrize(
    ("total", "over", "reach"), [(99, False, False), (100, False, True), (101, True, True)]
)
def test_100_is_safe_where_one_is_out_over_it_and_out_where_one_is_out_on_reaching_it(total, over, reach):
    assert CHINCHON.turned({"out_at": "over"}).is_past(total) is over
    assert CHINCHON.turned({"out_at": "reach"}).is_past(total) is reach


@pytest.mark.parametrize("ends", ["target", "hands", "open"])
def test_nobody_busts_in_a_match_that_the_last_one_standing_does_not_win(ends):
    assert CHINCHON.turned({"ends": ends}).is_past(1000) is False


def test_a_limit_of_hands_is_no_total():
    assert CHINCHON.turned({"ends": "hands", "limit": 7}).reaches_limit(50) is False
    assert CHINCHON.turned({"ends": "target", "limit": 7}).reaches_limit(50) is True


@pytest.mark.parametrize(
    ("total", "over", "reach"), [(-10, -10, -10), (99, 99, 99), (100, 100, 99), (140, 100, 99)]
)
def test_the_highest_safe_total_is_the_limit_or_one_below_it(total, over, reach):
    assert CHINCHON.turned({"out_at": "over"}).highest_safe(total) == over
    assert CHINCHON.turned({"out_at": "reach"}).highest_safe(total) == reach


def test_buying_back_in_costs_the_stake_where_no_other_price_is_named():
    assert FOURNIER.turned({"stake": 200}).price_of_rebuy() == 200
    assert FOURNIER.turned({"stake": 200, "rebuy_stake": 0}).price_of_rebuy() == 0
    assert FOURNIER.turned({"stake": 200, "rebuy_stake": 50}).price_of_rebuy() == 50


def test_an_amount_is_in_whole_units_unless_the_rules_are_in_cents():
    assert [FOURNIER.turned({"cents": cents}).cents_per_unit for cents in (False, True)] == [100, 1]


@pytest.mark.parametrize(("players", "jokers"), [(2, 0), (3, 2), (4, 2), (5, 1), (9, 1)])
def test_steps_say_what_holds_up_to_so_many_players_and_the_last_for_all_others(players, jokers):
    assert at_table(((2, 0), (4, 2), (6, 1)), players) == jokers


def test_a_knob_that_is_one_number_is_the_same_for_any_table():
    assert [at_table(2, players) for players in (2, 5, 9)] == [2, 2, 2]


# Contradictory combinations of knobs, and combinations that only look contradictory


@rows_of("contradictory")
def test_rules_that_contradict_themselves_are_refused_by_the_name_of_a_knob(row):
    ruleset, options, knob = RULESETS[row["ruleset"]], row["options"], row["knob"]
    with pytest.raises(Illegal) as refused:
        ruleset.turned(options)
    value = ruleset.dump() | options
    assert (refused.value.code, refused.value.details["knob"]) == ("bad-rules", knob)
    if knob != "wild_cards":
        assert refused.value.details["value"] == value[knob]


@rows_of("playable")
def test_rules_that_some_table_could_play_by_are_not(row):
    ruleset, options = RULESETS[row["ruleset"]], row["options"]
    assert ruleset.turned(options).dump() == ruleset.dump() | {
        knob: [card.lower() for card in value] if knob == "wild_cards" else value
        for knob, value in options.items()
    }


def test_rules_that_were_stored_before_they_were_found_to_contradict_themselves_can_still_be_read():
    assert Ruleset.load(CHINCHON.dump() | {"set_min": 5}).set_min == 5
