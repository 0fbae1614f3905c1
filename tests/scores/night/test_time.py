"""The time of a round: after it the hand in play is the last."""

from datetime import timedelta

import pytest
from django.utils import timezone

from rules.match import log_json
from scores.core.matches import log
from scores.core.matches.scoresheet import Sheet
from scores.models import Match
from scores.night.models import Night, Sitting
from scores.night.tables.time import LATE, end_if_time_is_over, end_match
from tests.rules.support.table import hand
from tests.scores.support.factories import write
from tests.scores.support.nights import played


@pytest.fixture
def match(night) -> Match:
    return played(night)


@pytest.mark.parametrize(
    ("ended", "own", "played", "kinds"),
    [
        (None, None, 0, ["hand"]),
        (-5, None, 0, ["hand"]),
        (1, None, 0, ["hand", "finish"]),
        (0.2, None, 0.7, ["hand", "finish"]),
        (5, None, 6, ["hand"]),
        (5, None, 3, ["hand"]),
        (1, -5, 0, ["hand"]),
        (6, 1, 0, ["hand", "finish"]),
        (-5, 1, 0, ["hand"]),
    ],
    ids=[
        "no clock",
        "time left",
        "time over",
        "time over, and the phone's clock is late",
        "played before, sent late",
        "played after, sent late: its table had no signal",
        "the table has time of its own",
        "and that is over, too",
        "the round has more time than that",
    ],
)
def test_the_hand_that_is_saved_after_the_time_is_the_last(
    match, django_capture_on_commit_callbacks, ended, own, played, kinds
):
    """Minutes ago: when the time ended, that of the table alone, and when the hand was played."""
    now = timezone.now()
    Match.objects.update(created_at=now - timedelta(minutes=9))
    if ended is not None:
        Night.objects.update(clock_ends_at=now - timedelta(minutes=ended))
    if own is not None:
        Sitting.objects.update(own_end=now - timedelta(minutes=own))
    match.refresh_from_db()
    happened_at = now - timedelta(minutes=played)
    facts = {"client_key": "hand", "phone": None, "happened_at": happened_at}
    with django_capture_on_commit_callbacks(execute=True):
        log.append(Sheet(match), hand(0, 5, 6, 7), seq=0, **facts)
    match.refresh_from_db()
    assert [entry.kind for entry in match.entries.all()] == kinds
    assert (match.finished_at is not None) == ("finish" in kinds)


def test_a_match_whose_log_has_no_room_goes_on_after_the_time(match, monkeypatch):
    write(match, hand(0, 5, 6, 7))
    monkeypatch.setattr(log_json, "MOST_LINES", 1)
    monkeypatch.setattr(log_json, "SPARE_LINES", 0)
    assert not end_match(Match.objects.get(pk=match.pk), None)


def test_a_save_asks_one_query_for_the_time_and_one_that_comes_late_none(
    match, django_assert_num_queries
):
    write(match, hand(0, 12, 9, 7))
    entry = match.entries.get()
    with django_assert_num_queries(1):
        end_if_time_is_over(entry)
    entry.happened_at -= 2 * LATE
    with django_assert_num_queries(0):
        end_if_time_is_over(entry)
