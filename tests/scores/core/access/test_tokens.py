"""The token of a share link: what it opens, and that it appears nowhere else, in no log and no table."""

import pytest
from django.apps import apps
from django.core.signing import TimestampSigner
from django.test import Client, override_settings

from scores.core.access import grants, phone_cookie
from scores.models import Phone, Role
from tests.rules.support.table import hand
from tests.scores.support.table import links_of, page_at, page_of, played, rows_of


@pytest.fixture
def match(phone):
    return played(phone, "Ana", "Luis", hand(0, 3))


def token(address):
    return address.strip("/").rpartition("/")[2]


def test_opening_a_link_twice_as_a_chat_preview_would_changes_no_row(phone, match):
    """By a stranger and by a known phone."""
    before = rows_of(*apps.get_models())
    for link in links_of(match.circle, match):
        for visitor in (Client(), Client(), phone, phone):
            page = visitor.get(link)
            assert "<title>Reenganche</title>" in page.text
    assert rows_of(*apps.get_models()) == before


@pytest.mark.parametrize("forged", ["", "x"])
def test_the_address_of_a_link_is_told_to_no_other_site_whatever_the_answer(
    match, forged
):
    visitor = Client(enforce_csrf_checks=True)
    address = grants.link_path(match, Role.SCORE)
    address = address.replace(token(address), token(address) + forged)
    for answer in (visitor.get(address), visitor.post(address), visitor.put(address)):
        assert answer["Referrer-Policy"] == "strict-origin"
        assert answer["X-Robots-Tag"] == "noindex"
        assert answer["Cache-Control"] == "no-store"


def test_a_stolen_database_makes_no_link_and_no_cookie_that_works(match):
    """Whoever has a copy of it signs with keys of their own."""
    thief = Client()
    forger = TimestampSigner(key="another key", salt=phone_cookie._signer.salt)
    thief.cookies[phone_cookie.COOKIE] = forger.sign(Phone.objects.get().uid.hex)
    with override_settings(LINK_KEY="another key"):
        made = links_of(match.circle, match)
    assert [thief.post(link).status_code for link in made] == [404] * 6
    assert page_of(thief, match).status_code == 404


def test_what_is_stored_and_the_log_of_a_match_hold_no_token(phone, match):
    links = links_of(match.circle, match)
    for link in links:
        Client().post(link, {"name": "x"})
    stored = str(rows_of(*apps.get_models()))
    assert [link for link in links if token(link) in stored] == []
    assert "/l/" not in page_at(phone, "log", match).text


def test_a_token_opens_nothing_but_what_it_is_of_and_another_one_nothing_at_all(match):
    watch, own = (grants.link_path(match, role) for role in (Role.WATCH, Role.OWN))
    circle = own.replace("/match/", "/circle/")
    others = [
        watch.replace("/watch/", "/score/"),
        watch.replace("/watch/", "/none/"),
        circle,
        circle.replace(match.code, match.circle.code),
        watch.replace("/match/", "/table/"),
        *(f"{own.rsplit('/', 2)[0]}/{forged}/" for forged in ("ñ", "A" * 22, "%00")),
    ]
    stranger = Client()
    for address in others:
        answers = {
            stranger.get(address).status_code,
            stranger.post(address).status_code,
        }
        assert answers == {404}, address
    assert Phone.objects.count() == 1
