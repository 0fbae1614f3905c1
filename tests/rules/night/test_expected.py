"""What a night would be, told while it is chosen."""

from rules.night.expected import (
    ExpectedStage,
    expected_stages,
    round_minutes,
    usual_sizes,
)
from rules.night.presets import Format
from rules.night.stages import EndOfMatch, MatchOf
from rules.presets import RULESETS
from tests.rules.night.support.logs import stages_of
from tests.rules.support.table import refused

LEAGUE = stages_of(Format.LEAGUE, MatchOf(), 2)
LIVES = stages_of(Format.LIVES, MatchOf(), 3)
KNOCKOUT = stages_of(Format.KNOCKOUT, MatchOf(), 0)


def test_the_final_is_one_table_of_the_best_four_whatever_came_before():
    last = ExpectedStage(4, (4,), 0, 1, 48)
    for stages in (LIVES, stages_of(Format.EVERYBODY, MatchOf(), 3, 4), KNOCKOUT):
        assert [expected_stages(stages, entrants)[-1] for entrants in (13, 40, 96)] == [
            last
        ] * 3


def test_a_knockout_of_two_a_table_halves_the_room():
    assert expected_stages(KNOCKOUT, 96)[0].rounds == 5


def test_too_few_for_one_table_are_refused():
    with refused("too-few-entrants", {"entrants": 2, "least": 3}):
        expected_stages(LEAGUE, 2)


def test_a_round_takes_what_its_clock_its_hands_or_its_limit_say():
    ends = [
        MatchOf(),
        MatchOf(ends=EndOfMatch.HANDS, number=6),
        MatchOf(ends=EndOfMatch.CLOCK, number=30),
    ]
    assert [round_minutes(match) for match in ends] == [40, 24, 30]


def test_tables_are_as_large_as_the_game_takes():
    keys = ("chinchon", "gin", "rum-500-pairs")
    assert [tuple(usual_sizes(RULESETS[key])) for key in keys] == [
        (3, 4, 5),
        (2, 2, 2),
        (4, 4, 4),
    ]
