"""Home begins with the night of today; a table on paper has no match until somebody writes a hand at it."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from rules.night import events
from scores.core.matches.dates import evening
from scores.models import Circle, Match, Role
from scores.night.cards import table_cards
from scores.night.models import Night, NightEntry, NightGrant, NightTable
from tests.rules.support.table import hand
from tests.scores.support.factories import holder, phone_of, write
from tests.scores.support.nights import (
    by_link,
    ended,
    open_night,
    reported,
    scanned,
    told,
)
from tests.scores.support.table import (
    address_of,
    page_text,
    text_at,
    update_row,
)


@pytest.fixture
def night(eight) -> Night:
    return eight


def home(phone: Client) -> str:
    return text_at(phone, reverse("home"))


def tables() -> list[Match]:
    return list(Match.objects.exclude(night_table=None).order_by("night_table"))


def test_home_of_an_organiser_begins_with_what_the_night_stands_at(phone, night):
    page = phone.get(reverse("home"))
    main = page_text(page).split("Siguen 2 mesas")
    assert "La noche de hoy · Noche" in main[0]
    assert "Ronda 1 Llevar la noche" in main[1]
    assert f'<a class="button large" href="{night.get_absolute_url()}"' in (page.text)
    reported(night)
    assert "Sigue 1 mesa" in home(phone)
    Night.objects.update(clock_ends_at=timezone.now())
    assert "Última mano · Sigue 1 mesa" in home(phone)


def test_home_says_of_an_older_night_that_it_is_not_over_and_then_forgets_it(
    phone, night
):
    seen = []
    for age in (timedelta(days=2), timedelta(days=15)):
        NightEntry.objects.update(at=timezone.now() - age)
        text = home(phone)
        seen.append(["La noche de hoy" in text, "Noche sin terminar" in text])
    assert seen == [[False, True], [False, False]]


def test_home_of_nobody_else_begins_with_the_night_nor_once_it_is_over(phone, night):
    watcher = phone_of(night.circle, Role.WATCH)
    assert "La noche de hoy" not in home(watcher)
    ended(night)
    Night.objects.update(finished_at=timezone.now())
    assert "La noche de hoy" not in home(phone)


def test_home_of_who_helps_by_a_link_of_the_night_begins_with_it(night):
    helper = by_link(night, Role.SCORE)
    assert "La noche de hoy" in home(helper)
    Circle.objects.update(name="Peña")
    page = helper.get(reverse("all-nights")).text
    assert f'href="{night.get_absolute_url()}"' in page
    assert "Peña" not in page
    NightGrant.objects.update(role=Role.WATCH)
    assert "La noche de hoy" not in home(helper)


def test_home_offers_the_hand_of_the_own_table_and_of_no_other(phone, night):
    """Also before its first one."""
    assert "Seguir en la mano 1" in home(scanned(night))
    Match.objects.filter(night_table=None).delete()
    for table in tables():
        write(table, hand(0, 1, 2, 3))
    assert "Seguir en la mano" not in home(phone)
    assert "Seguir en la mano" not in text_at(phone, night.circle.get_absolute_url())
    assert home(phone).count("En juego") == 1  # they are in the list
    table_cards.scan(NightTable.objects.get(number=1), holder(phone))
    own = phone.get(reverse("home")).context["now"]
    assert [item.match for item in own] == tables()[:1]  # which was not written last


def test_a_table_on_paper_has_no_match_before_a_hand_is_written_and_none_at_the_end(
    phone, night
):
    Match.objects.filter(night_table=None).delete()
    lists = [
        reverse("home"),
        night.circle.get_absolute_url(),
        reverse("matches"),
        address_of("circle-matches", night.circle),
    ]

    def shown() -> list[int]:
        paths = [table.get_absolute_url() for table in tables()]
        pages = [phone.get(address).text for address in lists]
        return [sum(f'"{path}"' in page for path in paths) for page in pages]

    def going_on() -> list[bool]:
        return ["En juego" in text_at(phone, address) for address in lists[:2]]

    assert shown() == [0, 0, 0, 0]
    write(tables()[0], hand(0, 1, 2, 3))
    assert shown() == [1, 1, 1, 1]
    assert going_on() == [True, True]
    Night.objects.update(finished_at=timezone.now())  # it went on with paper
    assert going_on() == [False, False]


def test_nights_are_one_tap_from_home_and_from_help(phone, night):
    address = reverse("all-nights")
    pages = {
        name: phone.get(reverse(name)).text for name in ("home", "help", "help-nights")
    }
    assert [f'href="{address}"' in page for page in pages.values()] == [True] * 3
    assert reverse("help-nights") in pages["help"]


def test_all_nights_lead_who_organises_to_the_desk_and_who_watches_to_standings(
    phone, night
):
    pages = [address_of(name, night) for name in ("night-desk", "night-standings")]
    clients = [phone, phone_of(night.circle, Role.WATCH), Client()]
    texts = [client.get(reverse("all-nights")).text for client in clients]
    seen = [[f'href="{page}"' in text for page in pages] for text in texts]
    assert seen == [[True, False], [False, True], [False, False]]


def test_home_says_of_a_night_that_is_planned_that_it_is_the_next_one(phone, circle):
    night = open_night(circle)
    today = evening(circle)
    NightEntry.objects.update(at=timezone.now() - timedelta(days=30))
    seen = []
    for days in (20, 0, -20):
        Night.objects.update(starts_on=today + timedelta(days=days))
        text = home(phone)
        seen.append([word in text for word in ("La próxima noche", "La noche de hoy")])
    assert seen == [[True, False], [False, True], [False, False]]
    tonight = open_night(circle)
    update_row(night, starts_on=today + timedelta(days=1))
    told(night, events.Left(1))
    assert tonight.get_absolute_url() in phone.get(reverse("home")).text
