"""Every case of tests/conformance/ has the answer that it expects."""

import json
from pathlib import Path

import pytest

from rules import cases
from rules.conformance import complaint

FOLDER = Path(__file__).parents[1] / "conformance"


@pytest.mark.parametrize(
    "file",
    sorted(FOLDER.glob("*/*.json")),
    ids=lambda file: f"{file.parent.name}/{file.stem}",
)
def test_every_case_of_a_file(file):
    wrong = {
        case["id"]: complaint(case, in_json)
        for case in json.loads(file.read_text(encoding="utf-8"))
    }
    assert {name: said for name, said in wrong.items() if said} == {}


def in_json(case):
    """The answer, of which nothing changes on the way through JSON."""
    answer = cases.answer(case)
    assert json.loads(json.dumps(answer)) == answer
    return answer
