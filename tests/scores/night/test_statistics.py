"""Matches of nights in the statistics of their group, and how a round moves the ratings."""

from functools import partial
from importlib import import_module
from types import SimpleNamespace

from django.db import connection
from django.db.migrations.loader import MigrationLoader

from rules.night import events
from rules.night.events import At
from scores.circle.circles.people import usual_table
from scores.circle.statistics import persons
from scores.core.matches import ratings
from scores.models import Circle, Match
from scores.night.models import Sitting
from tests.rules.support.table import hand
from tests.scores.support.factories import start, write
from tests.scores.support.nights import (
    EIGHT,
    open_night,
    played,
    published,
    reported,
    taken_back,
    told,
    write_lines,
)
from tests.scores.support.table import send_to

NAME = "scores.migrations.0052_mark_results_that_were_overruled_before"


def a_night(phone):
    """Of eight, whose two tables are not over; and the group."""
    circle = start(phone, "Ana", "Luis", limit="50", rebuys="0", circle="new").circle
    published(open_night(circle, *EIGHT))
    return circle


def ended(circle, *tables):
    """The tables end in this order; who sits first wins."""
    for number in tables:
        match = circle.matches.get(night_table=number)
        write(match, hand(0, 99, 99, 99), hand(0, 40, 30, 20))
        assert Match.objects.get(pk=match.pk).finished_at
    return Circle.objects.get(pk=circle.pk)


def levels(circle):
    skill = ratings.latest_ratings(circle).values()
    return {one.player.name: (round(one.mu, 9), one.matches) for one in skill}


def test_a_round_moves_the_ratings_once_whatever_table_ends_first(phone):
    """Nobody plays twice in it, so it does not matter either when a page asked between two tables."""
    one = a_night(phone)
    other = a_night(phone)
    ended(one, 1, 2)
    levels(ended(other, 2))
    ended(other, 1)
    assert sorted(levels(one).values()) == sorted(levels(other).values())
    assert {matches for _level, matches in levels(one).values()} == {1}


def test_a_result_that_the_night_overruled_moves_no_rating_until_it_is_withdrawn(
    phone, django_capture_on_commit_callbacks
):
    circle = ended(a_night(phone), 1, 2)
    night = circle.nights.get()
    withdraw = partial(told, night, events.ReportWithdrawn(At(1, 1)))
    by_hand = partial(last_first, night)
    moved = [levels(circle)]
    for act in (by_hand, withdraw, by_hand, partial(taken_back, night)):
        with django_capture_on_commit_callbacks(execute=True):
            act()
        moved.append(levels(circle))
    assert [len(each) for each in moved] == [8, 4, 8, 4, 8]
    assert moved[0] == moved[2] == moved[4]


UNREADABLE = (
    *([], {}, {"at": 1}, {"at": [1]}, {"at": ["1", None]}, {"at": [[1], 1]}),
    {"at": [1, 10**30]},
)


def test_the_upgrade_marks_a_result_by_hand_and_none_that_was_taken_back(phone):
    """Lines that nobody can read do not stop it. A marked one moves no rating any more."""
    circle = ended(a_night(phone), 1, 2)
    night = circle.nights.get()
    taken_back(last_first(night))
    taken_back(told(last_first(night, 2), events.ReportWithdrawn(At(1, 2))))
    for payload in UNREADABLE:
        write_lines(night, ("reported", payload), ("taken_back", payload))
    Sitting.objects.update(is_overruled=False)
    ratings.invalidate(circle.pk)
    assert len(levels(circle)) == 8
    assert tables_marked_by_the_upgrade() == [2]
    assert len(levels(circle)) == 4


def tables_marked_by_the_upgrade():
    """The numbers of the tables whose results it finds overruled."""
    then = NAME.rpartition(".")[2]
    apps = MigrationLoader(connection).project_state(("scores", then)).apps
    import_module(NAME).mark(apps, SimpleNamespace(connection=connection))
    marked = Sitting.objects.filter(is_overruled=True).order_by("table__number")
    return [*marked.values_list("table__number", flat=True)]


def last_first(night, table=1):
    """The night after a result by hand in which who sits last won."""
    return reported(night, 4, 3, 2, 1, table=table)


def test_a_group_may_leave_its_nights_out_of_the_statistics_and_count_them_again(
    phone,
):
    circle = ended(a_night(phone), 1)
    write(circle.matches.get(night_table=None), hand(0, 60))
    counted = []
    for ticked in ({}, {"counts_nights": "on"}):
        fields = {"name": "Los jueves", "time_zone": "UTC", **ticked}
        assert send_to(phone, "circle-settings", circle, **fields).status_code == 302
        circle = Circle.objects.get(pk=circle.pk)
        contests = ratings.contests(circle, ratings.ALL_GAMES).count()
        results = persons.counted_results(circle).count()
        counted.append((contests, len(levels(circle)), results))
    assert counted == [(1, 2, 2), (2, len(levels(circle)), 6)]
    assert len(levels(circle)) >= 4


def test_the_usual_table_of_a_group_is_none_that_a_night_seated(phone):
    match = start(phone, "Ana", "Luis", circle="new")
    write(match, hand(0, 5))
    write(played(published(open_night(match.circle, *EIGHT))), hand(0, 5, 6, 7))
    assert usual_table(match.circle).match == match
