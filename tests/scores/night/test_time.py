"""The time of a round: after it the hand in play is the last."""

from datetime import timedelta

import pytest
from django.utils import timezone

from scores.core.matches import log
from scores.core.matches.scoresheet import Sheet
from scores.models import Match
from scores.night.models import Night
from scores.night.tables.time import end_match
from tests.rules.support.table import hand
from tests.scores.support.factories import write
from tests.scores.support.nights import played


@pytest.fixture
def match(night) -> Match:
    return played(night)


def clock(minutes: int) -> None:
    ends_at = timezone.now() + timedelta(minutes=minutes)
    Night.objects.update(clock_ends_at=ends_at)


def is_over_after_a_hand(match, capture, happened_at=None) -> bool:
    sheet = Sheet(match)
    with capture(execute=True):
        entry = {"client_key": "hand", "phone": None, "happened_at": happened_at}
        log.append(sheet, hand(0, 5, 6, 7), seq=sheet.seq, **entry)
    match.refresh_from_db()
    return match.finished_at is not None


def test_before_the_time_is_over_a_hand_ends_nothing(
    match, django_capture_on_commit_callbacks
):
    clock(5)
    assert not is_over_after_a_hand(match, django_capture_on_commit_callbacks)


def test_the_hand_that_is_saved_after_the_time_is_the_last(
    match, django_capture_on_commit_callbacks
):
    clock(-1)
    assert is_over_after_a_hand(match, django_capture_on_commit_callbacks)
    assert match.entries.last().kind == "finish"


def test_a_night_without_a_clock_ends_no_match(
    match, django_capture_on_commit_callbacks
):
    assert not is_over_after_a_hand(match, django_capture_on_commit_callbacks)


def test_a_hand_that_was_played_before_the_end_and_came_later_ends_nothing(
    match, django_capture_on_commit_callbacks
):
    Match.objects.update(created_at=timezone.now() - timedelta(minutes=9))
    match.refresh_from_db()
    clock(-5)
    played = timezone.now() - timedelta(minutes=6)
    assert not is_over_after_a_hand(
        match, django_capture_on_commit_callbacks, happened_at=played
    )


def test_the_organiser_ends_a_table_by_its_totals_once(match):
    assert not end_match(match, None)
    write(match, hand(0, 5, 6, 7))
    assert [end_match(Match.objects.get(pk=match.pk), None) for _tap in (1, 2)] == [
        True,
        False,
    ]
