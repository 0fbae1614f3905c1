"""Corrections as log entries: amend, undo and redo, and how they are judged."""

import time

import pytest
from hypothesis import given

from rules.errors import Illegal
from rules.events import BoughtBackIn, DealerNamed, Declined, Finished, Joined, Penalised, Retired
from rules.match.board import Board
from rules.match.corrections import (
    Amended,
    Change,
    Redone,
    Undone,
    effective,
    in_force,
    judge,
    judge_each,
    lines,
    lines_before,
    moved,
    plays,
    redo_target,
    undo_target,
)
from rules.match.play import replay
from rules.presets import FOURNIER, FRENCH
from tests.rules.support.matches import logs
from tests.rules.support.table import hand, new, rebuys, totals

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


def test_an_amended_hand_counts_as_if_written_right_the_first_time():
    assert written(A, B, replaced(0, OTHER)) == written(OTHER, B)


def test_a_removed_hand_leaves_totals_and_dealer_as_if_it_had_not_been():
    assert written(A, B, removed(0)) == written(B)
    assert written(A, B, removed(1)) == written(A)


def test_a_forgotten_hand_is_put_in_before_a_later_one():
    assert written(A, B, put_in(1, OTHER)) == written(A, OTHER, B)
    assert written(A, B, put_in(0, OTHER)) == written(OTHER, A, B)


def test_two_put_in_before_the_same_hand_stand_in_the_order_in_which_they_are_named():
    amend = Amended((Change(1, OTHER, insert=True), Change(1, C, insert=True)))
    assert effective([A, B, amend]) == [A, OTHER, C, B]


def test_one_amend_may_replace_remove_and_put_in():
    amend = Amended((Change(0, OTHER), Change(1, None), Change(2, A, insert=True)))
    assert effective([A, B, C, amend]) == [OTHER, A, C]


def test_an_amend_without_changes_changes_nothing():
    assert written(A, B, Amended(())) == written(A, B)


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


@pytest.mark.parametrize("at", [4, 99, -1, (0, 0), (3, 1), (3, -1), 2, 3])
def test_only_lines_in_force_can_be_corrected(at):
    """Line 2 is removed by the amend at 3; an amend is no line itself."""
    assert refused(A, B, C, removed(2), replaced(at, OTHER)) == ("no-such-entry", None)
    assert refused(A, B, C, removed(2), removed(at)) == ("no-such-entry", None)
    assert refused(A, B, C, removed(2), put_in(at, OTHER)) == ("no-such-entry", None)


def test_the_refusal_names_the_line_that_was_sought():
    with pytest.raises(Illegal) as refusal:
        judge(new(), [A, B], removed((3, 1)))
    assert (refusal.value.code, refusal.value.details) == ("no-such-entry", {"at": (3, 1)})


def test_what_was_undone_cannot_be_corrected():
    assert refused(A, B, Undone(), replaced(1, OTHER)) == ("no-such-entry", None)
    assert refused(A, B, put_in(1, OTHER), Undone(), replaced((2, 0), C)) == ("no-such-entry", None)


def test_a_line_removed_is_no_place_to_put_another():
    amend = Amended((Change(1, None), Change(1, OTHER, insert=True)))
    assert refused(A, B, amend) == ("no-such-entry", None)
    amend = Amended((Change(1, OTHER, insert=True), Change(1, None)))
    assert written(A, B, amend) == written(A, OTHER)


# What a correction takes with it


def test_correcting_a_bust_away_gives_back_total_reenganche_and_money():
    table = {"start": (0, 60, 0), "stake": 2, "rebuy_stake": 2}
    board = written(hand(3, 54, 8), replaced(0, hand(3, 40, 8)), **table)
    assert board == written(hand(3, 40, 8), **table)
    assert (totals(board), rebuys(board)) == ([3, 100, 8], [0, 0, 0])


def test_correcting_hand_1_of_a_finished_match_so_that_nobody_won_leaves_a_match_in_progress():
    log = (hand(4, 50), hand(0, 51))
    assert written(*log, players=2).winners == (0,)
    board = written(*log, replaced(0, hand(4, 40)), players=2)
    assert totals(board) == [-6, 91]
    assert not board.is_over


