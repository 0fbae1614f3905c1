"""What a page may ask the engine in the phone."""

import json

import pytest

from phone.runtime import messages
from rules.errors import Malformed
from rules.presets import CHINCHON

START = {"ruleset": CHINCHON.dump(), "players": 3}
FIRST = {"type": "hand", "closer": 0, "close": "knock", "deadwood": {"0": 3, "1": 20, "2": 31}}
SECOND = {"type": "hand", "closer": 1, "close": "clean", "deadwood": {"0": 30, "2": 75}}


def call(name, payload):
    """As a page asks."""
    text = messages.answer(name, json.dumps(messages.tagged(payload)))
    return messages.untagged(json.loads(text))


def totals(answer):
    return [standing["total"] for standing in answer["board"]["standings"]]


def test_values_survive_the_way_there_and_back_with_their_keys_in_order():
    value = {"10": [1, {}], "9": {"b": None, "a": "\x01"}, "": [[], True]}
    assert messages.untagged(json.loads(json.dumps(messages.tagged(value)))) == value
    assert list(messages.untagged(messages.tagged(value))) == ["10", "9", ""]


def test_the_board_of_a_log_is_computed_and_the_next_entry_judged():
    before = call("fold", {"start": START, "log": [FIRST]})
    after = call("judge_next", {"start": START, "log": [FIRST], "entry": SECOND})
    assert (totals(before), before["accepted"]) == ([3, 20, 31], 1)
    assert (totals(after), after["board"]["seats_out"], after["board"]["level"]) == ([33, 10, 33], [], 33)


def test_a_log_that_goes_on_a_log_that_was_taken_back_and_another_match_are_not_mixed_up():
    logs = [[FIRST], [FIRST, SECOND], [FIRST], [SECOND], [FIRST, SECOND, {"type": "undo"}], []]
    expected = [[3, 20, 31], [33, 10, 33], [3, 20, 31], [30, -10, 75], [3, 20, 31], [0, 0, 0]]
    assert [totals(call("fold", {"start": START, "log": log})) for log in logs] == expected
    assert totals(call("fold", {"start": START | {"players": 4}, "log": []})) == [0, 0, 0, 0]


def test_an_entry_that_the_rules_refuse_is_answered_with_its_code():
    refused = call("judge_next", {"start": START, "log": [FIRST], "entry": {"type": "back", "player": 1}})
    assert refused == {"refused": {"code": "not-in-play", "details": {"ref": 1, "seat": 1}}}
    refused = call("judge_next", {"start": START, "log": [], "entry": {"type": "undo"}})
    assert refused == {"refused": {"code": "nothing-to-undo", "details": {}}}


def test_a_log_with_an_illegal_line_has_the_board_before_it():
    answer = call("fold", {"start": START, "log": [FIRST, {"type": "back", "player": 1}]})
    assert (totals(answer), answer["accepted"], answer["refused"]["code"]) == ([3, 20, 31], 1, "not-in-play")


def test_what_is_no_entry_is_an_error():
    with pytest.raises(Malformed):
        call("fold", {"start": START, "log": [{"type": "nothing"}]})


def test_cards_are_checked():
    cards = ["5o", "6o", "7o", "10o", "10c", "12e", "*", "*"]
    verdict = call("check", {"ruleset": CHINCHON.dump(), "cards": cards})
    assert (verdict["legal"], verdict["close"], verdict["points"], verdict["discard"]) == (
        True,
        "clean",
        -10,
        "12e",
    )
    assert verdict["melds"] == [
        {"kind": "run", "cards": ["5o", "6o", "7o"]},
        {"kind": "set", "cards": ["10o", "10c", "*", "*"]},
    ]


def test_a_close_can_be_claimed_with_melds_discard_and_situation():
    question = {
        "ruleset": CHINCHON.dump(),
        "cards": ["5o", "6o", "7o", "1c", "1e", "1b", "2o", "12e"],
        "melds": [["5o", "6o", "7o"], ["1c", "1e", "1b"]],
        "discard": "12e",
        "situation": {"first_lap": True},
    }
    assert call("check", question)["code"] == "first-lap"
    assert call("check", question | {"situation": {}})["points"] == 2


def test_a_text_that_is_no_card_is_refused():
    verdict = call("check", {"ruleset": CHINCHON.dump(), "cards": ["x"]})
    assert (verdict["legal"], verdict["code"], verdict["details"]["card"]) == (False, "impossible-hand", "x")


def test_the_cards_that_would_close_are_named():
    cards = ["5o", "6o", "7o", "10c", "10e", "10b", "12e"]
    lacks = call("draws", {"ruleset": CHINCHON.dump(), "cards": cards, "seen": ["1o"]})
    first = {"card": "2o", "left": 1, "points": 2, "close": "knock", "value": None}
    assert (lacks["draws"][0], lacks["unseen"]) == (first, 34)
    assert call("draws", {"ruleset": CHINCHON.dump(), "cards": ["x"]})["refused"]["code"] == "impossible-hand"


def test_what_to_throw_and_what_it_keeps_open_is_told():
    cards = ["5o", "6o", "7o", "10c", "10e", "10b", "12e", "11e"]
    best = call("throws", {"ruleset": CHINCHON.dump(), "cards": cards})["throws"][0]
    assert (best["discard"], best["closes"], best["deadwood"]) == ("10c", None, 10)
    assert best["outlook"]["draws"][0] == {
        "card": "1o",
        "left": 1,
        "points": 1,
        "close": "knock",
        "value": None,
    }
    refused = call("throws", {"ruleset": CHINCHON.dump(), "cards": ["x"]})["refused"]
    assert refused["code"] == "impossible-hand"
