"""Setting a night up: in a group, or an open night, which gets a group of its own."""

from datetime import time, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scores.models import Circle, Phone, Role
from scores.night.models import Night
from tests.scores.support.factories import holder, phone_of, start
from tests.scores.support.nights import open_night
from tests.scores.support.table import page_at, page_text, tap, text_at

OPEN = "/nights/new/"


@pytest.mark.django_db
def test_somebody_who_was_never_here_opens_a_night_once_with_two_taps():
    stranger = Client()
    page = stranger.get(OPEN)
    opened = [
        tap(who, page, "Abrir la puerta", name="Fiesta mayor")
        for who in (stranger, stranger, Client())
    ]
    night = Night.objects.get()
    assert {(answer.status_code, answer["Location"]) for answer in opened} == {
        (302, night.get_absolute_url())
    }
    assert night.name == "Fiesta mayor"
    assert Circle.objects.get().name == "Fiesta mayor"
    assert Phone.objects.count() == 1
    assert list(holder(stranger).grants.values_list("circle", "role")) == [
        (night.circle_id, Role.OWN)
    ]
    assert "Fiesta mayor" in text_at(stranger, night.circle.get_absolute_url())


def test_an_open_night_takes_no_group_that_the_phone_has(phone):
    theirs = start(phone, "Ana", "Luis").circle
    tap(phone, phone.get(OPEN), "Abrir la puerta")
    assert theirs.nights.count() == 0
    assert Circle.objects.count() == 2


@pytest.mark.django_db
def test_nothing_is_opened_by_looking_or_by_what_cannot_be(client):
    page = client.get(OPEN)
    looked = tap(client, page, "Calcular otra vez", expected="24")
    refused = tap(client, page, "Abrir la puerta", expected="1")
    assert [looked.status_code, refused.status_code] == [200, 422]
    assert Circle.objects.count() == 0
    assert Phone.objects.count() == 0
    assert "24 personas, 6 mesas" in page_text(looked)


@pytest.mark.django_db
def test_an_open_night_counts_as_the_start_of_a_match(client, limit):
    limit(strangers="1/hour")
    page = client.get(OPEN)
    looked = [tap(client, page, "Calcular otra vez").status_code for _time in range(3)]
    opened = [
        tap(who, page, "Abrir la puerta").status_code for who in (Client(), Client())
    ]
    assert looked == [200] * 3
    assert opened == [302, 429]


def test_watchers_see_the_line_on_the_page_of_the_group_only_where_there_is_a_night(
    circle,
):
    watcher = phone_of(circle, Role.WATCH)
    assert "Noches de club" not in text_at(watcher, circle.get_absolute_url())
    open_night(circle)
    assert "Noches de club" in text_at(watcher, circle.get_absolute_url())


def test_the_way_to_an_open_night_is_on_the_help(client):
    assert reverse("help-nights") in client.get(reverse("help")).text
    assert OPEN in client.get(reverse("help-nights")).text


def test_a_night_may_have_a_day_and_a_time_which_change_with_its_plan(phone, circle):
    day = timezone.localdate() + timedelta(days=9)
    page = page_at(phone, "night-set-up", circle)
    tap(phone, page, "Abrir la puerta", starts_on=day.isoformat(), starts_at="21:30")
    night = Night.objects.get()
    assert night.starts_on == day
    assert night.starts_at == time(21, 30)
    assert night.name == f"Noche del {day.day}.{day.month}.{day.year}"
    plan = page_at(phone, "night-plan", night)
    tap(phone, plan, "Guardar el plan", starts_at="")
    changed = Night.objects.get()
    assert changed.starts_on == day
    assert changed.starts_at is None
    assert changed.version == night.version + 1


@pytest.mark.parametrize(
    ("start", "error"),
    [
        ({"starts_at": "21:30"}, "Di también qué día es."),
        ({"starts_on": "mañana"}, "«mañana» no es una fecha."),
        ({"starts_on": "2206-01-01"}, "Ese día está a más de dos años."),
        ({"starts_at": "a las nueve"}, "Escribe la hora así: 21:30."),
    ],
)
def test_a_start_that_cannot_be_is_refused_and_keeps_what_was_typed(
    phone, circle, start, error
):
    page = page_at(phone, "night-set-up", circle)
    answer = tap(phone, page, "Abrir la puerta", name="Fiesta", **start)
    assert answer.status_code == 422
    assert Night.objects.count() == 0
    assert error in page_text(answer)
    assert 'value="Fiesta"' in answer.text
