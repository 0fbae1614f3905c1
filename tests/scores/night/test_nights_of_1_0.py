"""A night that 1.0.0 stored goes on, or is over with its tables, once the app is upgraded."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path

import pytest
from django.db import connection

from scores.night.log import sheet_of
from scores.night.models import Night
from scores.night.seen import NightState, SeenNight
from tests.scores.support.nights import persons, players_named, write_lines
from tests.scores.support.old_models import models_of_1_0
from tests.scores.support.table import text_at

migration = import_module("scores.migrations.0035_play_nights_in_four_formats")
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
        migration.convert(models_of_1_0(), connection.schema_editor())
    night.refresh_from_db()
    assert SeenNight.of(night).state is state
    assert (night.finished_at is None) == (state is NightState.PLAYING)
    assert len(sheet_of(night).rounds) == (1 if name == "usual" else 2)
    assert "Noche" in text_at(phone, night.get_absolute_url())
