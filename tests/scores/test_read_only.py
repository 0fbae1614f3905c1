"""A database that takes no writes still shows every page; only what it would have remembered is left out."""

from contextlib import contextmanager

import pytest
from django.db import connection, transaction
from django.utils import timezone

from scores.circle.statistics import records
from scores.core.access import phone_cookie
from scores.models import Phone, Rating, Records
from tests.scores.core.matches.test_ratings import now
from tests.scores.support.circle_matches import JULY, played
from tests.scores.support.table import later, page_of

SWITCHES = {
    "sqlite": ("PRAGMA query_only = 1", "PRAGMA query_only = 0"),
    "postgresql": ("SET TRANSACTION READ ONLY", "SELECT 1"),  # ends with the savepoint
}


@contextmanager
def read_only():
    on, off = SWITCHES[connection.vendor]
    before = transaction.savepoint()
    with connection.cursor() as cursor:
        cursor.execute(on)
    try:
        yield
    finally:  # else one failure is that of every later test
        transaction.savepoint_rollback(before)
        with connection.cursor() as cursor:
            cursor.execute(off)


@pytest.fixture
def evenings(circle):
    played(circle, "Ana", "Luis", "Eva")
    played(circle, "Luis", "Ana", "Eva", days=1)


def shown_records(circle):
    return [
        (record.label, record.value, record.holders, record.again)
        for record in records.records(circle, "")
    ]


def test_ratings_are_the_same_where_they_cannot_be_stored(circle, evenings):
    with read_only():
        without = now(circle), now(circle, until=JULY)
        assert not Rating.objects.exists()
    assert without == (now(circle), now(circle, until=JULY))
    assert Rating.objects.exists()


def test_records_are_the_same_where_they_cannot_be_stored(circle, evenings):
    with read_only():
        without = shown_records(circle)
        assert not Records.objects.exists()
    assert without == shown_records(circle)
    assert without != []
    assert Records.objects.exists()


def test_a_phone_that_was_not_seen_for_days_sees_its_board(phone, match, monkeypatch):
    before = Phone.objects.get().seen_on
    later(monkeypatch, 2)
    with read_only():
        page = page_of(phone, match)
    assert page.status_code == 200
    assert phone_cookie.COOKIE in page.cookies
    assert Phone.objects.get().seen_on == before
    assert before <= timezone.localdate()
