"""Corrections as log entries: amend, undo and redo, and how they are judged."""

import time

import pytest

from rules.errors import Illegal
from rules.events import BoughtBackIn, DealerNamed, Joined, Penalised, Retired
from rules.match.board import Board
from rules.match.corrections import (
    Amended,
    Change,
    Redone,
    Undone,
    effective,
    judge,
    lines,
    lines_before,
    plays,
    undos,
)
from rules.match.play import replay
from rules.presets import FOURNIER
from tests.rules.support.table import hand, new

A, B, C = hand(3, 23, 45), hand(0, 7, 8), hand(12, 0, 7, closer=1)
OTHER = hand(4, 32, 54)


def written(*log, **table) -> Board:
    """The board after a log that is judged entry by entry, each before it is written."""
    start = new(**table)
    board = start
    for length, entry in enumerate(log):
        board = judge(start, log[:length], entry)
    return board


def refused(*log, **table) -> tuple[str, object]:
    """The code with which the last entry is refused, and the line its details name."""
    written(*log[:-1], **table)
    with pytest.raises(Illegal) as illegal:
        judge(new(**table), log[:-1], log[-1])
    return illegal.value.code, illegal.value.details.get("ref")


def replaced(at, event):
    return Amended((Change(at, event),))


def removed(at):
    return Amended((Change(at, None),))


def put_in(at, event):
    return Amended((Change(at, event, insert=True),))


# Amending


def test_two_put_in_before_the_same_hand_stand_in_the_order_in_which_they_are_named():
    amend = Amended((Change(1, OTHER, insert=True), Change(1, C, insert=True)))
    assert effective([A, B, amend]) == [A, OTHER, C, B]


def test_one_amend_may_replace_remove_and_put_in():
    amend = Amended((Change(0, OTHER), Change(1, None), Change(2, A, insert=True)))
    assert effective([A, B, C, amend]) == [OTHER, A, C]


def test_what_an_amend_put_in_is_named_by_the_amend_and_the_change():
    log = [A, B, put_in(1, OTHER)]
    assert effective([*log, replaced((2, 0), C)]) == [A, C, B]
    assert effective([*log, removed((2, 0))]) == [A, B]
    assert effective([*log, put_in((2, 0), C)]) == [A, C, OTHER, B]


def test_a_replaced_line_answers_to_its_old_name_and_to_the_new_one():
    log = [A, B, replaced(0, OTHER)]
    assert effective([*log, replaced(0, C)]) == [C, B]
    assert effective([*log, replaced((2, 0), C)]) == [C, B]
    assert [line.ref for line in lines([*log, replaced((2, 0), C)])] == [0, 1]


def test_the_refusal_names_the_line_that_was_sought():
    with pytest.raises(Illegal) as refusal:
        judge(new(), [A, B], removed((3, 1)))
    assert (refusal.value.code, refusal.value.details) == ("no-such-entry", {"at": (3, 1)})


# What a correction takes with it


def test_an_answer_left_without_a_question_refuses_the_whole_amend():
    log = (A, hand(3, 60, 8), BoughtBackIn(1))
    table = {"ruleset": FOURNIER, "start": (0, 20, 0)}
    assert refused(*log, replaced(1, hand(3, 5, 8)), **table) == ("not-bust", 2)


def test_a_hand_of_someone_who_would_not_be_there_any_more_refuses_the_amend():
    assert refused(A, B, put_in(1, Retired(1))) == ("not-in-play", 1)
    assert refused(Joined(3), hand(3, 1, 2, 4), removed(0)) == ("unknown-player", 1)


def test_the_refused_line_is_named_as_a_correction_would_name_it():
    log = (A, B, put_in(1, Penalised(1, 5)))
    assert refused(*log, replaced(0, Retired(1))) == ("not-in-play", (2, 0))


# Undo and redo


def test_a_line_redone_keeps_its_name():
    assert effective([A, B, Undone(), Redone(), replaced(1, OTHER)]) == [A, OTHER]


@pytest.mark.parametrize(
    ("log", "undo", "redo"),
    [
        ([], [], []),
        ([A], [0], []),
        ([A, Undone()], [], [0]),
        ([A, Undone(), Redone()], [0], []),
        ([A, B, Undone()], [0], [1]),
        ([A, B, Undone(), C], [3], []),
    ],
)
def test_the_buttons_offer_what_can_be_taken_back(log, undo, redo):
    left = undos(log)
    assert (left.in_force[-1:], left.undone[-1:]) == (undo, redo)


def test_an_amend_is_in_force_until_it_is_undone_and_each_undo_knows_what_it_took_back():
    log = [A, B, replaced(0, OTHER), Undone(), Undone(), Redone()]
    assert (undos(log[:3]).in_force, undos(log).in_force) == ([0, 1, 2], [0, 1])
    assert undos(log).moved == {3: 2, 4: 1, 5: 1}


# The whole log


def test_an_entry_that_the_rules_refuse_names_itself():
    assert refused(A, hand(5, 1, 2)) == ("over-close-limit", 1)


def test_a_log_with_corrections_replays_as_the_entries_in_force():
    log = [A, DealerNamed(0), B, replaced(0, OTHER), C, Undone()]
    played = replay(new(), effective(log))
    assert played.board == written(OTHER, DealerNamed(0), B)
    assert played.accepted == 3


def test_a_correction_plays_again_only_what_comes_after_it():
    log = [A, B, C, Undone(), Redone(), Amended((Change(0, OTHER),))]
    assert [plays(log[:length]) for length in range(7)] == [0, 1, 2, 3, 3, 4, 7]
    assert plays([A, Undone(), Undone()]) == 1


def test_what_a_log_of_corrections_said_at_each_line_is_found_soon():
    log = [hand(0, 20), *(Amended((Change(0, hand(0, 21)),)) for _ in range(2000))]
    begun = time.perf_counter()
    assert [len(script) for script in lines_before(log)] == [0, *[1] * 2000]
    assert time.perf_counter() - begun < 2


def test_the_lines_before_an_entry_are_those_of_the_log_up_to_it():
    amend = Amended((Change(0, hand(0, 21)), Change(1, None), Change(0, hand(3, 0), insert=True)))
    log = [hand(0, 20), hand(7, 0, closer=1), amend, Undone(), Redone(), Undone(), hand(0, 5)]
    assert list(lines_before(log)) == [lines(log[:index]) for index in range(len(log))]


def test_undoing_a_long_correction_again_and_again_reads_its_changes_once():
    amend = Amended(tuple(Change(0, hand(0, 20), insert=True) for _ in range(300)))
    log = [hand(0, 20), amend, *[Undone(), Redone()] * 300]
    assert plays([*log, Undone(), Undone()]) == 1 + 301 * 301 + 301  # events played, few of them read
