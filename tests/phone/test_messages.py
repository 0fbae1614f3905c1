"""Values as JSON that keeps the order of keys."""

import json

from phone.runtime import messages


def test_values_survive_the_way_there_and_back_with_their_keys_in_order():
    value = {"10": [1, {}], "9": {"b": None, "a": "\x01"}, "": [[], True]}
    assert (
        messages.untagged_value(json.loads(json.dumps(messages.tagged_value(value))))
        == value
    )
    assert list(messages.untagged_value(messages.tagged_value(value))) == [
        "10",
        "9",
        "",
    ]
