"""The clock of a round, and matches that it ends."""

from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from rules.errors import Malformed
from rules.match import log_json
from rules.night.events import ClockSet
from scores.core.matches import log
from scores.core.matches.scoresheet import Sheet
from scores.models import Match
from scores.night.log import append, sheet_of
from scores.night.models import Night, Sitting
from scores.night.tables.time import LATE, end_if_time_is_over, end_match
from tests.rules.support.table import hand
from tests.scores.support.factories import write
from tests.scores.support.nights import (
    open_night,
    played,
    published,
    set_clock,
    taken_back,
)
from tests.scores.support.table import (
    address_of,
    meet,
    real_transactions,
    tap as press,
    text_at,
    text_on,
    update_row,
)


def test_the_end_of_a_round_and_the_day_are_by_the_clock_of_the_group(phone, night):
    ends_at = timezone.now() + timedelta(minutes=20)
    update_row(night, clock_ends_at=ends_at, created_at=ends_at)
    update_row(night.circle, time_zone="Pacific/Auckland")
    night = Night.objects.get()
    there = ends_at.astimezone(ZoneInfo("Pacific/Auckland"))
    for name in ("night-desk", "night-standings"):
        assert f"Hasta las {there:%H:%M}." in text_on(phone, name, night)
    assert night.day == (there - timedelta(hours=6)).date()
    phone.get("/")
    assert timezone.get_current_timezone_name() == "Europe/Madrid"


def clock():
    return Night.objects.get().clock_ends_at


def versions_of(night):
    """Of the matches of its tables."""
    of_night = Match.objects.filter(sitting__table__night=night)
    return dict(of_night.values_list("pk", "version"))


def test_a_clock_that_changes_raises_the_version_of_the_boards_that_play_by_it(
    phone, eight, django_capture_on_commit_callbacks
):
    night = published(eight)
    over = Match.objects.filter(sitting__round=2).first()
    Match.objects.filter(pk=over.pk).update(finished_at=timezone.now())
    before = versions_of(night)
    with django_capture_on_commit_callbacks(execute=True):
        set_clock(phone, night, "more", 2)
    playing = Match.objects.filter(sitting__round=2).exclude(pk=over.pk)
    raised = {match.pk: before[match.pk] + 1 for match in playing}
    assert versions_of(night) == before | raised


def test_a_table_gets_five_minutes_of_its_own(
    phone, night, django_capture_on_commit_callbacks
):
    address = address_of("night-table", night, 1, 1)
    text = "5 min más para esta mesa"
    assert text not in text_at(phone, address)
    phone.post(address, {"do": "more"})
    assert Sitting.objects.get().own_end is None  # there is no clock
    ends_at = timezone.now() + timedelta(minutes=2)
    update_row(night, clock_ends_at=ends_at)
    before = versions_of(night)
    with django_capture_on_commit_callbacks(execute=True):
        assert text in text_at(phone, address)
        phone.post(address, {"do": "more"})
    assert versions_of(night) != before
    own_end = ends_at + timedelta(minutes=5)
    assert Sitting.objects.get().ends_at == own_end
    there = f"{own_end.astimezone(ZoneInfo('Europe/Madrid')):%H:%M}"
    assert f"El reloj de esta mesa acaba a las {there}." in text_at(phone, address)
    assert f"hasta las {there}" in text_on(phone, "night-desk", night)
    update_row(night, clock_ends_at=own_end + timedelta(minutes=1))
    assert Sitting.objects.get().ends_at > own_end


def test_a_change_of_the_clock_is_taken_back_and_its_tables_hear_of_it(
    phone, night, django_capture_on_commit_callbacks
):
    for do in ("start", "more"):
        set_clock(phone, night, do)
    five_more = clock()
    before = versions_of(night)
    page = phone.get(night.get_absolute_url())
    said = f"La ronda dura hasta las {timezone.localtime(five_more):%H:%M}"
    with django_capture_on_commit_callbacks(execute=True):
        press(phone, page, f"Deshacer: {said}")
    assert clock() == five_more - timedelta(minutes=5)
    assert versions_of(night) != before


def test_a_clock_that_was_set_before_the_upgrade_is_taken_off_and_comes_back(
    phone, night
):
    """No log of 1.0.1 says it."""
    ends_at = timezone.now().replace(microsecond=0) + timedelta(minutes=30)
    Night.objects.update(clock_ends_at=ends_at)
    set_clock(phone, night, "off")
    assert clock() is None
    taken_back(night)
    assert clock() == ends_at


def test_a_night_gets_no_clock_before_its_first_round_or_from_the_desk_of_another(
    phone, circle
):
    night = open_night(circle)
    for number in (0, 1):
        for do in ("last", "more", "start"):
            set_clock(phone, night, do, number)
        assert clock() is None
        published(published(night))
    assert night.entries.filter(kind="clock").count() == 0
    assert sheet_of(night).last_round == 4


def test_what_a_log_could_not_read_again_is_not_written(circle):
    night = open_night(circle)
    before = night.entries.count()
    with pytest.raises(Malformed):
        append(night, None, lambda _sheet: [ClockSet(0, 30_000_000)])
    assert night.entries.count() == before


def test_a_round_that_is_taken_back_leaves_the_clock_of_the_one_before(phone, night):
    set_clock(phone, night, "start")
    ends_at = clock()
    published(night)
    assert clock() is None
    taken_back(night)
    assert clock() == ends_at


@real_transactions
def test_of_two_phones_that_give_five_minutes_more_at_once_each_gives_them(
    phone, night
):
    ends_at = timezone.now().replace(microsecond=0) + timedelta(minutes=10)
    update_row(night, clock_ends_at=ends_at, version=7)

    def give_more():
        locked = Night.objects.select_for_update(no_key=True).get()
        yield
        locked.clock_ends_at += timedelta(minutes=5)
        locked.save()

    def tap_more():
        return set_clock(phone, night, "more").status_code

    assert meet(give_more, tap_more) == [None, 302]
    night.refresh_from_db()
    assert night.clock_ends_at == ends_at + timedelta(minutes=10)
    assert night.version > 7  # for the pages that follow it


# The hand after the end of the time


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
