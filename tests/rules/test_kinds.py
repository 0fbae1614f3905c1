"""A kind reads a value of JSON and writes it again; an error has the path of what is wrong."""

from enum import StrEnum
from typing import NamedTuple

import pytest

from rules.errors import BadRecord
from rules.kinds import (
    AnyObject,
    ByKey,
    Choice,
    Flag,
    InKey,
    Key,
    Kind,
    Listed,
    Object,
    OpenObject,
    Row,
    Text,
    Whole,
)
from rules.numbers import Bound


class Side(StrEnum):
    LEFT = "left"
    RIGHT = "right"


class Seen(NamedTuple):
    sides: tuple[Side, ...]
    points: dict[int, int]
    rows: tuple[tuple[str, bool], ...] = ()
    is_new: bool = True
    note: str = ""


POINTS = ByKey(InKey(0, 9), Whole(0, 5, None), Bound(0, 2))
ROWS = Listed(Row(tuple, Text(Bound(1, 3)), Flag()), Bound(0, 2))
KEYS = (
    Key("sides", Listed(Choice(Side), Bound(1, 2))),
    Key("points", POINTS),
    Key("lines", ROWS, (), "rows"),
    Key("is_new", Flag(), True),
    Key("note", Text(Bound(0, 3)), ""),
)
SEEN = Object(Seen, *KEYS)
LEAST = {"sides": ["left"], "points": {}}


@pytest.mark.parametrize(
    ("document", "value"),
    [
        (LEAST, Seen((Side.LEFT,), {})),
        (
            {
                "sides": ["left", "right"],
                "points": {"0": 5, "9": None},
                "lines": [["ab", True]],
                "is_new": False,
                "note": "x",
            },
            Seen((Side.LEFT, Side.RIGHT), {0: 5, 9: None}, (("ab", True),), False, "x"),
        ),
    ],
)
def test_a_document_is_read_to_the_last_type_and_written_as_it_was(document, value):
    assert repr(SEEN.read(document)) == repr(value)
    assert SEEN.write(value) == document
    assert list(SEEN.write(value)) == list(document)


@pytest.mark.parametrize(
    ("wrong", "path", "code"),
    [
        (7, "", "object"),
        ({"sides": ["left"]}, ".points", "missing"),
        ({**LEAST, "more": 1}, ".more", "unknown"),
        ({**LEAST, "sides": "left"}, ".sides", "list"),
        ({**LEAST, "sides": []}, ".sides", "list"),
        ({**LEAST, "sides": ["left", "up"]}, ".sides[1]", "value"),
        ({**LEAST, "sides": [["left"]]}, ".sides[0]", "value"),
        ({**LEAST, "points": {"1": 6}}, ".points.1", "number"),
        ({**LEAST, "points": {"1": True}}, ".points.1", "number"),
        ({**LEAST, "points": {"10": 1}}, ".points.10", "number"),
        ({**LEAST, "points": {"01": 1}}, ".points.01", "number"),
        ({**LEAST, "points": {"1": 1, "2": 1, "3": 1}}, ".points", "object"),
        ({**LEAST, "lines": [["a"]]}, ".lines[0]", "list"),
        ({**LEAST, "lines": [["a", True], ["abcd", True]]}, ".lines[1][0]", "text"),
        ({**LEAST, "lines": [["a", 1]]}, ".lines[0][1]", "value"),
        ({**LEAST, "x" * 90: 1}, "." + "x" * 60, "unknown"),
    ],
)
def test_what_is_wrong_is_refused_by_its_path(wrong, path, code):
    with pytest.raises(BadRecord) as bad:
        SEEN.read(wrong)
    assert (bad.value.path, bad.value.code) == (f"${path}", code)
    assert str(bad.value) == f"${path}: {bad.value.reason}"


def test_an_open_object_passes_over_what_it_does_not_know():
    assert OpenObject(Seen, *KEYS).read({**LEAST, "more": 1}) == SEEN.read(LEAST)


def test_what_nothing_is_known_of_is_read_as_it_is_and_written_in_one_order():
    odd = {"b": [1, {"d": None, "c": "x"}], "a": True}
    assert AnyObject().read(odd) is odd
    assert Kind().read([odd]) == [odd]
    assert list(AnyObject().write(odd)) == ["a", "b"]
    assert list(AnyObject().write(odd)["b"][1]) == ["c", "d"]
