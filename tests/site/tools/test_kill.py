"""The report of `python -m tests.tools.kill` of a lost write; `make nightly` runs it."""

from dataclasses import replace

import pytest

from rules.match import log_json
from rules.match.corrections import Amended, Change
from tests.rules.support.table import hand as scored
from tests.tools.kill.scorers import Hand
from tests.tools.kill.verdict import Line, faults


def acknowledged(*numbers):
    return [
        Hand("/m/a/", (number, 2, 3), [f"key {number}"], True) for number in numbers
    ]


def written(*numbers):
    return [
        Line("/m/a/", seq, f"key {number}", log_json.dump(scored(0, number, 2, 3)))
        for seq, number in enumerate(numbers)
    ]


def test_nothing_is_said_of_hands_that_are_there_once_and_of_one_without_an_answer():
    unanswered = replace(acknowledged(6)[0], is_acknowledged=False)
    for numbers in ((4, 5), (4, 5, 6)):
        assert list(faults([*acknowledged(4, 5), unanswered], written(*numbers))) == []


def test_a_correction_is_stored_as_a_hand_in_the_place_of_the_first():
    sent = Hand("/m/a/", (7, 5), ["key"], closer=1, is_correction=True)
    amended = Amended((Change(0, scored(7, 0, 5, closer=1)),))
    line = Line("/m/a/", 0, "key", log_json.dump(amended))
    assert list(faults([sent], [line])) == []
    assert len(list(faults([replace(sent, closer=0)], [line]))) == 1


[FIRST] = written(4)
CHANGED = replace(FIRST, entry=log_json.dump(scored(0, 9, 2, 3)))


@pytest.mark.parametrize(
    ("sent", "found", "told"),
    [
        ((4, 5), [FIRST], "/m/a/ (5, 2, 3): acknowledged and not there"),
        ((4,), written(4, 4), "/m/a/ (4, 2, 3): stored 2 times, in lines [0, 1]"),
        (
            (4,),
            [CHANGED],
            f"/m/a/ (4, 2, 3): stored as {CHANGED.entry} in line 0 of /m/a/",
        ),
        (
            (4,),
            [replace(FIRST, match="/m/b/")],
            f"/m/a/ (4, 2, 3): stored as {FIRST.entry} in line 0 of /m/b/",
        ),
        ((), [FIRST], "/m/a/ line 0: nobody sent it"),
    ],
)
def test_what_was_lost_doubled_changed_or_invented_is_told(sent, found, told):
    assert list(faults(acknowledged(*sent), found)) == [told]
