"""Validation of single values of a document; an error names the path of the value."""

import pytest

from rules.errors import BadRecord
from rules.validators import DAY, RULESET, UID, parse_json

MANY = "{" + ",".join(f'"{number}":1' for number in range(50_000))


def refused(text):
    with pytest.raises(BadRecord) as bad:
        parse_json(text)
    return bad.value.path, bad.value.code


@pytest.mark.parametrize(
    ("text", "path", "code"),
    [
        ("", "$", "no-json"),
        ('{"a": 1', "$", "no-json"),
        ("[" * 100_000, "$", "deep"),
        ("[" * 30 + "]" * 30, "$", "deep"),
        ('{"a": {"b": 1, "c": 2, "b": 3}}', "$.a", "twice"),
        ('{"a": [1, NaN]}', "$.a[1]", "number"),
        ('{"a": -Infinity}', "$.a", "number"),
        ('{"a": 1.0}', "$.a", "number"),
        ('{"a": 1e400}', "$.a", "number"),
        ('{"a": ' + "9" * 5000 + "}", "$.a", "number"),
        (r'{"a": ["\ud800"]}', "$.a[0]", "letters"),
        (r'{"a": {"\udfff": 1}}', "$.a", "letters"),
        (r'{"a": "\u0000"}', "$.a", "letters"),
        (MANY + ', "7": 1}', "$", "twice"),  # soon
        ('{"' + "x" * 10_000 + '": NaN}', "$." + "x" * 60, "number"),  # told shortly
    ],
)
def test_what_would_trip_a_reader_is_refused_by_its_path(text, path, code):
    assert refused(text) == (path, code)


def test_a_pair_of_surrogates_is_one_letter():
    assert parse_json(r'{"a": "\ud83c\udccf"}') == {"a": "🃏"}


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (UID, "00000000000000000000000000000001"),
        (UID, "00000000-0000-0000-0000-00000000000A"),
        (UID, 7),
        (DAY, "1066-10-14"),
        (RULESET, {"key": "x" * 61}),
        (RULESET, {"key": ""}),
        (RULESET, {"limit": None}),
    ],
)
def test_a_value_that_could_be_mistaken_is_refused(kind, value):
    with pytest.raises(BadRecord):
        kind.read(value)
