"""Corrections as log entries: amend, undo and redo, and how they are judged."""

import pytest

from rules.errors import Illegal
from rules.events import BoughtBackIn, Joined, Penalised, Retired
from rules.match.corrections import (
    Amended,
    Change,
    Redone,
    Undone,
    WrittenLog,
    judge,
    plays,
)
from rules.presets import FOURNIER
from tests.rules.support.table import hand, new
from tests.support.calls import calls_of

A = hand(3, 23, 45)
B = hand(0, 7, 8)
C = hand(12, 0, 7, closer=1)
OTHER = hand(4, 32, 54)


def refused(*log, **table):
    """The code with which the last entry is refused, and the line its details name."""
    start = new(**table)
    for length, entry in enumerate(log[:-1]):
        judge(start, log[:length], entry)
    with pytest.raises(Illegal) as illegal:
        judge(start, log[:-1], log[-1])
    return illegal.value.code, illegal.value.details.get("ref")


def replaced(at, event):
    return Amended((Change(at, event),))


def removed(at):
    return Amended((Change(at, None),))


def put_in(at, event):
    return Amended((Change(at, event, insert=True),))


ASKED = {"ruleset": FOURNIER, "start": (0, 20, 0)}


@pytest.mark.parametrize(
    ("log", "table", "code", "line"),
    [
        ((A, hand(5, 1, 2)), {}, "over-close-limit", 1),
        (
            (A, hand(3, 60, 8), BoughtBackIn(1), replaced(1, hand(3, 5, 8))),
            ASKED,
            "not-bust",
            2,
        ),
        ((A, B, put_in(1, Retired(1))), {}, "not-in-play", 1),
        ((Joined(3), hand(3, 1, 2, 4), removed(0)), {}, "unknown-player", 1),
        (
            (A, B, put_in(1, Penalised(1, 5)), replaced(0, Retired(1))),
            {},
            "not-in-play",
            (2, 0),
        ),
    ],
)
def test_a_refused_line_is_named_as_a_correction_would_name_it(log, table, code, line):
    assert refused(*log, **table) == (code, line)


def test_a_correction_may_name_a_line_by_any_change_that_it_had_before():
    both = Amended((Change(0, OTHER), Change(1, C)))
    log = [A, B, both, replaced((2, 1), B), removed((2, 1))]
    assert [line.event for line in WrittenLog(log).lines] == [OTHER]


# The whole log


def test_a_correction_plays_again_only_what_comes_after_it():
    log = [A, B, C, Undone(), Redone(), Amended((Change(0, OTHER),))]
    assert [plays(log[:length]) for length in range(7)] == [0, 1, 2, 3, 3, 4, 7]
    assert plays([A, Undone(), Undone()]) == 1


def test_a_log_of_corrections_is_read_once_for_all_its_lines():
    log = [hand(0, 20), *(Amended((Change(0, hand(0, 21)),)) for _ in range(500))]
    assert len(WrittenLog(log).lines) == 1
    assert calls_of(lambda: WrittenLog(log)) < 10 * len(log)


def test_undoing_a_long_correction_again_and_again_reads_its_changes_once():
    amend = Amended(tuple(Change(0, hand(0, 20), insert=True) for _ in range(300)))
    log = [hand(0, 20), amend, *[Undone(), Redone()] * 300]
    # events played, few of them read
    assert plays([*log, Undone(), Undone()]) == 1 + 301 * 301 + 301
