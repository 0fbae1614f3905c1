"""A short run of `python -m tests.tools.kill`, and its report of a lost write."""

from dataclasses import replace

import pytest

from rules.match import log_json
from tests.rules.support.table import hand as scored
from tests.support import extent
from tests.tools.kill.postgresql import a_server, programs
from tests.tools.kill.run import kill_run
from tests.tools.kill.scorers import Hand
from tests.tools.kill.verdict import Line, faults


def acknowledged(*numbers: int) -> list[Hand]:
    return [Hand("/m/a/", (number, 2, 3), [f"key {number}"], True) for number in numbers]


def written(*numbers: int) -> list[Line]:
    return [
        Line("/m/a/", seq, f"key {number}", log_json.dump(scored(0, number, 2, 3)))
        for seq, number in enumerate(numbers)
    ]


@pytest.mark.long
def test_no_hand_is_lost_or_doubled_on_sqlite_whatever_is_killed():
    assert kill_run(["worker", "master and workers"], hands=10).faults == []


@extent.by_night("trouble")
@pytest.mark.long
@pytest.mark.skipif(not programs(), reason="*** there is no PostgreSQL server to start ***")
def test_no_hand_is_lost_or_doubled_on_postgresql_whatever_is_killed():
    with a_server() as server:
        assert kill_run(["postmaster", "master and workers"], hands=30, server=server).faults == []


def test_nothing_is_said_of_hands_that_are_there_once_and_of_one_without_an_answer():
    unanswered = replace(acknowledged(6)[0], is_acknowledged=False)
    assert list(faults([*acknowledged(4, 5), unanswered], written(4, 5))) == []
    assert list(faults([*acknowledged(4, 5), unanswered], written(4, 5, 6))) == []


def test_a_hand_that_was_acknowledged_and_is_not_there_is_told():
    assert list(faults(acknowledged(4, 5), written(4))) == ["/m/a/ (5, 2, 3): acknowledged and not there"]


def test_a_hand_that_is_there_twice_is_told_under_whatever_keys():
    [hand] = acknowledged(4)
    first, second = written(4, 4)
    expected = ["/m/a/ (4, 2, 3): stored 2 times, in lines [0, 1]"]
    assert list(faults([hand], [first, second])) == expected
    twice_sent = replace(hand, keys=["key 4", "another"])
    assert list(faults([twice_sent], [first, replace(second, key="another")])) == expected


def test_a_hand_with_other_values_or_in_another_match_is_told():
    [line] = written(4)
    changed = replace(line, entry=log_json.dump(scored(0, 9, 2, 3)))
    elsewhere = replace(line, match="/m/b/")
    for wrong in (changed, elsewhere):
        expected = f"/m/a/ (4, 2, 3): stored as {wrong.entry} in line 0 of {wrong.match}"
        assert list(faults(acknowledged(4), [wrong])) == [expected]


def test_a_hand_that_nobody_sent_is_told():
    assert list(faults([], written(4))) == ["/m/a/ line 0: nobody sent it"]


def test_a_line_that_is_missing_or_there_twice_is_told():
    first, second, third = written(4, 5, 6)
    expected = ["/m/a/: of its lines [1] are not there once"]
    assert list(faults(acknowledged(4, 6), [first, third])) == expected
    both = [first, second, replace(third, seq=1)]
    assert list(faults(acknowledged(4, 5, 6), both)) == expected
