"""The middleware that answers polls before Django: the same responses as those of Django."""

import gzip
import re
from io import BytesIO

import pytest
from django.core.signals import request_finished
from django.db import OperationalError, close_old_connections, connection
from django.http import HttpResponse
from django.test import Client
from django.test.client import ClientHandler
from django.urls import reverse

from chinchon_site import polls
from chinchon_site.polls import Polls
from scores.core.access import phone_cookie
from scores.models import Grant, Role
from scores.table.offline import without_signal as offline
from tests.rules.support.table import hand
from tests.scores.support.factories import phone_of, phone_with, start
from tests.scores.support.fuzz.request import Ask, environ, send
from tests.scores.support.photos import give_photo
from tests.scores.support.table import forms, later, page_text, play

pytestmark = pytest.mark.django_db

PAGES = ("pulse", "big-pulse")
SHARED = [("pulse", Role.WATCH), ("big-pulse", Role.OWN)]
HOST = "localhost"


@pytest.fixture
def owner():
    return Client()


@pytest.fixture
def match(owner):
    return start(owner, "Ana", "Luis", "Eva")


def ask(phone, match, seen="", page="pulse", query="", **headers):
    """A poll sent to the whole WSGI app, not only to Django."""
    cookies = phone.cookies.output(attrs=[], header="", sep=";")
    sent = (("If-None-Match", seen), ("Cookie", cookies), *headers.items())
    path = reverse(page, args=[match.code])
    asked = Ask("", "GET", path, headers=sent, raw_query=query)
    # as Django's own client: the test's connection stays
    request_finished.disconnect(close_old_connections)
    try:
        return send(Polls(django), environ(asked))
    finally:
        request_finished.connect(close_old_connections)


def django(environ, start):
    """Django as a server starts it, but it leaves the database connection of the test open."""
    answer = ClientHandler()(environ)
    cookies = [
        ("Set-Cookie", cookie.OutputString()) for cookie in answer.cookies.values()
    ]
    start(f"{answer.status_code} {answer.reason_phrase}", [*answer.items(), *cookies])
    return BytesIO(answer.content)


def words(answer):
    return page_text(HttpResponse(answer.body))


def lasting(headers):
    """The headers that do not differ between two equal responses; lists are sorted."""
    return {
        name: set(re.split("[;,] ", value))
        for name, value in headers.items()
        if name != "X-Request-ID"
    }


@pytest.mark.parametrize(("page", "role"), SHARED)
def test_nothing_new_is_one_query_and_an_empty_answer(
    match, role, page, django_assert_num_queries
):
    phone = phone_with(role, match)
    seen = ask(phone, match, page=page).header("ETag")
    with django_assert_num_queries(1):
        answer = ask(phone, match, seen, page)
    headers = [("ETag", seen), (offline.VERSION_HEADER, offline.version())]
    assert (answer.status, sorted(answer.headers), answer.body) == (304, headers, b"")


DIFFERENT = {
    "nothing": ({}, {}),
    "the language": ({"Accept-Language": "es"}, {"Accept-Language": "en"}),
    "the name in links": ({"Host": "uno.example"}, {"Host": "dos.example"}),
    "the scheme of two proxies": (
        {"X-Forwarded-Proto": "https,http"},
        {"X-Forwarded-Proto": "http"},
    ),
}


@pytest.mark.parametrize("sent", DIFFERENT.values(), ids=DIFFERENT)
@pytest.mark.parametrize(("page", "role"), SHARED)
def test_each_phone_hears_what_django_would_say_to_it(
    match, role, page, sent, settings
):
    settings.ALLOWED_HOSTS = [HOST, "uno.example", "dos.example"]
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    settings.BEHIND_PROXY = True
    phone = phone_with(role, match)
    for headers in sent * 2:
        path = reverse(page, args=[match.code])
        alone = phone.get(path, headers={"host": HOST, **headers})
        answer = ask(phone, match, page=page, **headers)
        assert (answer.status, lasting(dict(answer.headers))) == (
            200,
            lasting(alone.headers),
        )
        assert answer.body == alone.content


