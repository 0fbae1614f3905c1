"""Nights that 1.0.0 stored: its own code wrote `nights_of_1_0.json`, with rulesets left at the default."""

import json
from pathlib import Path

import pytest

from rules.night.events import Ended, StageBegun
from rules.night.play import replay
from rules.night.presets import Format
from rules.night.seating.values import Sizes
from rules.night.stages import MatchOf, Plays, Stage
from rules.night.stored.log_json import event_of
from rules.night.stored.nights_of_1_0 import entries_of_today, plan_of_today
from tests.rules.night.support.logs import stages_of

STORED = json.loads(
    Path(__file__).with_name("nights_of_1_0.json").read_text(encoding="utf-8")
)


def stages_of_today(preset):
    return tuple(
        Stage.load(stage) for stage in plan_of_today(STORED["plans"][preset])["stages"]
    )


@pytest.mark.parametrize(
    ("preset", "number"),
    [("everybody-plays", 4), ("three-lives", 3), ("knockout", 0), ("league", 2)],
)
def test_a_usual_plan_is_that_of_its_format(preset, number):
    assert stages_of_today(preset) == stages_of(Format(preset), MatchOf(), number)


def test_a_plan_with_groups_becomes_rounds_that_everybody_plays():
    plan = plan_of_today(STORED["plans"]["groups-and-final"])
    assert plan["preset"] == "everybody-plays"
    assert stages_of_today("groups-and-final") == (Stage(number=4),)
    assert {key: plan[key] for key in ("fee", "prizes", "by_share")} == {
        "fee": 500,
        "prizes": [60, 40],
        "by_share": True,
    }


LIVES = STORED["plans"]["three-lives"]["stages"][0]


@pytest.mark.parametrize("stages", [[{}], [{}, {}], [LIVES, LIVES]])
def test_stages_that_say_nothing_and_two_without_a_final_are_rounds_of_all(stages):
    plan = plan_of_today({"stages": stages})
    assert [Stage.load(stage) for stage in plan["stages"]] == [Stage()]


def test_a_plan_of_today_stays_as_it_is():
    plan = plan_of_today(STORED["plans"]["league"])
    assert plan_of_today(plan) is plan


def rows_of_today(name):
    stored = [tuple(row) for row in STORED["logs"][name]]
    return [row for _index, row in entries_of_today(stored)]


def log_of_today(name):
    return [event_of(*row) for row in rows_of_today(name)]


def test_a_usual_log_is_played_to_its_end_and_goes_on():
    log = log_of_today("usual")
    done = replay(log)
    assert len(log) == len(STORED["logs"]["usual"])
    assert done.refusal is None
    assert done.sheet.is_over is False
    assert done.sheet.stages[0].stage == Stage(Plays.LIVES, 3)


@pytest.mark.parametrize("name", ["groups", "bought"])
def test_a_log_that_used_what_is_gone_is_one_of_rounds_and_over(name):
    log = log_of_today(name)
    done = replay(log)
    assert done.refusal is None
    assert done.sheet.is_over is True
    assert log[-1] == Ended()
    [begun] = [event for event in log if isinstance(event, StageBegun)]
    assert begun.stage == Stage(number=2, match=MatchOf(sizes=Sizes(3, 4, 5)))
    assert len(done.sheet.rounds) == 2
    assert set(done.sheet.stages[0].entrants) == set(done.sheet.badges)


def test_rows_of_today_come_back_as_they_are():
    rows = rows_of_today("usual")
    assert entries_of_today(rows) == [*enumerate(rows)]
