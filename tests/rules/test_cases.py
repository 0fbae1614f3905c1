"""The published cases, and what one about cards may expect."""

import json
from pathlib import Path

import pytest

from rules import cases
from rules.conformance import complaint
from rules.errors import Illegal

FOLDER = Path(__file__).parents[1] / "conformance"


@pytest.mark.parametrize(
    "file", sorted(FOLDER.glob("*/*.json")), ids=lambda file: f"{file.parent.name}/{file.stem}"
)
def test_every_case_of_a_file(file):
    wrong = {case["id"]: complaint(case, in_json) for case in json.loads(file.read_text(encoding="utf-8"))}
    assert {name: said for name, said in wrong.items() if said} == {}


def in_json(case):
    """The answer, of which nothing changes on the way through JSON."""
    answer = cases.answer(case)
    assert json.loads(json.dumps(answer)) == answer
    return answer


def case_of(kind, **given):
    return cases.answer({"kind": kind, "ruleset": "chinchon", **given})


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


def test_draws_say_which_cards_close_how_many_can_come_and_for_how_much():
    cards = ["4o", "5o", "6o", "7o", "10c", "10e", "4b"]
    assert case_of("draws", cards=cards, seen=["10b", "*"]) == {
        "closing_cards": ["*", "10o"],
        "live": 2,
        "unseen": 33,
        "points": {"*": -10, "10o": -10},
    }


def test_a_card_that_no_pack_has_makes_the_hand_impossible():
    assert case_of("close", cards=["99x"]) == {
        **dict.fromkeys(("deadwood", "points", "close", "best", "discard")),
        **{"legal": False, "code": "impossible-hand", "lay_off": False},
    }


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


def test_the_jokers_of_a_meld_are_those_of_so_many_players():
    meld = {"ruleset": "chinchon-french", "cards": ["5h", "6h", "*"]}
    assert [case_of("meld", **meld, players=players)["legal"] for players in (2, 3)] == [False, True]
    assert case_of("meld", **meld)["legal"]


def test_a_close_of_chinaso_says_how_many_are_down():
    whole = ["4c", "5c", "6c", "7c", "8d", "9d", "Td", "Jd", "Jh", "Qh", "Kh", "Ah"]
    given = {"ruleset": "chinaso", "cards": whole, "hand": 7}
    assert case_of("close", **given)["close"] == "chinaso"
    assert case_of("close", **given, others_down=1)["close"] == "out"
    assert case_of("close", **given, goes_down=True)["close"] is None


def test_the_discard_is_read_as_the_table_reads_it():
    cards = ["4h", "5h", "6h", "7h", "9d", "9c", "9s", "Js", "Qs", "Ks", "7c"]
    answer = case_of("close", ruleset="gin", cards=cards, discard="7c")
    assert (answer["legal"], answer["close"], answer["discard"]) == (True, "gin", "7c")


def test_unless_it_is_told_the_closer_had_nothing_before():
    cards = ["4o", "5o", "6o", "7o", "7c", "7e", "2b"]
    assert case_of("close", cards=cards, options={"limit": 2})["legal"]


def test_a_count_is_after_a_knock_and_with_the_packs_of_so_many_players():
    assert case_of("count", cards=["4o", "1c"], table=[["5o", "6o", "7o"]]) == {"points": 1}
    two_packs = {"ruleset": "chinchon-fournier", "cards": ["7o", "7o", "7c"]}
    assert case_of("count", **two_packs, players=5) == {"points": 0}


def test_a_showdown_has_at_least_the_usual_players():
    closer = {"A": ["4h", "5h", "6h", "Js", "Jd", "Jc", "2s"]}
    french = {"ruleset": "chinchon-french", "closer": "A", "cards": closer | {"B": ["5s", "6s", "*"]}}
    assert case_of("showdown", **french) == {"points": {"A": 2, "B": -10}}
    with pytest.raises(Illegal):
        case_of("showdown", **french, players=2)
    hands = {name: ["7o", "7o", "7c"] for name in "BCDE"}
    fournier = {"closer": "A", "cards": {"A": ["1o", "2o", "3o", "4o", "5o", "6o", "1c"]}}
    five = case_of("showdown", **fournier | {"cards": fournier["cards"] | hands}, ruleset="chinchon-fournier")
    assert five["points"]["B"] == 0


def test_a_showdown_hears_what_is_claimed():
    cards = {"A": ["1o", "2o", "3o", "7o", "7c", "7e", "7b"], "B": ["4b", "5b", "6b"]}
    assert case_of("showdown", closer="A", cards=cards)["points"] == {"A": -10, "B": 0}
    assert case_of("showdown", closer="A", cards=cards, melds={"B": []})["points"] == {"A": -10, "B": 15}
