"""Who runs a night with the organiser: by the link to help the door, results and the clock; by the link to
organise the whole night, and nothing else of the group."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from scores.models import Role
from scores.night.log import sheet_of
from scores.night.models import Night
from tests.rules.support.table import hand
from tests.scores.night.test_organise import report
from tests.scores.support.factories import holder, phone_of, write
from tests.scores.support.nights import (
    by_link,
    card,
    let_in,
    link,
    open_night,
    played,
    set_clock,
)
from tests.scores.support.table import (
    address_of,
    page_of,
    page_of_phone,
    page_text,
    send_to,
    text_at,
    text_on,
)
from tests.support.addresses import path_of, patterns

HELP = {
    *("night-desk", "night-clock", "night-call"),
    *("night-check-in", "night-list", "night-entrant", "night-table"),
    *("night-board", "night-log"),
}
WATCH = {
    *("night-standings", "night-calendar", "night-hall"),
    *("night-version", "night-me"),
}


def addresses(night: Night) -> dict[str, str]:
    """Every address of the night by its name."""
    match = played(night)
    return {
        name: path_of(name, match)
        for name, route in patterns()
        if route.startswith("n/")
    }


def opens(client: Client, address: str) -> bool:
    """Whether the phone is let in: some take a GET, the others a POST that says nothing."""
    answer = client.get(address)
    if answer.status_code == 405:
        answer = client.post(address, {"by": "seats"})
    return answer.status_code != 404


@pytest.mark.parametrize(
    ("role", "expected"),
    [(Role.WATCH, WATCH), (Role.SCORE, WATCH | HELP), (Role.OWN, ...)],
)
def test_a_link_of_a_night_opens_these_of_its_addresses_and_no_other(
    night, role, expected
):
    every = addresses(night)
    client = by_link(night, role)
    opened = {name for name, address in every.items() if opens(client, address)}
    all_but_the_bin = every.keys() - {"night-delete"}
    assert opened == (all_but_the_bin if expected is ... else expected)


def test_no_link_of_a_night_opens_anything_of_its_group(phone, circle, night):
    client = by_link(night, Role.OWN)
    names = ("circle", "nights", "night-set-up", "circle-share", "circle-phones")
    pages = [reverse(name, args=[circle.code]) for name in names]
    match = played(night)
    assert {client.get(page).status_code for page in pages} == {404}
    assert page_of(client, match).status_code == 404
    assert {phone.get(page).status_code for page in pages} == {200}


def test_a_helper_takes_no_money_renames_nobody_and_gives_no_right(circle, night):
    helper = by_link(night, Role.SCORE)
    before = night.entries.count()
    paid = f"paid {circle.players.get(name='Eva').pk}"
    taps = [
        ("night-check-in", (), [paid]),
        ("night-entrant", (1,), ["paid", "rename"]),
        ("night-table", (1, 1), ["break", "allow", "renew", "attach"]),
    ]
    for name, args, acts in taps:
        for do in acts:
            fields = {"do": do, "name": "Otra", "match": "x"}
            answer = send_to(helper, name, night, *args, **fields)
            assert (do, answer.status_code) == (do, 404)
    assert night.entries.count() == before
    assert circle.players.filter(name="Otra").count() == 0


def test_a_helper_lets_people_in_enters_a_result_and_sets_the_clock(circle, night):
    helper = by_link(night, Role.SCORE)
    let_in(helper, night, "Zoe")
    assert report(helper, night, 1, 2, 3, 4).status_code == 302
    set_clock(helper, night, "start")
    sheet = sheet_of(night)
    assert len(sheet.here) == 5
    assert list(sheet.reported) == [(1, 1)]
    assert Night.objects.get().clock_ends_at is not None


def test_a_helper_sees_no_debt_no_letters_of_a_card_and_nothing_that_is_not_theirs(
    phone, night
):
    helper = by_link(night, Role.SCORE)
    told = {
        "debe": address_of("night-check-in", night),
        "Ha pagado": address_of("night-entrant", night, 1),
        "las letras": address_of("night-table", night, 1, 1),
        "Dinero": address_of("night-desk", night),
        "Preparar la ronda 2": address_of("night-desk", night),
    }
    shown = {
        word: [word in text_at(client, page) for client in (phone, helper)]
        for word, page in told.items()
    }
    assert shown == {word: [True, False] for word in told}


def test_who_runs_a_night_reads_the_sheet_of_a_table_without_its_card(phone, night):
    match = played(night)
    board = address_of("night-board", night, 1, 1)
    table = address_of("night-table", night, 1, 1)
    clients = [by_link(night, role) for role in (Role.OWN, Role.SCORE, Role.WATCH)]
    assert board in clients[0].get(table).text
    assert "Todavía no hay ninguna mano escrita." in text_at(clients[0], board)
    write(match, hand(0, 11, 22, 33))
    assert [client.get(board).status_code for client in clients] == [200, 200, 404]
    for client in clients[:2]:
        cells = re.findall(r"<b>(\d+|−\d+)</b>", client.get(board).text)
        assert cells == ["−10", "11", "22", "33"]
        assert page_of(client, match).status_code == 404
    assert phone.get(board)["Location"] == match.get_absolute_url()
    away = address_of("night-board", night, 1, 9)
    assert clients[0].get(away).status_code == 404


def test_who_came_by_a_link_is_named_and_who_is_sent_away_has_no_link_that_works(
    phone, night
):
    helper = by_link(night, Role.SCORE, "Marta")
    old = link(night, Role.SCORE)
    share = address_of("night-share", night)
    page = phone.get(share)
    assert "Marta" in page_text(page)
    assert re.findall(r'"renew (\w+)"', page.text) == ["watch", "help", "organise"]
    held = night.grants.get(phone=holder(helper))
    phone.post(share, {"do": f"remove {held.pk}"})
    assert [
        page_of(helper, night).status_code,
        helper.post(old).status_code,
        Client().post(old).status_code,
    ] == [404, 404, 404]


def test_a_renewed_link_to_organise_takes_the_night_but_from_who_renews_it(night):
    first = by_link(night, Role.OWN)
    second = by_link(night, Role.OWN)
    old_card = card(night)
    send_to(first, "night-share", night, do="renew organise")
    assert [
        page_of(first, night).status_code,
        page_of(second, night).status_code,
        Client().post(old_card).status_code,
    ] == [200, 404, 404]


def test_who_is_lowered_in_the_group_keeps_no_more_than_that_of_its_nights(
    phone, circle, night
):
    guest = phone_of(circle, Role.SCORE)
    assert page_of(guest, night).status_code == 404
    guest.post(link(night, Role.OWN))
    old = [link(night, role) for role in (Role.SCORE, Role.OWN)]
    watch = {"name": "", "role": Role.WATCH.value}
    phone.post(page_of_phone(circle, guest), watch)
    assert night.grants.get(phone=holder(guest)).role == Role.WATCH
    assert {Client().post(path).status_code for path in old} == {404}


def test_a_link_gives_no_less_than_the_phone_has(night):
    organiser = by_link(night, Role.OWN)
    assert organiser.post(link(night, Role.SCORE)).status_code == 302
    assert night.grants.get().role == Role.OWN


def test_the_card_for_emergencies_is_offered_until_somebody_has_come(phone, circle):
    night = open_night(circle, "Ana")
    empty = Night.objects.create(circle=circle, name="Otra", plan=night.plan)
    card = address_of("night-emergency", empty)
    assert link(empty, Role.OWN) in phone.get(card).text
    offered = [
        "Tarjeta para emergencias" in text_on(phone, "night-desk", each)
        for each in (empty, night)
    ]
    assert offered == [True, False]
