"""Every number, list and text of every format has a bound where it enters: what is beyond is refused.

The places are found by a machine: in the JSON schemas, which are made from the tables of the files, and in
one event of each kind.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from rules import validators
from rules.errors import Malformed
from rules.presets import RULESETS
from rules.tournament import log_json
from rules.tournament.stages import Stage
from scores.night import transfer
from scores.night.plan import TYPES, Plan
from tests.rules.tournament.test_log_json import STORED
from tests.scores.group.transfer.test_reader import places
from tests.tools import schemas

CIRCLE = json.loads(schemas.CIRCLE.read_text(encoding="utf-8"))
A_RECORD = json.loads(schemas.RECORD.read_text(encoding="utf-8"))
KEYS_OF_ROWS = ("people", "match")  # in a file they are uids
LISTS = ([[]] * 5_000, [1] * 5_000, {f"k{number}": 0 for number in range(5_000)})
HUGE = (-(10**9) - 1, 10**10, 10**19, "x" * 200_000, *LISTS)
PARSED = ("1" + "0" * 300, "NaN", "1e300", "[" * 1_000 + "]" * 1_000)


def taken(document: Any, read: Any) -> list[Any]:
    """The places and values that are huge, and not refused."""
    found = []
    for path in places(document):
        for value in HUGE if path and path[0] not in KEYS_OF_ROWS else ():
            changed = json.loads(json.dumps(document))
            inside = changed
            for key in path[:-1]:
                inside = inside[key]
            inside[path[-1]] = value
            try:
                read(changed)
            except (Malformed, ValueError):
                continue
            found.append((path, str(value)[:40]))
    return found


@pytest.mark.parametrize("kind", log_json.KINDS.values())
def test_no_event_of_a_night_has_a_huge_value_anywhere(kind):
    facts = STORED[kind][1]
    assert log_json.event_of(kind, facts)
    assert taken(facts, lambda changed: log_json.event_of(kind, changed)) == []


def test_no_plan_of_a_night_has_a_huge_value_anywhere():
    rules = {**RULESETS["chinchon"].dump(), "wild_cards": ["1o"], "rank_points": [[2, 5]]}
    stage = Stage().dump()
    stage["match"] |= {"ruleset": rules}
    plan = Plan((Stage(),), "league", 16, 4, 500, (60, 40), True, "€").dump() | {"stages": [stage]}
    assert plan.keys() == TYPES.keys()
    assert transfer.plan_of(plan)
    assert taken(plan, transfer.plan_of) == []


@pytest.mark.parametrize("written", PARSED, ids=("10**300", "NaN", "1e300", "nested"))
def test_no_document_has_a_number_or_a_depth_that_costs_much(written):
    with pytest.raises(Malformed):
        validators.parsed(f'{{"a": {written}}}')


@pytest.mark.parametrize("schema", [CIRCLE, A_RECORD], ids=["circle", "record"])
def test_every_number_list_text_and_object_of_a_schema_has_a_bound(schema):
    assert [*without_bound(schema)] == []


BOUNDED_BY = {
    "integer": [{"minimum", "maximum"}],
    "string": [{"maxLength"}, {"pattern"}],
    "array": [{"maxItems"}],
    "object": [{"properties"}, {"maxProperties"}],
}


def without_bound(schema: Any, place: str = "#") -> Iterator[str]:
    if isinstance(schema, dict):
        ways = BOUNDED_BY.get(schema.get("type"), []) if isinstance(schema.get("type"), str) else []
        if ways and not any(way <= schema.keys() for way in ways):
            yield place
        for key, inner in schema.items():
            yield from without_bound(inner, f"{place}/{key}")
    elif isinstance(schema, list):
        for index, inner in enumerate(schema):
            yield from without_bound(inner, f"{place}/{index}")