@pytest.mark.parametrize(("page", "role"), SHARED)
def test_a_saved_hand_is_heard_on_one_board_that_phones_share(
    owner, match, page, role, django_assert_num_queries
):
    phones = [phone_with(role, match) for _number in range(2)]
    seen = ask(phones[0], match, page=page).header("ETag")
    play(owner, match, hand(0, 23, 7))
    first = ask(phones[0], match, seen, page)
    assert (first.status, first.header("ETag") != seen) == (200, True)
    assert "Cierra Ana: −10, va con −10 · Luis +23 = 23 · Eva +7 = 7" in words(first)
    with django_assert_num_queries(1):
        assert ask(phones[1], match, page=page).body == first.body
    assert b"csrfmiddlewaretoken" not in first.body


def test_every_scorer_has_a_form_of_his_own(match):
    one = phone_with(Role.SCORE, match)
    other = phone_with(Role.SCORE, match)
    keys = {
        forms(HttpResponse(ask(phone, match).body))[0].fields["client_key"]
        for phone in (one, other)
    }
    assert len(keys) == 2


def test_a_phone_hears_the_language_that_was_chosen_on_it(match):
    watcher = phone_with(Role.WATCH, match)
    chosen = phone_with(Role.WATCH, match)
    chosen.post(reverse("set_language"), {"language": "en"})
    texts = [words(ask(phone, match)) for phone in (watcher, chosen, watcher)]
    assert ["Hand 1" in text for text in texts] == [False, True, False]


def test_a_shared_board_is_sent_zipped_to_who_can_read_that(match):
    watcher = phone_with(Role.WATCH, match)
    for _time in range(2):
        plain = ask(watcher, match)
        zipped = ask(watcher, match, **{"Accept-Encoding": "gzip, br"})
        assert (
            plain.header("Content-Encoding"),
            zipped.header("Content-Encoding"),
        ) == ("", "gzip")
        assert gzip.decompress(zipped.body) == plain.body
        assert ask(watcher, match, zipped.header("ETag")).status == 304


def test_nothing_that_a_stranger_makes_up_fills_the_cache(match):
    watcher = phone_with(Role.WATCH, match)
    ask(watcher, match)
    once = polls.cache.used_bytes
    for junk in ("a", "b" * 1000):
        made_up = {
            "Accept-Language": f"es,{junk[:8]}",
            "Accept-Encoding": junk,
            "X-Forwarded-Proto": junk,
        }
        ask(watcher, match, query=f"since=1&{junk}", **made_up)
    assert polls.cache.used_bytes == once


@pytest.mark.parametrize("page", PAGES)
def test_a_photo_is_on_the_board_of_who_may_see_the_group_and_on_no_other(match, page):
    [ana, *_others] = match.circle.players.order_by("pk")
    photo = give_photo(ana)
    of_group = phone_of(match.circle)
    of_match = phone_of(match)
    for phones in ((of_group, of_match), (of_match, of_group)):
        polls.cache.clear()
        shown = {phone: ask(phone, match, page=page).body for phone in phones}
        assert photo.encode() in shown[of_group]
        assert photo.encode() not in shown[of_match]


@pytest.mark.parametrize("page", PAGES)
def test_a_right_that_was_taken_away_stops_at_the_next_poll(match, page):
    watcher = phone_with(Role.WATCH, match)
    other = phone_with(Role.WATCH, match)
    seen = ask(watcher, match, page=page).header("ETag")
    Grant.objects.filter(
        phone__uid=phone_cookie.phone_from_cookie(
            watcher.cookies[phone_cookie.COOKIE].value
        )
    ).delete()
    for stranger in (watcher, Client()):
        assert [ask(stranger, match, tag, page).status for tag in (seen, "")] == [
            404,
            404,
        ]
    assert ask(other, match, page=page).status == 200


def test_a_cookie_that_is_renewed_goes_to_its_phone_alone(match, monkeypatch):
    phones = [phone_with(Role.WATCH, match) for _number in range(2)]
    later(monkeypatch, days=2)
    renewed = [
        ask(phone, match).header("Set-Cookie").partition(":")[0] for phone in phones
    ]
    assert renewed == [
        f"phone={phone.cookies[phone_cookie.COOKIE].value.partition(':')[0]}"
        for phone in phones
    ]


def test_a_database_that_does_not_answer_is_said(match):
    def fail(*query):
        raise OperationalError("disk I/O error")

    watcher = phone_with(Role.WATCH, match)
    seen = ask(watcher, match).header("ETag")
    with connection.execute_wrapper(fail):
        assert ask(watcher, match, seen).status == 503
    assert ask(watcher, match, seen).status == 304
