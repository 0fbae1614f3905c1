"""The stages of a night: their values, what nobody could play, and the four formats."""

import pytest

from rules.night.presets import Format, going_on
from rules.night.refusals import NightRefusal
from rules.night.seating.values import Sizes
from rules.night.stages import EndOfMatch, MatchOf, Stage
from rules.ruleset import Ruleset
from tests.rules.night.support.logs import stages_of

TO_FIFTY = Ruleset().with_options({"limit": 50})
FOUR_HANDS = MatchOf(TO_FIFTY, EndOfMatch.HANDS, 4)


@pytest.mark.parametrize("format_", Format)
def test_the_stages_of_every_format_are_read_back_as_they_were_stored(format_):
    stages = stages_of(format_, FOUR_HANDS, 3, 4)
    assert tuple(Stage.load(stage.dump()) for stage in stages) == stages


@pytest.mark.parametrize(
    ("sizes", "number"),
    [
        (Sizes(3, 4, 5), 2),
        (Sizes(2, 2, 2), 1),
        (Sizes(2, 4, 5), 1),
        (Sizes(5, 6, 7), 3),
    ],
)
def test_somebody_leaves_every_table_of_a_knockout(sizes, number):
    assert going_on(sizes) == number


@pytest.mark.parametrize(
    ("knob", "options"),
    [
        ("plays", {"plays": "groups"}),
        ("rounds", {"rounds": 3}),
        ("number", {"number": 13}),
        ("number", {"plays": "lives", "number": 0}),
        ("number", {"plays": "knockout", "number": 3}),
        ("is_near", {"is_near": 1}),
        ("match", {"match": {"sizes": {"least": 5, "best": 4, "most": 5}}}),
        ("match", {"match": {"ends": "hands"}}),
        ("match", {"match": {"number": 4}}),
        ("match", {"match": {"ends": "clock", "number": 601}}),
        ("match", {"match": {"ruleset": {"limit": "high"}}}),
        ("match", {"match": 4}),
    ],
)
def test_a_stage_that_nobody_could_play_is_refused(knob, options):
    with pytest.raises(NightRefusal, match=f"bad-stage .knob='{knob}'"):
        Stage().with_knobs(options)
