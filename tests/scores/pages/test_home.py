"""The home page: unfinished matches first, then finished ones."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from rules.events import Finished
from scores.circle.archive import lifecycle
from scores.core.access import paper_keys
from scores.models import Match, Role
from scores.pages.views import TOLD
from tests.rules.support.table import hand
from tests.scores.support.factories import holder, phone_of, phone_with, start
from tests.scores.support.table import buttons, page_text, play, played, tap, text_at


def home(phone):
    return text_at(phone, "/")


def test_a_visitor_reads_what_it_is_and_may_try_it_until_he_has_played(phone):
    page = phone.get("/")
    for words in ("chinchón, gin y rummy", "Nueva partida", "Probar una mano"):
        assert words in page_text(page)
    for name in ("demo", "privacy"):
        assert f'href="{reverse(name)}"' in page.text
    start(phone, "Ana", "Luis")
    assert "Probar una mano" not in home(phone)


def test_what_is_stored_names_who_runs_the_site_and_stores_nothing(client, settings):
    settings.OPERATOR = "Peña Los Jueves <mesa@example.org>"
    page = client.get(reverse("privacy"))
    assert "Lo lleva: Peña Los Jueves &lt;mesa@example.org&gt;" in page_text(page)
    assert set(page.cookies) <= {"csrftoken"}
    settings.OPERATOR = ""
    assert "quien ha puesto en marcha esta máquina" in text_at(
        client, reverse("privacy")
    )


def test_an_android_app_is_named_where_the_operator_has_one(client, settings):
    address = "/.well-known/assetlinks.json"
    assert client.get(address).status_code == 404
    settings.ANDROID_APP = ("org.example.mesa", "1A:2B")
    [statement] = client.get(address).json()
    assert statement == {
        "relation": ["delegate_permission/common.handle_all_urls"],
        "target": {
            "namespace": "android_app",
            "package_name": "org.example.mesa",
            "sha256_cert_fingerprints": ["1A:2B"],
        },
    }


def previewed(page):
    """The properties of the link preview."""
    return dict(
        re.findall(r'<meta property="og:([a-z_]+)" content="([^"]*)">', page.text)
    )


def test_a_chat_shows_the_site_and_never_a_match(phone):
    match = start(phone, "Zacarías", "Luis")
    play(phone, match, hand(0, 23))
    shown = [previewed(who.get("/")) for who in (phone, Client())]
    assert shown[0] == shown[1]
    assert shown[0]["url"] == "http://testserver/"
    assert shown[0]["image"] == "http://testserver/demo/picture.png"
    assert Client().get("/demo/picture.png")["Content-Type"] == "image/png"


def test_what_was_written_last_comes_first_and_each_phone_sees_its_own_matches_only(
    phone,
):
    older = start(phone, "Ana", "Luis")
    start(phone, "Eva", "Pepe")
    start(Client(), "Lola", "Paco")
    assert home(phone).index("Seguir en la mano 1") < home(phone).index("Ana, Luis")
    play(phone, older, hand(0, 23))
    shown = "En juego · Chinchón Ana −10 Luis 23 Ana, Luis Seguir en la mano 2"
    assert home(phone).index(shown) < home(phone).index("Eva, Pepe sin empezar")
    assert "Lola" not in home(phone)


def test_a_rematch_starts_from_the_list_of_who_keeps_score_once_until_it_is_deleted(
    phone,
):
    match = start(phone, "Ana", "Luis", limit="50", rebuys="0")
    play(phone, match, hand(0, 60))
    watcher = phone_with(Role.WATCH, match).get("/")
    assert "Ganó Ana" in page_text(watcher)
    assert "Revancha" not in buttons(watcher)
    answer = tap(phone, phone.get("/"), "Revancha")
    again = Match.objects.get(previous=match)
    assert answer.url == again.get_absolute_url()
    assert "Revancha" not in buttons(phone.get("/"))
    lifecycle.delete(again)
    assert "Revancha" in buttons(phone.get("/"))


def test_a_match_that_goes_on_stays_on_top_however_many_were_finished_since(phone):
    first = start(phone, "Ana", "Luis")
    play(phone, first, hand(0, 5))
    others = [start(phone, "Eva", "Paco") for _match in range(3)]
    for match in others:
        play(phone, match, hand(0, None, close="chinchon"))
    context = phone.get("/").context
    assert [listed.match for listed in context["now"]] == [first]
    newest = Match.objects.exclude(pk=first.pk).order_by("-finished_at")
    assert [listed.match for listed in context["finished"]] == [*newest]


def test_it_costs_as_many_queries_for_ten_matches_as_for_one(
    phone, django_assert_num_queries
):
    for matches in (1, 9):
        for number in range(matches):
            played(phone, "Ana", "Luis", f"Eva {matches} {number}", hand(0, 1, 2))
        with django_assert_num_queries(14):
            phone.get("/")


# That a group hangs on one phone: when it is said, and how often


def said(phone, **how):
    return phone.get("/", **how).context["warning"]


@pytest.fixture
def finished(phone, match):
    play(phone, match, hand(0, 23), Finished())
    return match


def test_once_and_again_after_a_month(phone, finished):
    assert [said(phone), said(phone)] == ["line", ""]
    phone.cookies[TOLD] = (timezone.localdate() - timedelta(days=29)).isoformat()
    assert said(phone) == ""
    phone.cookies[TOLD] = (timezone.localdate() - timedelta(days=30)).isoformat()
    assert [said(phone), said(phone)] == ["line", ""]


def test_the_first_time_a_passkey_is_offered_where_the_site_can_have_one(
    phone, finished
):
    here = {"host": "localhost"}
    assert [said(phone, headers=here), said(phone, headers=here)] == ["offer", ""]
    phone.cookies[TOLD] = "2026-01-01"
    assert said(phone, headers=here) == "line"


def test_not_before_a_match_is_over_nor_to_who_has_a_key(phone, match):
    play(phone, match, hand(0, 23))
    assert said(phone) == ""
    play(phone, match, Finished())
    paper_keys.make(holder(phone), "es")
    assert said(phone) == ""


def test_not_where_another_phone_owns_the_group(phone, finished):
    other = phone_of(finished.circle, Role.SCORE)
    assert said(other) == ""
    assert said(phone) == "line"
    del phone.cookies[TOLD]
    phone_of(finished.circle, Role.OWN)
    assert said(phone) == ""
