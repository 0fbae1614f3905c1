"""`manage.py check_logs`: reports every stored value that differs from the replay, and writes nothing."""

from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client

from scores.models import Entry, Match, Result
from tests.rules.support.table import hand
from tests.scores.support.factories import start
from tests.scores.support.table import (
    happen,
    match_now,
    play,
    played,
    redo,
    rows_of,
    undo,
)


@pytest.fixture
def match():
    """Ana and Luis, two hands, the second of which ended it."""
    hands = (hand(0, 20), hand(0, 40))
    return match_now(played(Client(), "Ana", "Luis", *hands, limit=50, rebuys=0))


def checked():
    """The exit code and the lines about matches."""
    out = StringIO()
    code = 0
    try:
        call_command("check_logs", stdout=out)
    except SystemExit as stopped:
        code = stopped.code
    return code, [
        line for line in out.getvalue().splitlines() if not line.startswith("  ")
    ]


def report(match, *faults):
    """The expected exit code and lines for one match with these faults."""
    named = [f"{match.code}: {fault}" for fault in faults]
    return 1, [*named, "Matches checked: 1. Matches that disagree: 1."]


def test_what_the_log_wrote_agrees(phone, match):
    other = start(phone, "Ana", "Luis", "Eva", stake="100")
    play(phone, other, hand(0, 20, 30))
    undo(phone, other)
    redo(phone, other)
    happen(phone, other, "join", name="Pepe", position="3")
    undo(phone, other)
    start(phone, "Ana", "Luis")  # nothing written
    assert checked() == (0, ["Matches checked: 3. Matches that disagree: 0."])


HAND = ("hand", {"closer": 0, "close": "clean", "deadwood": {"1": 60}})


@pytest.mark.parametrize(
    ("log", "fault"),
    [
        ([(1, *HAND)], "its lines are numbered [1]"),
        ([(0, "hand", {})], "line 0 cannot be read: "),
        ([(0, *HAND), (1, "finish", {})], "line 1 is refused: match-over"),
        ([(0, "undo", {})], "a correction is refused: nothing-to-undo"),
    ],
)
def test_a_log_that_cannot_be_is_named(match, log, fault):
    match.entries.all().delete()
    for seq, kind, payload in log:
        row = {"seq": seq, "kind": kind, "payload": payload, "client_key": seq}
        match.entries.create(**row, happened_at=match.created_at)
    code, reported = checked()
    assert (code, len(reported)) == (1, 2)
    assert reported[0].startswith(f"{match.code}: {fault}")


def test_columns_that_disagree_are_named_and_not_mended(match):
    ended = match.finished_at
    match.results.filter(seat__position=1).update(total=61, most=None, won=True)
    Match.objects.update(hands=7, finished_at=None)
    before = rows_of(Match, Result, Entry)
    assert checked() == report(
        match,
        f"finished_at is None, the log says {ended}",
        "hands is 7, the log says 2",
        "won of seat 1 is True, the log says False",
        "total of seat 1 is 61, the log says 60",
        "most of seat 1 is None, the log says 40",
    )
    assert rows_of(Match, Result, Entry) == before


def test_a_result_too_few_or_too_many_is_named(match):
    match.results.filter(seat__position=0).delete()
    assert checked() == report(match, "seat 0 has no result")
    match.entries.all().delete()
    Match.objects.update(finished_at=None, hands=0)
    assert checked() == report(match, "seat 1 has a result but no part in the match")
