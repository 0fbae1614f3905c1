"""A hand as the fields of its form."""

from dataclasses import fields

from rules.events import Close, HandScored
from scores.fields import hand_fields


def test_each_fact_of_a_hand_is_a_field_of_its_own_name():
    hand = HandScored({0: 3, 1: 0, 2: 12}, 0, Close.KNOCK, (1,), {0: 40, 1: 0}, 62, {0: 0, 2: 2})
    assert hand_fields(hand) == {
        "closer": "0",
        "close": "knock-3",
        "deadwood_1": "0",
        "deadwood_2": "12",
        "melded_1": "on",
        "table_0": "40",
        "table_1": "0",
        "value_0": "62",
        "buys_0": "0",
        "buys_2": "2",
    }
    named = {name.partition("_")[0] for name in hand_fields(hand)}
    assert named == {fact.name for fact in fields(HandScored)}
