"""A night as it is now: what moves with a corrected hand, a match in the bin, and what its pages cost."""

from datetime import timedelta

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from rules.match.corrections import Amended, Change
from rules.night.events import At
from rules.night.stages import EndOfMatch, MatchOf, Stage
from scores.circle.archive import lifecycle
from scores.models import Circle, Match
from scores.night.changes import NOTHING
from scores.night.log import now_of, sheet_of
from scores.night.models import Night, Sitting
from tests.rules.support.table import hand
from tests.scores.support.factories import write
from tests.scores.support.nights import open_night, persons, played, published
from tests.scores.support.table import page_at, play

ONE_HAND = Stage(match=MatchOf(ends=EndOfMatch.HANDS, number=1))


@pytest.fixture
def night(phone, circle):
    """One round of one hand, which the first who sat down won; the second round is published."""
    made = published(open_night(circle, stages=(ONE_HAND,)))
    play(phone, played(made), hand(0, 10, 20, 30))
    return published(made)


def order(night) -> list[int]:
    return [line.entrant for line in now_of(night).lines]


def test_a_corrected_hand_moves_the_standings_and_no_seat(phone, night):
    seated = sheet_of(night).rounds
    seats = list(seated[0].tables[0].seats)
    assert order(night) == seats
    assert now_of(night).changes == NOTHING
    write(played(night), Amended((Change(0, hand(30, 20, 10, 0, closer=3)),)))
    assert order(night) == [*reversed(seats)]
    assert sheet_of(night).rounds == seated
    moved = {(one.entrant, one.before, one.now) for one in now_of(night).changes.ranks}
    assert moved == {(name, rank, 5 - rank) for rank, name in enumerate(seats, 1)}


def test_a_match_in_the_bin_counts_for_nothing_until_it_is_back(
    night, django_assert_num_queries
):
    """What nothing changed is not read again."""
    match = played(night)
    before = now_of(night)
    assert set(before.results) == {At(1, 1)}
    with django_assert_num_queries(2):
        assert now_of(night) is before
    lifecycle.delete(match)
    assert now_of(night).results == {}
    lifecycle.delete(match, undo=True)
    assert now_of(night) == before


def test_a_night_goes_on_where_a_match_is_gone_for_good(phone, night):
    lifecycle.delete(played(night))
    long_ago = timezone.now() - timedelta(days=40)
    Match.objects.exclude(deleted_at=None).update(deleted_at=long_ago)
    call_command("purge")
    assert Sitting.objects.count() == 1
    assert {page.status_code for page in pages_of(phone, night)} == {200}
    assert len(sheet_of(published(night)).rounds) == 3


PAGES = {"desk": (), "seat": (), "money": (), "table": (1, 1), "end": ()}


def pages_of(phone, night):
    return (page_at(phone, f"night-{name}", night, *PAGES[name]) for name in PAGES)


@pytest.mark.parametrize("tables", [4, 24])
def test_the_pages_of_a_night_cost_the_same_at_4_tables_and_at_24(
    phone, circle, tables
):
    night = published(open_night(circle, *persons(4 * tables)))
    for match in Match.objects.filter(sitting__round=1):
        play(phone, match, hand(0, 10, 20, 30))
    pages = pages_of(phone, night)
    asked = []
    for _page in PAGES:
        with CaptureQueriesContext(connection) as queries:
            assert next(pages).status_code == 200
        asked.append(len(queries))
    assert asked == [11, 13, 5, 7, 5]


def test_a_group_with_nights_can_be_erased(night):
    Match.objects.all().delete()
    Circle.objects.all().delete()
    assert not Night.objects.exists()
