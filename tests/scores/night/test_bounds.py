"""What a file could bring before 1.0.1 breaks no page of the night that has it."""

from __future__ import annotations

import json
from contextlib import suppress
from importlib import import_module

import pytest
from django.db import connection

from rules.night.stages import Stage
from rules.night.stored.log_json import kind_and_payload
from scores.night.log import now_of, sheet_of
from scores.night.models import Plan
from scores.night.seating.drafts import draft
from scores.night.seen import SeenNight
from scores.transfer.reader import BadFile
from tests.scores.support import bounds
from tests.scores.support.factories import start
from tests.scores.support.nights import open_night, write_lines
from tests.scores.support.old_models import models_of_1_0
from tests.scores.support.table import address_of, page_at
from tests.scores.transfer.circles import (
    brought,
    empty_the_database,
    looked_at,
    text,
)
from tests.support import extent
from tests.support.processor_time import seconds_of
from tests.tools import kind_schemas

migration = import_module("scores.migrations.0033_bring_plans_within_their_bounds")
CIRCLE = json.loads(kind_schemas.CIRCLE.read_text(encoding="utf-8"))
NIGHT = {"$ref": "#/$defs/line_night", "$defs": CIRCLE["$defs"]}
SECONDS = 0.5  # of processor, of a page; a busy machine can take twice what is promised
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


def migrate():
    migration.bring_within(models_of_1_0(), connection.schema_editor())


BEYOND = {
    "tables": ({"tables": 30_000_000}, {"tables": None}),
    "no table": ({"tables": 0}, {"tables": None}),
    "expected": ({"expected": 10**9}, {"expected": 0}),
    "fee": ({"fee": 10**12}, {"fee": 0}),
    "many prizes": ({"prizes": [0] * 50_000}, {"prizes": []}),
    "large prizes": (
        {"prizes": [10**9], "by_share": False},
        {"prizes": [], "by_share": False},
    ),
    "shares": ({"prizes": [90, 90]}, {"prizes": []}),
    "texts": (
        {"currency": "€" * 5_000, "preset": "p" * 5_000},
        {"currency": "€€€", "preset": "p" * 40},
    ),
}


@pytest.mark.parametrize(("stored", "after"), BEYOND.values(), ids=BEYOND)
def test_a_stored_plan_beyond_its_bounds_is_brought_within_them_and_nothing_else_of_it(
    night, stored, after
):
    usual = dict(night.plan)
    night.plan |= stored
    night.save()
    migrate()
    night.refresh_from_db()
    assert night.plan == usual | after
    # what is no format is read as the one that has these stages
    assert Plan.load(night.plan).dump() == night.plan | {"preset": "everybody-plays"}


def test_a_stored_stage_beyond_its_bounds_becomes_the_usual_one_and_a_plan_has_twelve(
    night,
):
    stage = night.plan["stages"][0]
    usual = Stage.load({})
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
        stages = [*map(Stage.load, night.plan["stages"])]
        assert stages == [usual, *[Stage.load(stage)] * 11]


def test_a_round_behind_an_event_that_cannot_happen_is_none(phone, circle):
    night = open_night(circle)
    write_lines(night, ("left", {"entrant": 99}))
    sheet = sheet_of(night)
    seated = draft(SeenNight.of(night), steps=200)
    write_lines(night, *map(kind_and_payload, seated.events))
    answers = {
        name: page_at(phone, f"night-{name}", night).status_code for name in PAGES
    }
    assert answers == dict.fromkeys(PAGES, 200)
    assert now_of(night).sheet == sheet


def at_its_bounds(document):
    """The file with every number, text and list of its night at a bound, as far as it is taken so."""
    for path, _shape in list(bounds.paths(document[-2])):
        for end in bounds.bounds_at(NIGHT, document[-2], path).ends(
            bounds.value_at(document[-2], path)
        ):
            line = json.loads(bounds.text_with(document[-2], path, end))
            changed = [*document[:-2], line, document[-1]]
            with suppress(BadFile):
                looked_at(written_as_file(changed))
                document = changed
    return document


def written_as_file(document):
    return "".join(json.dumps(line) + "\n" for line in document)


@extent.by_night("every path of every format")
def test_the_pages_of_a_night_with_everything_at_its_bounds_cost_little(
    phone, client, night
):
    usual = [json.loads(line) for line in text(night.circle).splitlines()]
    worst = at_its_bounds(usual)
    assert worst != usual
    empty_the_database()
    circle = start(client, "Ana", "Luis").circle
    brought(written_as_file(worst), circle)
    for page in PAGES:
        address = address_of(f"night-{page}", circle.nights.get())
        client.get(address)
        assert seconds_of(lambda address=address: client.get(address)) < SECONDS, page
        assert client.get(address).status_code == 200
