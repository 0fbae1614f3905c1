"""The cache of replayed logs: always the replay of the stored rows, and no row is replayed twice."""

from itertools import pairwise

import pytest
from hypothesis import given, strategies as st

from rules.match.corrections import effective
from rules.match.play import replay
from scores.core.matches import replay_cache
from scores.core.matches.scoresheet import Sheet, kind_and_payload
from scores.models import Match
from tests.rules.support.matches import logs
from tests.rules.support.table import hand
from tests.scores.support.factories import start
from tests.scores.support.table import board, match_now, play, update_row


@pytest.fixture
def match(phone):
    match = start(phone, "Ana", "Luis", "Eva")
    play(phone, match, hand(0, 3, 7), hand(0, 4, 8), hand(0, 5, 9))
    return match


def read_again(match):
    sheet = Sheet(match_now(match))
    assert sheet.replayed_log.stored == [
        (row.kind, row.payload) for row in match.entries.all()
    ]
    return sheet


def test_an_unchanged_log_is_not_replayed_again(match):
    assert read_again(match).replayed_log is read_again(match).replayed_log


def test_a_new_line_keeps_the_steps_before_it(phone, match):
    before = read_again(match).steps
    play(phone, match, hand(0, 6, 10))
    *steps, _new = read_again(match).steps
    assert [id(step) for step in steps] == [id(step) for step in before]


def test_rows_that_changed_in_the_database_are_replayed_again(match):
    """The app edits no row, but an operator may restore the database of yesterday."""
    assert board(match).total(1) == 12
    row = match.entries.get(seq=2)
    match.entries.filter(seq=2).update(
        payload={**row.payload, "deadwood": {"1": 50, "2": 9}}
    )
    assert board(match).total(1) == 57
    row.delete()
    assert board(match).total(1) == 7


def test_other_rules_are_replayed_again(match):
    assert board(match).ruleset.limit == 100
    update_row(match, ruleset={**match.ruleset, "limit": 10})
    assert board(match).ruleset.limit == 10
    assert board(match).standings[2].rebuys == 1


@given(logs(at_most=30), st.data())
def test_a_log_cached_at_any_length_gives_the_same_replay(written, data):
    match = Match(pk=-1)
    log = written.log
    for length in [
        *data.draw(st.lists(st.integers(0, len(log)), max_size=8)),
        len(log),
    ]:
        cached = replay_cache.replay_of_rows(
            match, written.start, [kind_and_payload(entry) for entry in log[:length]]
        )
        played = replay(written.start, effective(log[:length]))
        assert cached.log == log[:length]
        assert cached.replay == played
        assert [(step.before, step.after) for step in cached.steps] == [
            *pairwise(played.boards)
        ]


def test_rows_of_no_stored_match_are_replayed_alike_and_for_themselves(match):
    sheet = read_again(match)
    facts = ("ruleset", "players_at_start", "first_dealer", "direction")
    unsaved = Match(**{name: getattr(match, name) for name in facts})
    replayed = Sheet(unsaved, seats=sheet.seats, rows=sheet.rows).replayed_log
    assert replayed.log == sheet.log
    assert replayed.replay == sheet.replay
    assert replayed.written.lines == sheet.lines
    assert replayed is not sheet.replayed_log
    assert read_again(match).replayed_log is sheet.replayed_log
