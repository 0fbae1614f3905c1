"""Every address of the site, from the resolver: the responses for each role, and the number of queries.

An address missing from tests/support/addresses.txt fails the tests, and so does an entry whose address no
longer exists.
"""

from functools import partial

import pytest
from django.db import connection
from django.test import Client

from scores.circle.archive import lifecycle
from scores.core.access import rate_limits
from scores.models import Circle, Match, Role
from scores.night.models import NightEntry
from tests.browser.support.pages import PAGES
from tests.rules.support.table import hand
from tests.scores.support.factories import grow_up, phone_of, phone_with, start, write
from tests.scores.test_read_only import read_only
from tests.support.addresses import (
    TABLE,
    TWO,
    WHO,
    WRITERS,
    fields_of,
    match_to_walk,
    names,
    night_of,
    path_of,
    routes,
)


def written(match, hands):
    write(match, *[hand(0, 1, 2)] * (hands - match.entries.count()))
    return Match.objects.get(pk=match.pk)


@pytest.fixture(scope="module")
def shared(rows_of_module):
    """The match, also with a night, and the cookies of each of `WHO`: making all of it takes long."""
    match = written(match_to_walk(), 1)
    night_of(match)
    return match.pk, {who: _phone(who, match).cookies for who in WHO}


@pytest.fixture
def match(shared):
    return Match.objects.get(pk=shared[0])


LOOKED_AT = {*PAGES, "repair"}  # that one leads back at once


def test_every_address_is_in_the_table_and_every_page_of_the_walk_is_an_address():
    assert sorted(names()) == sorted(TABLE)
    assert set(PAGES) - set(TABLE) == set()
    assert [name for name, states in PAGES.items() if not states] == []


OF_NO_MATCH = (
    *("restore-match", "table-link", "night-link"),
    *("link-league", "link-league-csv", "link-nights"),
)


def _is_of_a_match(name):
    """Whether the address or link belongs to a match that is not in the bin."""
    return routes()[name].startswith(("m/", "l/")) and name not in OF_NO_MATCH


def test_a_match_that_was_deleted_is_nowhere(match):
    """Neither for its owner nor by its links, nor on the pages of its circle."""
    phone = phone_with(Role.OWN, match)
    written_then = list(match.entries.values())
    requests = {
        name: [_prepared(phone, match, name, method) for method in ("GET", "POST")]
        for name in TABLE
        if _is_of_a_match(name)
    }
    lifecycle.delete(match)
    for name, sends in requests.items():
        rate_limits.read_counts.reset()
        answers = {send().status_code for send in sends}
        assert (name, answers - {404, 405}, 404 in answers) == (name, set(), True)
    assert list(match.entries.values()) == written_then
    for name in (
        "home",
        "matches",
        "circle",
        "circle-matches",
        "circle-phones",
        "merge",
    ):
        page = phone.get(path_of(name, match))
        assert (name, page.status_code) == (name, 200)
        assert match.code not in page.text


def _prepared(phone, match, name, method):
    """A function that sends the request."""
    address = path_of(name, match)
    if method == "GET":
        return partial(phone.get, address)
    return partial(phone.post, address, fields_of(name, match))


def _send(phone, match, name, method):
    return _prepared(phone, match, name, method)()


def _phone(who, match):
    kind, _space, role = who.partition(" ")
    if kind == "stranger":
        return Client()
    if kind == "owner":
        phone = Client()
        start(phone, "Lola", "Pepe")
        return phone
    return phone_of(match.circle if kind == "circle" else match, Role[role.upper()])


def _asking(statuses):
    """Who asks, with the status expected: only `TWO` where all get the same one. On another database only the
    owner, whose requests send every statement."""
    expected = dict(zip(WHO, statuses, strict=True))
    few = TWO if len(set(statuses)) == 1 else WHO
    asking = few if connection.vendor == "sqlite" else ("circle own",)
    return {who: expected[who] for who in asking}


# A board, and what stands for it without a signal: on them a hand may be said.
HEARS = ("match", "no-signal")


@pytest.mark.parametrize("name", TABLE)
def test_everybody_gets_what_his_right_gives_and_who_may_not_write_writes_nothing(
    shared, match, name
):
    """The owner reads English. HEAD is answered as GET without the body, also where nothing can be written;
    methods that no form has do nothing. A whole page is among those that tests/browser/test_pages.py sees."""
    written(match, 3 if name == "undo" else 1)  # one for each who may undo
    getting = _asking(TABLE[name].get)
    posting = _asking(TABLE[name].post)
    phones = {who: Client() for who in {*getting, *posting}}
    for who, phone in phones.items():
        phone.cookies.update(shared[1][who])
    phones["circle own"].defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    path_of(name, match)
    before = _stored(match)
    gets = {who: _send(phones[who], match, name, "GET") for who in getting}
    assert {who: get.status_code for who, get in gets.items()} == getting
    policies = [get.headers["Permissions-Policy"] for get in gets.values()]
    assert {"microphone=(self)" in policy for policy in policies} == {name in HEARS}
    get = gets["circle own"]
    phones["circle own"].cookies.pop("csrftoken", None)  # as before the GET
    with read_only():
        head = phones["circle own"].head(get.request["PATH_INFO"])
    assert head.status_code == get.status_code
    assert _lasting(head) == _lasting(get)
    assert head.getvalue() == b""
    assert (get.status_code, get["Content-Language"]) == (get.status_code, "en-gb")
    if get.status_code == 200:
        assert get.getvalue().startswith(b"<!doctype html>") == (name in LOOKED_AT)
    for method in ("put", "delete", "patch"):
        other = getattr(phones["circle own"], method)(get.request["PATH_INFO"])
        assert (method, other.status_code < 500) == (method, True)
    posts = {
        who: _send(phones[who], match, name, "POST").status_code
        for who in posting
        if who not in WRITERS
    }
    assert _stored(match) == before
    posts |= {
        who: _send(phones[who], match, name, "POST").status_code
        for who in posting
        if who in WRITERS
    }
    assert posts == posting


def _stored(match):
    """All rows of the circle of the match, without the versions of boards."""
    circle = Circle.objects.filter(pk=match.circle_id)
    rows = (
        circle,
        match.circle.matches,
        match.circle.players,
        match.circle.house_rules,
        match.circle.nights,
    )
    rows += (
        match.entries,
        match.seats,
        NightEntry.objects.filter(night__circle=match.circle),
    )
    return [
        [
            {**row, "version": 0, "written_at": None}
            for row in table.order_by("pk").values()
        ]
        for table in rows
    ]


def _lasting(response):
    """The headers and the names of the cookies, which do not differ between two equal responses."""
    different = {
        "X-Request-ID": "",
        "X-CSRF-Token": "",
        "Set-Cookie": " ".join(response.cookies),
    }
    return {**response.headers, **different}


def _phone_of_yesterday(match):
    """An owner's phone that no longer shares the limit of its address."""
    phone = phone_with(Role.OWN, match)
    grow_up()
    return phone
