"""Planned nights in a calendar: one from its page, those of a group under its link to watch."""

from datetime import UTC, datetime

from django.test import Client

from scores.core.access import grants
from scores.models import Circle, Role
from scores.night.models import Night
from tests.scores.support.factories import phone_of
from tests.scores.support.nights import let_in, open_night, published
from tests.scores.support.table import (
    address_of,
    page_at,
    tap as press,
    text_at,
    text_on,
    update_row,
)

NAME = "Peña «Los Jueves», 1; c\\d 🃏🃏🃏🃏🃏🃏🃏🃏🃏🃏🃏🃏"


OF_EACH_RUN = ("UID:", "DTSTAMP:", "LAST-MODIFIED:")


def planned(circle: Circle, **facts) -> Night:
    night = open_night(circle, expected=16)
    update_row(night, **{"starts_on": "2026-07-03"} | facts)
    return night


def lines_of(answer) -> list[str]:
    """Unfolded, without those that differ in each run."""
    lines = answer.text.replace("\r\n ", "").split("\r\n")
    return [line for line in lines if not line.startswith(OF_EACH_RUN)]


def test_the_night_comes_with_its_time_in_utc_and_as_long_as_it_would_take(circle):
    Circle.objects.update(time_zone="Atlantic/Canary")
    night = planned(circle, starts_at="21:30", name=NAME, version=4)
    answer = page_at(phone_of(circle), "night-calendar", night)
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    assert (
        answer["Content-Disposition"]
        == 'attachment; filename="pena-los-jueves-1-cd.ics"'
    )
    assert max(map(len, answer.content.split(b"\r\n"))) == 72  # the next letter has 4
    assert lines_of(answer) == [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Reenganche//ES",
        "BEGIN:VEVENT",
        "SEQUENCE:4",
        "SUMMARY:Peña «Los Jueves»\\, 1\\; c\\\\d 🃏🃏🃏🃏🃏🃏🃏🃏🃏🃏🃏🃏",
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
    watcher = phone_of(circle)
    calendar = address_of("night-calendar", planned(circle))
    assert "DTSTART;VALUE=DATE:20260703" in lines_of(watcher.get(calendar))
    Night.objects.update(starts_on=None)
    assert watcher.get(calendar).status_code == 404


def test_a_calendar_follows_the_nights_of_a_group_and_hears_only_of_changes(circle):
    for day in range(1, 25):
        planned(circle, starts_on=f"2026-07-{day:02}")
    planned(circle, deleted_at="2026-07-01T12:00Z")
    open_night(circle)
    address = f"{grants.link_path(circle, Role.WATCH)}nights.ics"
    answer = Client().get(address)
    days = [line for line in lines_of(answer) if "DTSTART" in line]
    assert days == [f"DTSTART;VALUE=DATE:202607{day:02}" for day in range(24, 4, -1)]
    program = Client(headers={"if-none-match": answer["ETag"]})
    assert program.get(address).status_code == 304
    Night.objects.update(name="Otra")
    assert program.get(address).status_code == 200


def stamps_of(answer) -> list[str]:
    lines = answer.text.split("\r\n")
    return [line for line in lines if line.startswith(OF_EACH_RUN[1:])]


def test_a_night_is_of_the_time_of_its_last_change(phone, circle):
    night = planned(circle)
    long_ago = datetime(2026, 7, 1, 12, tzinfo=UTC)
    update_row(night, created_at=long_ago, written_at=None)
    calendar = address_of("night-calendar", night)
    before = ["DTSTAMP:20260701T120000Z", "LAST-MODIFIED:20260701T120000Z"]
    assert stamps_of(phone.get(calendar)) == before
    press(phone, page_at(phone, "night-plan", night), "Guardar el plan", name="Otra")
    night.refresh_from_db()
    changed = f"{night.written_at:%Y%m%dT%H%M%SZ}"
    assert night.written_at > long_ago
    assert stamps_of(phone.get(calendar)) == [
        f"DTSTAMP:{changed}",
        f"LAST-MODIFIED:{changed}",
    ]
    update_row(night, written_at=long_ago)
    let_in(phone, night, "Zoe")
    night.refresh_from_db()
    assert night.written_at > long_ago


def test_a_calendar_without_a_night_has_a_component_as_each_must(circle):
    answer = Client().get(f"{grants.link_path(circle, Role.WATCH)}nights.ics")
    assert lines_of(answer)[3:-2] == [
        "BEGIN:VTIMEZONE",
        "TZID:UTC",
        "BEGIN:STANDARD",
        "DTSTART:19700101T000000",
        "TZOFFSETFROM:+0000",
        "TZOFFSETTO:+0000",
        "END:STANDARD",
        "END:VTIMEZONE",
    ]


def test_pages_say_the_day_of_a_night_and_offer_its_calendar_until_it_begins(
    phone, circle
):
    night = planned(circle, starts_at="21:30")
    start = "viernes, 3 jul 2026, 21:30"
    page = address_of("night-standings", night)
    assert f"Antes de la ronda 1 · {start}" in text_on(phone, "night-desk", night)
    assert f"{start} Añadir al calendario" in text_at(phone, page)
    assert start in text_at(phone, f"/c/{circle.code}/nights/")
    published(night)
    assert "Añadir al calendario" not in text_at(phone, page)
