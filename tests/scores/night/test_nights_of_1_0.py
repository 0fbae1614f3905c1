"""A night that 1.0.0 stored goes on, or is over with its tables, once the app is upgraded."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path

import pytest
from django.db import connection

from scores.night.log import sheet_of
from scores.night.models import Night, NightEntry
from scores.night.seen import NightState, SeenNight
from tests.scores.support.factories import start
from tests.scores.support.old_models import models_of_1_0
from tests.scores.support.table import text_at

migration = import_module("scores.migrations.0035_play_nights_in_four_formats")
STORED = Path("tests/rules/night/stored/nights_of_1_0.json")


def stored_night(circle, name, preset):
    """A night with the log and the plan that 1.0.0 wrote; its people are players of the group."""
    stored = json.loads(STORED.read_text(encoding="utf-8"))
    night = Night.objects.create(
        circle=circle, name="Noche", plan=stored["plans"][preset]
    )
    players = [
        circle.players.create(name=f"Persona {number}").pk for number in range(1, 10)
    ]
    for seq, (kind, payload) in enumerate(stored["logs"][name]):
        if kind == "entered":
            payload["people"] = [players[payload["entrant"] - 1]]
        NightEntry.objects.create(
            night=night,
            seq=seq,
            kind=kind,
            payload=payload,
            client_key=f"{name}-{seq}",
        )
    return night


@pytest.mark.parametrize(
    ("name", "preset", "state"),
    [
        ("usual", "three-lives", NightState.PLAYING),
        ("groups", "groups-and-final", NightState.OVER),
    ],
)
def test_a_night_of_before_is_played_on_or_is_over(phone, name, preset, state):
    night = stored_night(start(phone, "Ana", "Luis").circle, name, preset)
    for _time in (1, 2):
        migration.convert(models_of_1_0(), connection.schema_editor())
    night.refresh_from_db()
    assert SeenNight.of(night).state is state
    assert (
        night.finished_at is None
        if state is NightState.PLAYING
        else night.finished_at is not None
    )
    assert len(sheet_of(night).rounds) == (1 if name == "usual" else 2)
    assert "Noche" in text_at(phone, night.get_absolute_url())


def test_a_life_that_was_bought_ends_the_night_with_its_rounds(phone):
    night = stored_night(start(phone, "Ana", "Luis").circle, "bought", "three-lives")
    migration.convert(models_of_1_0(), connection.schema_editor())
    kinds = list(night.entries.values_list("kind", flat=True))
    assert kinds.count("seated") == 2
    assert kinds[-1] == "ended"
    assert "life" not in kinds
