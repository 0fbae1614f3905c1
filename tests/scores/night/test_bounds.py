"""What a file could bring before 1.0.1 breaks no page of the night that has it."""

from __future__ import annotations

from importlib import import_module
from uuid import uuid4

import pytest
from django.apps import apps
from django.db import connection
from django.urls import reverse

from scores.night.log import night_of
from scores.night.models import TournamentEntry
from scores.night.plan import Plan
from tests.scores.support.factories import start
from tests.scores.support.nights import open_night, published

migration = import_module("scores.migrations.0033_bring_plans_within_their_bounds")
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


@pytest.fixture
def night(phone):
    return published(open_night(start(phone, "Ana", "Luis").circle))


def migrate():
    migration.bring_within(apps, connection.schema_editor())


BEYOND = {
    "tables": ({"tables": 30_000_000}, {"tables": None}),
    "no table": ({"tables": 0}, {"tables": None}),
    "expected": ({"expected": 10**9}, {"expected": 0}),
    "fee": ({"fee": 10**12}, {"fee": 0}),
    "many prizes": ({"prizes": [0] * 50_000}, {"prizes": []}),
    "large prizes": ({"prizes": [10**9], "by_share": False}, {"prizes": [], "by_share": False}),
    "shares": ({"prizes": [90, 90]}, {"prizes": []}),
    "texts": ({"currency": "€" * 5_000, "preset": "p" * 5_000}, {"currency": "€€€", "preset": "p" * 40}),
}


@pytest.mark.parametrize(("stored", "after"), BEYOND.values(), ids=BEYOND)
def test_a_stored_plan_beyond_its_bounds_is_brought_within_them_and_nothing_else_of_it(night, stored, after):
    usual = dict(night.plan)
    night.plan |= stored
    night.save()
    migrate()
    night.refresh_from_db()
    assert night.plan == usual | after
    assert Plan.load(night.plan).dump() == night.plan


def test_a_stored_stage_beyond_its_bounds_becomes_the_usual_one_and_a_plan_has_twelve(night):
    stage, usual = night.plan["stages"][0], Plan.load({"stages": [{}]}).stages[0]
    for rules in (
        {"key": "k" * 41},
        {"contracts": [[1, 1]] * 51},
        {"wild_cards": ["abcde"]},
        {"wild_cards": ["1o"] * 101},
    ):
        match = {**stage["match"], "ruleset": {**stage["match"]["ruleset"], **rules}}
        night.plan["stages"] = [{**stage, "match": match}, *[stage] * 14]
        night.save()
        migrate()
        night.refresh_from_db()
        assert Plan.load(night.plan).stages == (usual, *[Plan.load({"stages": [stage]}).stages[0]] * 11)


def written(night, kind, payload):
    TournamentEntry.objects.create(
        tournament=night, seq=night.entries.count(), kind=kind, client_key=uuid4().hex, payload=payload
    )


def test_a_log_is_read_up_to_a_line_beyond_the_bounds(night):
    before = night_of(night)
    written(night, "entered", {"entrant": 5, "people": [1], "team": "t" * 81})
    written(night, "ended", {})
    assert night_of(night) == before


def test_a_log_of_900_stages_has_twelve_and_every_page_answers(phone, night):
    stage = night.entries.get(kind="stage").payload
    for _more in range(900):
        written(night, "stage", {**stage, "groups": []})
    assert len(night_of(night).stages) == 12
    answers = {name: phone.get(reverse(f"night-{name}", args=[night.code])).status_code for name in PAGES}
    assert answers == dict.fromkeys(PAGES, 200)
