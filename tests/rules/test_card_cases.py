import json
from pathlib import Path

import pytest

from rules.card_cases import run
from rules.presets import RULESETS

FOLDER = Path(__file__).parent.parent / "conformance" / "cases"
CASES = [
    case
    for name in ("melds", "closes", "counts")
    for case in json.loads((FOLDER / f"{name}.json").read_text())
    if case["ruleset"] in RULESETS
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_published_case(case):
    answer = run(case)
    assert {key: answer[key] for key in case["expect"]} == case["expect"]


def test_every_answer_is_plain_json():
    for case in CASES:
        assert json.loads(json.dumps(run(case))) == run(case)


def case_of(kind, **given):
    return run({"kind": kind, "ruleset": "chinchon", **given})


def test_a_meld_is_legal_and_of_a_kind():
    assert case_of("meld", cards=["5o", "6O", "*"]) == {"legal": True, "meld": "run", "points": 36}
    assert case_of("meld", cards=["5o", "6o"]) == {"legal": False, "meld": None, "points": None}
    assert case_of("meld", cards=["5o", "6o", "99x"]) == {"legal": False, "meld": None, "points": None}


def test_a_close_says_everything():
    cards = ["4o", "5o", "6o", "7o", "7c", "7e", "2b", "12C"]
    assert case_of("close", cards=cards) == {
        "legal": True,
        "code": None,
        "deadwood": 2,
        "points": 2,
        "close": "knock",
        "lay_off": True,
        "best": 2,
        "discard": "12c",
    }


def test_a_card_that_no_pack_has_makes_the_hand_impossible():
    assert case_of("close", cards=["99x"])["code"] == "impossible-hand"


def test_the_moment_of_a_close_is_heard():
    cards = ["4o", "5o", "6o", "7o", "7c", "7e", "2b"]
    assert case_of("close", cards=cards, first_lap=True)["code"] == "first-lap"
    assert case_of("close", cards=cards, total=99)["code"] == "closer-would-bust"
    assert case_of("close", cards=cards, options={"close_limit": 1})["code"] == "over-close-limit"
    assert (
        case_of("close", cards=cards, melds=[["4o", "5o", "6o"]], discard="2b")["code"] == "wrong-hand-size"
    )


def test_a_count_says_how_the_hand_was_closed():
    given = {"cards": ["4o", "1c"], "table": [["5o", "6o", "7o"]]}
    counted = [case_of("count", **given, close=close)["points"] for close in ("knock", "clean", None)]
    assert counted == [1, 5, 5]
    assert case_of("count", cards=["4o", "1c"]) == {"points": 5}


def test_a_showdown_has_as_many_players_as_hands():
    hands = {name: ["7o", "7c", "7e"] for name in "BCDE"}
    closer = {"A": ["1o", "2o", "3o", "4o", "5o", "6o", "1c"]}
    answer = case_of("showdown", ruleset="chinchon-fournier", closer="A", cards=closer | hands)
    assert answer == {"points": {"A": 1, "B": 0, "C": 0, "D": 0, "E": 0}}
