"""The cookie by which a phone is identified: its name, its age, what is planted or forged."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scores.core.access import phone_cookie
from scores.models import Phone
from tests.scores.support.factories import start
from tests.scores.support.table import later, page_of
from tests.support import ROOT


@pytest.fixture
def public(settings):
    settings.HTTPS = True


def test_on_a_public_site_the_cookie_has_a_name_that_only_the_site_itself_can_set(
    phone, public
):
    start(phone, "Ana", "Luis")
    cookie = phone.cookies[phone_cookie.SECURE_COOKIE]
    assert cookie["secure"] is True
    assert cookie["path"] == "/"
    assert cookie["domain"] == ""


def test_a_phone_with_an_older_cookie_keeps_its_rights_and_gets_the_new_one(
    phone, match, public
):
    old = phone.cookies[phone_cookie.COOKIE].value
    page = page_of(phone, match)
    assert page.status_code == 200
    assert page.cookies[phone_cookie.COOKIE]["max-age"] == 0
    del phone.cookies[phone_cookie.COOKIE]
    assert page_of(phone, match).status_code == 200
    phone.cookies[phone_cookie.SECURE_COOKIE] = "forged"
    phone.cookies[phone_cookie.COOKIE] = old
    assert page_of(phone, match).status_code == 404


def test_an_older_cookie_planted_by_another_name_of_the_domain_is_a_strangers(
    public,
):
    attacker = Client()
    victim = Client()
    start(attacker, "Lola", "Pepe")
    victim.cookies[phone_cookie.COOKIE] = attacker.cookies[
        phone_cookie.SECURE_COOKIE
    ].value
    page = victim.get(reverse("home"))
    assert page.context["request"].phone_uid is None
    assert phone_cookie.SECURE_COOKIE not in page.cookies
    theirs = start(victim, "Ana", "Luis")
    assert page_of(attacker, theirs).status_code == 404


def test_what_is_planted_beside_the_cookie_of_the_new_name_changes_nothing(
    phone, match, public
):
    page_of(phone, match)
    planted = phone_cookie._signer.sign(Phone.objects.create().uid.hex)
    phone.cookies[phone_cookie.COOKIE] = planted
    page = page_of(phone, match)
    assert page.status_code == 200
    assert phone_cookie.SECURE_COOKIE not in page.cookies


def test_the_older_name_is_taken_no_longer_than_is_written_down(public, monkeypatch):
    until = phone_cookie.OLD_NAME_UNTIL
    written = " ".join((ROOT / "SECURITY.md").read_text().split())
    assert f"until {until.day} {until:%B %Y}" in written
    monkeypatch.setattr(phone_cookie, "OLD_NAME_UNTIL", timezone.now())
    found = phone_cookie.value_and_name({phone_cookie.COOKIE: "x"})
    assert found == ("", phone_cookie.SECURE_COOKIE)


@pytest.mark.parametrize("is_public", [False, True])
def test_the_cookie_renews_itself_once_a_day_until_it_is_older_than_400(
    phone, settings, monkeypatch, is_public
):
    settings.HTTPS = is_public
    name = phone_cookie.SECURE_COOKIE if is_public else phone_cookie.COOKIE
    match = start(phone, "Ana", "Luis")
    for days, renewed in ((0.9, False), (1.1, True)):
        old = phone.cookies[name].value
        later(monkeypatch, days)
        page = page_of(phone, match)
        assert page.status_code == 200
        assert (name in page.cookies) == renewed
        assert (phone.cookies[name].value != old) is renewed
    later(monkeypatch, 402.2)
    assert page_of(phone, match).status_code == 404


def test_a_forged_cookie_is_a_strangers_and_so_is_over_http_one_of_a_public_site(
    phone, match
):
    forged = ("", "x", "x:y:z", "0" * 32, "\x01", "ñ", "a" * 4000)
    planted = [(phone_cookie.COOKIE, text) for text in forged]
    mine = phone.cookies[phone_cookie.COOKIE].value
    for name, text in [*planted, (phone_cookie.SECURE_COOKIE, mine)]:
        stranger = Client()
        stranger.cookies[name] = text
        assert page_of(stranger, match).status_code == 404
