"""What is printed of a night, and its standings."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from scores.models import Role
from scores.night.log import sheet_of
from tests.scores.support.factories import holder, phone_of
from tests.scores.support.nights import (
    EIGHT,
    open_night,
    published,
    reported,
    seats_of,
)
from tests.scores.support.plain import plain
from tests.scores.support.table import address_of, page_text, send_to


@pytest.fixture
def night(circle):
    return open_night(circle, *EIGHT)


def page(client, name, night, **query):
    return client.get(reverse(name, args=[night.code]), query)


def test_everybody_finds_their_own_name_and_each_table_its_people(phone, night):
    assert page(phone, "night-lists", night).context["seen"].seated_by_name == []
    published(night)
    shown = page(phone, "night-lists", night).context["seen"]
    tables = {table.number: table.seats for table in sheet_of(night).rounds[-1].tables}
    assert [EIGHT[who - 1] for who, _table in shown.seated_by_name] == sorted(EIGHT)
    assert {EIGHT[who - 1]: table for who, table in shown.seated_by_name} == {
        EIGHT[name - 1]: number for number, seats in tables.items() for name in seats
    }
    assert [table.number for table in shown.seated_tables] == sorted(tables)


def test_the_people_of_one_table_are_one_list(phone, circle):
    text = page_text(page(phone, "night-lists", published(open_night(circle))))
    assert text.count("Impresa a las") == 1
    eight = published(open_night(circle, *EIGHT))
    assert page_text(page(phone, "night-lists", eight)).count("Impresa a las") == 2


def test_what_has_happened_is_printed_with_the_standings_for_who_helps(phone, night):
    reported(published(night))
    log = "Ronda 1, mesa 1, a mano: 1.º"
    assert log in page_text(page(phone, "night-standings", night))
    watcher = phone_of(night.circle, Role.WATCH)
    assert log not in page_text(page(watcher, "night-standings", night))


def test_the_whole_hall_reads_initials_and_whole_names_only_where_two_would_be_one(
    phone, circle
):
    ours = (
        "Ana Gil",
        "Ana Gómez",
        "eva de la cruz",
        "María José López",
        "Luis 2",
        "Leo (2)",
        "Mar",
        "Sol Ríos",
    )
    night = published(open_night(circle, *ours))
    short = [
        "Ana Gil",
        "Ana Gómez",
        "eva c.",
        "Leo",
        "Luis",
        "Mar",
        "María J.",
        "Sol R.",
    ]
    seen = page(phone, "night-lists", night).context["seen"]
    assert [plain(seen.names[who]) for who, _table in seen.seated_by_name] == short
    assert [
        plain(name)
        for name, *_more in page(phone, "night-hall", night).context["lines"]
    ] == short
    for name in ("night-standings", "night-aloud", "night-desk", "night-check-in"):
        assert "María José López" in page_text(page(phone, name, night))


def test_a_card_is_printed_before_the_first_round_and_keeps_score_in_it(phone, night):
    assert send_to(phone, "night-cards", night, tables="2").status_code == 302
    cards = page(phone, "night-cards", night).context["cards"]
    assert [number for number, *_more in cards] == [1, 2]
    guest = Client()
    guest.post(re.sub("^https?://[^/]+", "", cards[0][1]))
    published(night)
    assert [grant.role for grant in holder(guest).grants.all()] == [Role.SCORE]
    assert page(guest, "night-cards", night).status_code == 404


def test_who_watches_the_group_reads_who_is_ahead_why_and_where_everybody_sat(
    phone, night
):
    watcher = phone_of(night.circle, Role.WATCH)
    assert page(Client(), "night-standings", night).status_code == 404
    published(night)
    assert page(watcher, "night-standings", night).context["seen"].open_tables == [1, 2]
    for table in (1, 2):
        reported(night, table=table, hands=4)
    shown = page(watcher, "night-standings", night)
    assert shown.context["seen"].open_tables == []
    assert not shown.context["may_help"]
    assert address_of("night-hall", night) in shown.text
    points = [row.line.points for row in shown.context["rows"]]
    assert points == [12, 12, 8, 8, 4, 4, 0, 0]
    first, other = (EIGHT[row.line.entrant - 1] for row in shown.context["rows"][:2])
    text = page_text(shown)
    assert f"{first} y {other} comparten el puesto." in text
    assert text.count("si todos los que empatan se han cruzado") == 1
    seats = seats_of(night)
    path = page(watcher, "night-standings", night, of=seats[1]).context["path"]
    assert [(*at, rank) for at, *_met, rank in path] == [(1, 1, 2)]
