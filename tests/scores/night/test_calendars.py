"""Planned nights in a calendar: one from its page, those of a group under its link to watch."""

from datetime import date, time

from django.test import Client

from scores.core.access import grants
from scores.models import Circle, Role
from scores.night.models import Night
from scores.night.shown.calendars import folded
from tests.scores.support.factories import phone_of
from tests.scores.support.nights import open_night, published, to
from tests.scores.support.table import page_text

NAME = "Peña «Los Jueves», 1; c\\d"


def planned(circle: Circle, day: date, at: time | None = None, **facts) -> Night:
    night = open_night(circle, expected=16)
    Night.objects.filter(pk=night.pk).update(starts_on=day, starts_at=at, **facts)
    night.refresh_from_db()
    return night


def facts_of(calendar: str) -> list[str]:
    """Its lines, unfolded, without those that differ in each run."""
    lines = calendar.replace("\r\n ", "").split("\r\n")
    return [line for line in lines if not line.startswith(("UID:", "DTSTAMP:"))]


def test_the_night_comes_with_its_time_in_utc_and_as_long_as_it_would_take(circle):
    Circle.objects.update(time_zone="Atlantic/Canary")
    night = planned(circle, date(2026, 7, 3), time(21, 30), name=NAME, version=4)
    answer = phone_of(circle, Role.WATCH).get(to("night-calendar", night))
    assert (answer["Content-Type"], answer["Content-Disposition"]) == (
        "text/calendar; charset=utf-8",
        'attachment; filename="pena-los-jueves-1-cd.ics"',
    )
    assert facts_of(answer.content.decode()) == [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Reenganche//ES",
        "BEGIN:VEVENT",
        "SEQUENCE:4",
        "SUMMARY:Peña «Los Jueves»\\, 1\\; c\\\\d",
        "DTSTART:20260703T203000Z",
        "DURATION:PT192M",
        f"URL:http://testserver/n/{night.code}/",
        "END:VEVENT",
        "END:VCALENDAR",
        "",
    ]


def test_a_night_without_a_time_takes_the_whole_day_and_without_a_day_has_no_file(
    circle,
):
    watcher = phone_of(circle, Role.WATCH)
    night = planned(circle, date(2026, 7, 3))
    calendar = watcher.get(to("night-calendar", night)).content.decode()
    assert "DTSTART;VALUE=DATE:20260703" in facts_of(calendar)
    nobody = Client().get(to("night-calendar", night))
    Night.objects.update(starts_on=None)
    without = watcher.get(to("night-calendar", night))
    assert (nobody.status_code, without.status_code) == (404, 404)


def test_a_calendar_follows_the_nights_of_a_group_and_hears_only_of_changes(circle):
    for day in range(1, 25):
        planned(circle, date(2026, 7, day))
    planned(circle, date(2026, 8, 1), deleted_at="2026-07-01T12:00Z")
    open_night(circle)
    address = f"{grants.link_path(circle, Role.WATCH)}nights.ics"
    program = Client()
    answer = program.get(address)
    days = [line for line in facts_of(answer.content.decode()) if "DTSTART" in line]
    assert days == [f"DTSTART;VALUE=DATE:202607{day:02}" for day in range(24, 4, -1)]
    seen = {"HTTP_IF_NONE_MATCH": answer["ETag"]}
    assert program.get(address, **seen).status_code == 304
    Night.objects.filter(starts_on="2026-07-20").update(starts_at="22:00", version=9)
    assert program.get(address, **seen).status_code == 200
    wrong = address.replace("/watch/", "/watch/x")
    assert program.get(wrong).status_code == 404


def test_a_long_line_is_folded_between_letters():
    line = "SUMMARY:" + "añ🃏" * 20
    parts = folded(line).split("\r\n ")
    assert "".join(parts) == line
    assert [len(part.encode()) for part in parts] == [74, 74]


def test_its_page_and_its_link_say_the_day_and_the_page_offers_the_calendar_until_it_begins(
    phone, circle
):
    night = planned(circle, date(2026, 7, 3), time(21, 30))
    words = "viernes, 3 jul 2026, 21:30"
    desk = page_text(phone.get(night.get_absolute_url()))
    assert f"Antes de la ronda 1 · {words}" in desk
    assert "Añadir al calendario" in desk
    watcher = phone_of(circle, Role.WATCH)
    page = to("night-standings", night)
    assert f"{words} Añadir al calendario" in page_text(watcher.get(page))
    assert words in page_text(phone.get(f"/c/{circle.code}/nights/"))
    published(night)
    assert "Añadir al calendario" not in page_text(watcher.get(page))