def test_a_correction_may_end_the_match():
    assert written(hand(4, 50), hand(0, 50), replaced(1, hand(0, 51)), players=2).winners == (0,)


def test_a_correction_that_ends_the_match_before_a_later_hand_is_refused():
    assert refused(hand(4, 50), hand(0, 20), replaced(0, Finished()), players=2) == ("match-over", 1)


def test_an_answer_left_without_a_question_refuses_the_whole_amend():
    log = (A, hand(3, 60, 8), BoughtBackIn(1))
    table = {"ruleset": FOURNIER, "start": (0, 20, 0)}
    assert refused(*log, replaced(1, hand(3, 5, 8)), **table) == ("not-bust", 2)
    amend = Amended((Change(1, hand(3, 5, 8)), Change(2, None)))
    assert written(*log, amend, **table) == written(A, hand(3, 5, 8), **table)


def test_a_question_that_a_correction_opens_must_be_answered_in_it():
    log = (hand(3, 5, 8), B)
    table = {"ruleset": FOURNIER, "start": (0, 60, 0)}
    assert refused(*log, replaced(0, hand(3, 45, 8)), **table) == ("answer-pending", 1)
    amend = Amended((Change(0, hand(3, 45, 8)), Change(1, BoughtBackIn(1), insert=True)))
    assert totals(written(*log, amend, **table)) == [-7, 15, 16]


def test_54_corrected_to_45_three_hands_and_one_asked_buy_back_later():
    log = (hand(3, 54, 8), hand(3, 46, 9), BoughtBackIn(1), hand(2, 7, 5))
    table = {"ruleset": FRENCH}
    assert refused(*log, replaced(0, hand(3, 45, 8)), **table) == ("not-bust", 2)
    board = written(*log, Amended((Change(0, hand(3, 45, 8)), Change(2, None))), **table)
    assert (totals(board), rebuys(board)) == ([8, 98, 22], [0, 0, 0])
    assert board == written(hand(3, 45, 8), hand(3, 46, 9), hand(2, 7, 5), **table)


def test_a_closer_who_would_now_bust_refuses_the_amend_and_names_his_hand():
    log = (hand(98, 0, 5, closer=1), hand(2, 9, 9))
    assert refused(*log, replaced(0, hand(99, 0, 5, closer=1))) == ("closer-would-bust", 1)


def test_a_hand_of_someone_who_would_not_be_there_any_more_refuses_the_amend():
    assert refused(A, B, put_in(1, Retired(1))) == ("not-in-play", 1)
    assert refused(Joined(3), hand(3, 1, 2, 4), removed(0)) == ("unknown-player", 1)


def test_a_missing_player_s_points_refuse_the_amend():
    log = (Retired(1), hand(3, None, 8))
    assert refused(*log, removed(0)) == ("missing-points", 1)


def test_the_refused_line_is_named_as_a_correction_would_name_it():
    log = (A, B, put_in(1, Penalised(1, 5)))
    assert refused(*log, replaced(0, Retired(1))) == ("not-in-play", (2, 0))


# Undo and redo


def test_undo_across_a_reenganche_gives_back_the_total_and_not_the_level():
    table = {"start": (0, 60, 0), "stake": 2, "rebuy_stake": 2}
    assert written(A, hand(3, 20, 8), Undone(), **table) == written(A, **table)


def test_undo_takes_back_an_amend_as_a_whole():
    assert written(A, B, Amended((Change(0, OTHER), Change(1, None))), Undone()) == written(A, B)


def test_undo_twice_takes_back_two_entries():
    assert written(A, B, C, Undone(), Undone()) == written(A)


def test_undo_takes_back_the_end_of_the_match():
    assert written(A, Finished(), Undone()) == written(A)


def test_undo_takes_back_an_answer_and_it_is_owed_again():
    table = {"ruleset": FOURNIER, "start": (0, 60, 0)}
    assert written(hand(3, 60, 8), Declined(1), Undone(), **table).seats_asked == (1,)


