"""Whose clock it is: that of the phone which makes a group, in its evenings and its nights."""

from datetime import UTC, datetime

import pytest
from django.test import Client

from scores.core import time_zones
from scores.core.matches.dates import evening
from scores.models import Circle, Role
from scores.night import links
from scores.night.models import Night
from tests.scores.support.factories import new_phone, phone_of, start
from tests.scores.support.table import (
    address_of,
    page_at,
    page_text,
    start_by_form,
    tap,
)

MADRID = "Europe/Madrid"  # of the site
MEXICO = "America/Mexico_City"  # seven or eight hours behind
ABIDJAN = "Africa/Abidjan"
OPEN = "/nights/new/"


def phone_in(zone):
    phone = Client()
    phone.cookies[time_zones.COOKIE] = zone
    return phone


@pytest.mark.parametrize(
    ("said", "zone"),
    [
        (MEXICO, MEXICO),
        (ABIDJAN, ABIDJAN),
        ("", MADRID),
        ("Mars/Olympus_Mons", MADRID),
        ("../../etc/passwd", MADRID),
        ("right/Europe/Madrid", MADRID),
    ],
)
def test_a_group_has_the_time_zone_of_the_phone_that_makes_it(said, zone):
    assert start_by_form(phone_in(said), "Ana", "Luis").circle.time_zone == zone


@pytest.mark.parametrize(
    ("utc", "in_mexico", "in_madrid"),
    [
        (datetime(2026, 11, 28, 4, 30, tzinfo=UTC), 27, 27),  # 22:30 and 5:30
        (datetime(2026, 11, 28, 11, 59, tzinfo=UTC), 27, 28),  # 5:59 and 12:59
        (datetime(2026, 11, 28, 12, 0, tzinfo=UTC), 28, 28),  # 6:00 and 13:00
        (datetime(2026, 3, 29, 4, 30, tzinfo=UTC), 28, 29),  # clocks changed in Madrid
    ],
)
def test_an_evening_ends_at_six_by_the_clock_of_the_group(utc, in_mexico, in_madrid):
    zones = (MEXICO, MADRID)
    evenings = [evening(Circle(time_zone=zone), utc).day for zone in zones]
    assert evenings == [in_mexico, in_madrid]


def set_up(phone, address=OPEN, **fields):
    fields |= {"starts_on": "2027-01-08", "starts_at": "21:30"}
    tap(phone, phone.get(address), "Abrir la puerta", **fields)
    return Night.objects.latest("pk")


def test_a_night_has_the_zone_of_who_sets_it_up_which_is_named_to_readers_elsewhere():
    night = set_up(phone_in(MEXICO))
    assert night.circle.time_zone == MEXICO
    standings = address_of("night-standings", night)
    readers = [phone_of(night.circle) for _time in range(2)]
    readers[0].cookies[time_zones.COOKIE] = MEXICO
    said = [page_text(reader.get(standings)) for reader in readers]
    assert ["21:30" in text for text in said] == [True, True]
    assert ["hora de Mexico City" in text for text in said] == [False, True]


def test_one_tap_sets_the_group_of_a_night_to_the_clock_of_the_phone():
    circle = start(Client(), "Ana", "Luis").circle
    owner = phone_of(circle, Role.OWN)
    address = f"{circle.get_absolute_url()}nights/new/"
    assert "hora de este teléfono" not in page_text(owner.get(address))
    owner.cookies[time_zones.COOKIE] = MEXICO
    page = page_text(owner.get(address))
    assert ["Hora de Madrid" in page, "hora de este teléfono: Mexico City" in page] == [
        True,
        True,
    ]
    assert set_up(owner, address).circle.time_zone == MADRID
    later = set_up(owner, address, in_zone_of_phone="on")
    assert later.circle.time_zone == MEXICO
    assert later.circle == circle


def test_who_only_organises_a_night_does_not_set_the_clock_of_its_group():
    night = set_up(phone_in(MADRID))
    organiser = phone_in(MEXICO)
    links.take(night, new_phone(organiser), Role.OWN)
    plan = page_text(page_at(organiser, "night-plan", night))
    assert ["Hora de Madrid" in plan, "hora de este teléfono" in plan] == [True, False]
