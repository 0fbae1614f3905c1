"""What versions before 1.0.1 stored: nights go on or are over, and none breaks its pages."""

import json
from importlib import import_module
from pathlib import Path

import pytest
from django.db import connection

from rules.night.stages import Stage
from rules.night.stored.log_json import kind_and_payload
from scores.night.log import now_of, sheet_of
from scores.night.models import Night, Plan
from scores.night.seating.drafts import next_draft
from scores.night.seen import NightState, SeenNight
from tests.scores.support.nights import open_night, persons, players_named, write_lines
from tests.scores.support.old_models import models_of_1_0
from tests.scores.support.table import page_at, text_at

PAGES = (
    "standings",
    "desk",
    "check-in",
    "seat",
    "aloud",
    "share",
    "hall",
    "version",
    "lists",
    "cards",
    "money",
)


def migrate(name, function):
    migration = import_module(f"scores.migrations.{name}")
    getattr(migration, function)(models_of_1_0(), connection.schema_editor())


@pytest.mark.parametrize(
    ("stored", "after"),
    [
        (
            {"tables": 30_000_000, "expected": 10**9, "fee": 10**12},
            {"tables": None, "expected": 0, "fee": 0},
        ),
        (
            {"tables": 0, "prizes": [10**9], "by_share": False},
            {"tables": None, "prizes": [], "by_share": False},
        ),
        ({"prizes": [90, 90]}, {"prizes": []}),
        (
            {"prizes": [0] * 50_000, "currency": "€" * 5_000, "preset": "p" * 5_000},
            {"prizes": [], "currency": "€€€", "preset": "p" * 40},
        ),
    ],
    ids=["numbers", "prizes", "shares", "texts"],
)
def test_of_a_stored_plan_only_what_is_beyond_its_bounds_is_brought_within_them(
    night, stored, after
):
    usual = dict(night.plan)
    night.plan |= stored
    night.save()
    migrate("0033_bring_plans_within_their_bounds", "bring_within")
    night.refresh_from_db()
    assert night.plan == usual | after
    # what is no format is read as the one that has these stages
    assert Plan.load(night.plan).dump() == night.plan | {"preset": "everybody-plays"}


def test_a_stored_stage_beyond_its_bounds_becomes_the_usual_and_a_plan_has_twelve(
    night,
):
    stage = night.plan["stages"][0]
    usual = Stage.load({})
    for rules in (
        {"key": "k" * 41},
        {"wild_cards": ["1o"] * 101},
    ):
        match = {**stage["match"], "ruleset": {**stage["match"]["ruleset"], **rules}}
        night.plan["stages"] = [{**stage, "match": match}, *[stage] * 14]
        night.save()
        migrate("0033_bring_plans_within_their_bounds", "bring_within")
        night.refresh_from_db()
        stages = [*map(Stage.load, night.plan["stages"])]
        assert stages == [usual, *[Stage.load(stage)] * 11]


def test_a_round_behind_an_event_that_cannot_happen_is_none(phone, circle):
    night = open_night(circle)
    write_lines(night, ("left", {"entrant": 99}))
    sheet = sheet_of(night)
    seated = next_draft(SeenNight.of(night), steps=200)
    write_lines(night, *map(kind_and_payload, seated.events))
    answers = {
        name: page_at(phone, f"night-{name}", night).status_code for name in PAGES
    }
    assert answers == dict.fromkeys(PAGES, 200)
    assert now_of(night).sheet == sheet


STORED = Path("tests/rules/night/stored/nights_of_1_0.json")


def stored_night(circle, name, preset):
    """A night with the log and the plan that 1.0.0 wrote; its people are players of the group."""
    stored = json.loads(STORED.read_text(encoding="utf-8"))
    plan = stored["plans"][preset]
    night = Night.objects.create(circle=circle, name="Noche", plan=plan)
    players = players_named(circle, *persons(9))
    for kind, payload in stored["logs"][name]:
        if kind == "entered":
            payload["people"] = [players[payload["entrant"] - 1].pk]
        write_lines(night, (kind, payload))
    return night


@pytest.mark.parametrize(
    ("name", "preset", "state"),
    [
        ("usual", "three-lives", NightState.PLAYING),
        ("groups", "groups-and-final", NightState.OVER),
    ],
)
def test_a_night_of_before_is_played_on_or_is_over(phone, circle, name, preset, state):
    night = stored_night(circle, name, preset)
    for _time in (1, 2):
        migrate("0035_play_nights_in_four_formats", "convert")
    night.refresh_from_db()
    assert SeenNight.of(night).state is state
    assert (night.finished_at is None) == (state is NightState.PLAYING)
    assert len(sheet_of(night).rounds) == (1 if name == "usual" else 2)
    assert "Noche" in text_at(phone, night.get_absolute_url())
