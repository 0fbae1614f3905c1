"""Every case of tests/conformance/ has the answer that it expects."""

import json
from pathlib import Path

import pytest

from rules import cases
from rules.conformance import complaint
from rules.presets import CHINCHON, RULESETS
from rules.ruleset import KNOBS

FILES = sorted((Path(__file__).parents[1] / "conformance").glob("*/*.json"))


@pytest.mark.parametrize(
    "file",
    FILES,
    ids=lambda file: f"{file.parent.name}/{file.stem}",
)
def test_every_case_of_a_file(file):
    wrong = {
        case["id"]: complaint(case, in_json)
        for case in json.loads(file.read_text(encoding="utf-8"))
    }
    assert {name: said for name, said in wrong.items() if said} == {}


def test_every_knob_that_a_table_is_asked_for_is_turned_in_a_case():
    usual = CHINCHON.dump()
    turned = {
        knob
        for file in FILES
        for case in json.loads(file.read_text(encoding="utf-8"))
        for knob, value in (
            RULESETS[case["ruleset"]].dump() | case.get("options", {})
        ).items()
        if value != usual[knob]
    }
    assert {name for name, knob in KNOBS.items() if knob.is_asked} - turned == set()


def in_json(case):
    """The answer, of which nothing changes on the way through JSON."""
    answer = cases.answer(case)
    assert json.loads(json.dumps(answer)) == answer
    return answer
