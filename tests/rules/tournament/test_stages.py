"""The knobs of a stage: their values, what contradicts itself, and the five usual nights."""

import pytest

from rules.ruleset import Ruleset
from rules.tournament.presets import PRESETS
from rules.tournament.refusals import NightRefusal
from rules.tournament.stages import KNOBS, Enters, Lasts, Lives, LostBy, Seats, Stage, Tie, Until, Who


def refused_knob(options):
    with pytest.raises(NightRefusal) as refused:
        Stage().turned(options)
    assert refused.value.code == "bad-stage"
    return refused.value.details["knob"]


def test_a_stage_has_nine_knobs():
    assert list(KNOBS) == [
        "enters",
        "groups",
        "seats",
        "lasts",
        "lives",
        "points",
        "carries",
        "ties",
        "match",
    ]


@pytest.mark.parametrize("key", PRESETS)
def test_the_usual_nights_contradict_nothing_and_are_read_back(key):
    assert tuple(Stage.load(stage.dump()) for stage in PRESETS[key]) == PRESETS[key]


def test_a_stage_is_turned_by_values_in_their_json_form():
    turned = Stage().turned(
        {"seats": "near", "lives": {"given": 2, "lost_by": "last"}, "lasts": {"until": "left", "number": 5}}
    )
    assert (turned.seats, turned.lives, turned.lasts) == (
        Seats.NEAR,
        Lives(2, LostBy.LAST),
        Lasts(Until.LEFT, 5),
    )


@pytest.mark.parametrize(
    ("knob", "options"),
    [
        ("seats", {"seats": "by size"}),
        ("rounds", {"rounds": 3}),
        ("ties", {"ties": ["won", "won"]}),
        ("lives", {"lives": {"given": 2, "spare": 1}}),
        ("lives", {"lives": {"bought_until": 2}}),
        ("lasts", {"lasts": {"until": "left", "number": 4}}),
        ("lasts", {"lasts": {"number": 61}}),
        ("enters", {"enters": {"who": "best"}}),
        ("enters", {"enters": {"who": "best-of-table", "number": 3}}),
        ("points", {"points": "money"}),
        ("match", {"match": {"sizes": {"least": 5, "best": 4, "most": 5}}}),
        ("match", {"match": {"ends": "hands"}}),
        ("match", {"match": {"ruleset": {"limit": "high"}}}),
    ],
)
def test_a_stage_that_nobody_could_play_is_refused(knob, options):
    assert refused_knob(options) == knob


def test_ties_may_be_left_out():
    assert Stage().turned({"ties": ["met"]}).ties == (Tie.MET,)


def test_the_final_of_a_night_is_for_the_best_four():
    assert PRESETS["knockout"][-1].enters == Enters(Who.BEST, 4)


def test_a_match_is_played_by_any_ruleset():
    rules = Ruleset().turned({"limit": 50})
    assert Stage().turned({"match": {"ruleset": rules.dump()}}).match.ruleset == rules
