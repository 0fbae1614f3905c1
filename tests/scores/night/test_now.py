"""A night as it is now: what moves with a corrected hand, a match in the bin, and what its pages cost."""

from datetime import timedelta

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from rules.events import Finished
from rules.match.corrections import Amended, Change
from rules.night.events import At
from rules.night.stages import EndOfMatch, MatchOf, Stage
from scores.circle.archive import lifecycle
from scores.models import Circle, Match
from scores.night.changes import NOTHING
from scores.night.log import now_of, sheet_of
from scores.night.models import Night, Sitting
from tests.rules.support.table import hand
from tests.scores.support.factories import start, write
from tests.scores.support.nights import FOUR, open_night, persons, published
from tests.scores.support.table import address_of, play

ONE_HAND = Stage(match=MatchOf(ends=EndOfMatch.HANDS, number=1))


@pytest.fixture
def night(phone, circle):
    """One round of one hand, which the first who sat down won; the second round is published."""
    made = published(open_night(circle, stages=(ONE_HAND,)))
    play(phone, Match.objects.get(sitting__round=1), hand(0, 10, 20, 30))
    return published(made)


def of_round(number) -> Match:
    return Match.objects.get(sitting__round=number)


def order(night) -> list[int]:
    return [line.entrant for line in now_of(night).lines]


def test_a_corrected_hand_moves_the_standings_and_no_seat(phone, night):
    seated = sheet_of(night).rounds
    seats = list(seated[0].tables[0].seats)
    assert order(night) == seats
    assert now_of(night).changes == NOTHING
    write(of_round(1), Amended((Change(0, hand(30, 20, 10, 0, closer=3)),)))
    assert order(night) == [*reversed(seats)]
    assert sheet_of(night).rounds == seated
    moved = {(one.entrant, one.before, one.now) for one in now_of(night).changes.ranks}
    assert moved == {(name, rank, 5 - rank) for rank, name in enumerate(seats, 1)}


def test_in_a_match_that_was_attached_everybody_gets_their_own_rank(phone, circle):
    """Its people sit in another order than at the table."""
    night = published(open_night(circle))
    alone = start(phone, *FOUR[::-1], circle=circle.code)
    address = address_of("night-table", night, 1, 1)
    assert phone.post(address, {"do": "attach", "match": alone.code}).status_code == 302
    write(alone, hand(0, 10, 20, 30), Finished())
    assert now_of(night).results[At(1, 1)].places == {4: 1, 3: 2, 2: 3, 1: 4}


def test_a_match_in_the_bin_counts_for_nothing_until_it_is_back(night):
    match = of_round(1)
    before = now_of(night)
    assert set(before.results) == {At(1, 1)}
    lifecycle.delete(match)
    assert now_of(night).results == {}
    lifecycle.delete(match, undo=True)
    assert now_of(night) == before


def test_a_night_goes_on_where_a_match_is_gone_for_good(phone, night):
    lifecycle.delete(of_round(1))
    Match.objects.exclude(deleted_at=None).update(
        deleted_at=timezone.now() - timedelta(days=40)
    )
    call_command("purge")
    assert Sitting.objects.count() == 1
    for name, more in (
        ("night-desk", ()),
        ("night-table", (1, 1)),
        ("night-money", ()),
    ):
        assert phone.get(reverse(name, args=[night.code, *more])).status_code == 200
    assert len(sheet_of(published(night)).rounds) == 3


QUERIES = {
    "night-desk": 11,
    "night-seat": 13,
    "night-money": 5,
    "night-table": 7,
    "night-end": 5,
}


@pytest.mark.parametrize("tables", [4, 24])
def test_the_pages_of_a_night_cost_the_same_at_4_tables_and_at_24(
    phone, circle, tables
):
    night = published(open_night(circle, *persons(4 * tables)))
    for match in Match.objects.filter(sitting__round=1):
        play(phone, match, hand(0, 10, 20, 30))
    asked = {}
    for name in QUERIES:
        address = reverse(
            name, args=[night.code, *((1, 1) if name == "night-table" else ())]
        )
        with CaptureQueriesContext(connection) as queries:
            assert phone.get(address).status_code == 200
        asked[name] = len(queries)
    assert asked == QUERIES


def test_a_night_that_nothing_changed_is_not_read_again(
    night, django_assert_num_queries
):
    first = now_of(night)
    with django_assert_num_queries(2):
        assert now_of(night) is first


def test_a_group_with_nights_can_be_erased(night):
    Match.objects.all().delete()
    Circle.objects.all().delete()
    assert not Night.objects.exists()