def test_redo_takes_back_the_newest_undo():
    assert written(A, B, Undone(), Redone()) == written(A, B)
    assert written(A, B, Undone(), Undone(), Redone()) == written(A)
    assert written(A, B, Undone(), Undone(), Redone(), Redone()) == written(A, B)


def test_undo_redo_undo_is_undo():
    assert written(A, B, Undone(), Redone(), Undone()) == written(A)


def test_redo_brings_an_amend_back():
    assert written(A, replaced(0, OTHER), Undone(), Redone()) == written(OTHER)


def test_a_line_redone_keeps_its_name():
    assert effective([A, B, Undone(), Redone(), replaced(1, OTHER)]) == [A, OTHER]


def test_nothing_written_nothing_to_undo():
    assert refused(Undone()) == ("nothing-to-undo", None)
    assert refused(A, Undone(), Undone()) == ("nothing-to-undo", None)


@pytest.mark.parametrize(
    "log", [(), (A,), (A, Undone(), B), (A, Undone(), Redone()), (A, B, Undone(), replaced(0, C))]
)
def test_redo_needs_an_undo_with_nothing_written_after_it(log):
    assert refused(*log, Redone()) == ("nothing-to-redo", None)


@pytest.mark.parametrize(
    ("log", "undo", "redo"),
    [
        ([], None, None),
        ([A], 0, None),
        ([A, Undone()], None, 0),
        ([A, Undone(), Redone()], 0, None),
        ([A, B, Undone()], 0, 1),
        ([A, B, Undone(), C], 3, None),
    ],
)
def test_the_buttons_offer_what_can_be_taken_back(log, undo, redo):
    assert (undo_target(log), redo_target(log)) == (undo, redo)


def test_an_amend_is_in_force_until_it_is_undone_and_each_undo_knows_what_it_took_back():
    log = [A, B, replaced(0, OTHER), Undone(), Undone(), Redone()]
    assert (in_force(log[:3]), in_force(log)) == ([0, 1, 2], [0, 1])
    assert moved(log) == {3: 2, 4: 1, 5: 1}


# The whole log


def test_an_entry_that_the_rules_refuse_names_itself():
    assert refused(A, hand(5, 1, 2)) == ("over-close-limit", 1)


def test_a_log_with_corrections_replays_as_the_entries_in_force():
    log = [A, DealerNamed(0), B, replaced(0, OTHER), C, Undone()]
    played = replay(new(), effective(log))
    assert played.board == written(OTHER, DealerNamed(0), B)
    assert played.accepted == 3


@given(logs())
def test_the_lines_are_what_the_entries_in_force_say_one_after_the_other(match):
    script = []  # the names of each line, and its event
    for index in in_force(match.log):
        entry = match.log[index]
        for number, change in enumerate(entry.changes if isinstance(entry, Amended) else ()):
            place = next(at for at, (names, _) in enumerate(script) if change.at in names)
            names = () if change.insert else script.pop(place)[0]
            if change.event is not None:
                script.insert(place, ((*names, (index, number)), change.event))
        if not isinstance(entry, Amended):
            script.append(((index,), entry))
    assert [(line.refs, line.event) for line in lines(match.log)] == script


@given(logs())
def test_a_log_that_came_about_line_by_line_is_refused_nowhere(match):
    assert judge_each(match.start, match.log).refused is None


@given(logs())
def test_what_was_refused_at_its_turn_is_refused_there_in_a_whole_log(match):
    for entry, place in match.refused:
        found = judge_each(match.start, [*match.log[:place], entry, Undone()]).refused
        assert found is not None
        with pytest.raises(Illegal) as refusal:
            judge(match.start, match.log[:place], entry)
        assert (found[0], found[1].code) == (place, refusal.value.code)


@given(logs())
def test_a_log_judged_entry_by_entry_ends_with_its_lines_and_their_replay(match):
    judged = judge_each(match.start, match.log)
    assert (judged.lines, judged.refused) == (lines(match.log), None)
    assert judged.replay == replay(match.start, effective(match.log))


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
