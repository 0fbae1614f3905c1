"""What a night would be, told while it is chosen."""

from dataclasses import replace

import pytest

from rules.presets import RULESETS
from rules.tournament.expected import ExpectedStage, expected, round_minutes, usual_sizes
from rules.tournament.presets import PRESETS
from rules.tournament.refusals import NightRefusal
from rules.tournament.stages import EndOfMatch, Enters, Lasts, Lives, LostBy, MatchOf, Stage, Until, Who


def test_thirteen_who_all_play_sit_at_four_tables_for_four_rounds():
    assert expected(PRESETS["everybody-plays"], 13) == (ExpectedStage(13, (4, 3, 3, 3), 0, 4, 192),)


def test_who_finds_no_seat_in_a_small_room_rests():
    assert [(one.tables, one.resting) for one in expected(PRESETS["league"], 13, 2)] == [((5, 5), 3)]


def test_the_final_is_one_table_of_the_best_four_whatever_came_before():
    last = ExpectedStage(4, (4,), 0, 1, 48)
    for key in ("three-lives", "groups-and-final", "knockout"):
        assert [expected(PRESETS[key], entrants)[-1] for entrants in (13, 40, 96)] == [last] * 3


@pytest.mark.parametrize(("lost_by", "rounds"), [("last", 22), ("lower-half", 11), ("all-but-first", 6)])
def test_who_loses_a_life_decides_how_long_96_people_play(lost_by, rounds):
    """docs/design/tournament.md: 22, 12 and 6, measured by playing on."""
    stage = replace(PRESETS["three-lives"][0], lives=Lives(3, LostBy(lost_by)))
    assert expected([stage], 96)[0].rounds == rounds


def test_a_knockout_of_two_a_table_halves_the_room():
    assert expected(PRESETS["knockout"], 96)[0].rounds == 5


def test_too_few_for_one_table_are_refused():
    with pytest.raises(NightRefusal) as refusal:
        expected(PRESETS["league"], 2)
    assert (refusal.value.code, refusal.value.details) == ("too-few-entrants", {"entrants": 2, "least": 3})


def test_a_round_takes_what_its_clock_its_hands_or_its_limit_say():
    ends = [MatchOf(), MatchOf(ends=EndOfMatch.HANDS, number=6), MatchOf(ends=EndOfMatch.CLOCK, number=30)]
    assert [round_minutes(match) for match in ends] == [40, 24, 30]


def test_tables_are_as_large_as_the_game_takes():
    keys = ("chinchon", "gin", "rum-500-pairs")
    assert [tuple(usual_sizes(RULESETS[key])) for key in keys] == [(3, 4, 5), (2, 2, 2), (4, 4, 4)]


def test_who_plays_beside_the_final_takes_its_tables_and_no_time_of_its_own_until_it_is_longer():
    others = Stage(enters=Enters(Who.OTHERS), lasts=Lasts(Until.ROUNDS, 2))
    stages = (*PRESETS["everybody-plays"], PRESETS["knockout"][-1], others)
    assert expected(stages, 18, 4)[1:] == (
        ExpectedStage(4, (4,), 0, 1, 48),
        ExpectedStage(14, (5, 5, 4), 0, 2, 48),
    )
    assert expected(stages, 6)[2] == ExpectedStage(2, (), 2, 0, 0)
