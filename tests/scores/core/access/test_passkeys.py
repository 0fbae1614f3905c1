"""Passkeys: which sites have them, and what a signature must be for. A browser tries the rest."""

import json
from unittest.mock import patch

import pytest
from django.test import Client, RequestFactory
from django.urls import reverse
from webauthn.helpers import bytes_to_base64url

from scores.core.access import passkeys, phone_cookie
from scores.models import Passkey, Role
from tests.scores.support.factories import holder, phone_with
from tests.scores.support.table import at_once, page_text, real_transactions
from tests.support.authenticator import Authenticator

MAKE = reverse("passkeys")
USE = reverse("recover-passkey")


def begin(client, address):
    return client.post(address, {"do": "begin"}, headers={"host": "localhost"}).json()


def send(client, address, credential):
    return client.post(
        address, {"credential": credential}, headers={"host": "localhost"}
    )


@pytest.fixture
def authenticator(phone, match):
    """With a passkey of the phone that owns the match."""
    made = Authenticator()
    assert makes(phone, made) == 302
    return made


def makes(client, authenticator, **how):
    """How the site answers a phone that makes a passkey."""
    made = authenticator.makes(begin(client, MAKE), **how)
    return send(client, MAKE, made).status_code


def uses(client, authenticator):
    """How the site answers who signs with its passkey."""
    return send(client, USE, authenticator.signs(begin(client, USE))).status_code


@pytest.mark.parametrize(
    "how",
    [
        {"origin": "http://evil.example"},
        {"origin": "http://localhost:81"},
        {"flags": 0},  # the user was not verified
        {"more": 0},  # a clone: its counter stands still
    ],
)
def test_what_is_signed_elsewhere_unverified_or_by_a_clone_gives_nothing(
    authenticator, how
):
    authenticator.count = 5
    Passkey.objects.update(sign_count=5)
    client = Client()
    answer = send(client, USE, authenticator.signs(begin(client, USE), **how))
    is_clone = "Alguien tiene una copia" in page_text(answer)
    assert answer.status_code == 422
    assert is_clone == ("more" in how)
    assert phone_cookie.COOKIE not in client.cookies


def test_a_challenge_works_once_for_five_minutes_in_the_browser_that_asked(
    authenticator,
):
    client = Client()
    thief = Client()
    used = authenticator.signs(begin(client, USE))
    assert [send(client, USE, used).status_code for _time in range(2)] == [302, 422]
    begin(thief, USE)
    fresh = authenticator.signs(begin(client, USE))
    assert [send(one, USE, fresh).status_code for one in (thief, client)] == [422, 302]
    assert holder(client).grants.get().role == Role.OWN
    assert Passkey.objects.get().sign_count == 2
    late = authenticator.signs(begin(client, USE))
    with patch.object(passkeys, "VALID", -1):
        assert send(client, USE, late).status_code == 422


@real_transactions
def test_one_signature_sent_twice_at_once_is_used_once(authenticator):
    client = Client()
    # no counter, as those of Google and Apple
    signed = authenticator.signs(begin(client, USE), more=0)
    twins = [Client(), Client()]
    for twin in twins:
        twin.cookies.update(client.cookies)
    answers = at_once(
        *(lambda twin=twin: send(twin, USE, signed).status_code for twin in twins)
    )
    assert sorted(answers) == [302, 422]
    assert sum(holder(twin) is not None for twin in twins) == 1


def test_a_passkey_is_made_of_a_verified_user_and_has_an_id_of_at_most_1023_bytes(
    phone, match
):
    assert makes(phone, Authenticator(), flags=0) == 422
    for length, status in ((1024, 422), (1023, 302)):
        assert makes(phone, Authenticator(name=b"x" * length)) == status
    assert Passkey.objects.count() == 1


def test_what_is_stored_of_a_passkey_signs_nothing(authenticator):
    thief = Authenticator()  # with the id, and a key of its own
    client = Client()
    assert uses(client, thief) == 422
    assert phone_cookie.COOKIE not in client.cookies


def test_a_removed_passkey_and_one_of_a_removed_phone_give_nothing(
    authenticator, phone, match
):
    match.circle.grants.all().delete()
    client = Client()
    assert uses(client, authenticator) == 302
    assert holder(client).grants.count() == 0
    other = phone_with(Role.SCORE, match)
    pk = Passkey.objects.get().pk
    other.post(MAKE, {"do": "remove", "pk": pk})
    assert Passkey.objects.count() == 1  # of another phone
    phone.post(MAKE, {"do": "remove", "pk": pk})
    assert uses(client, authenticator) == 422


def test_one_passkey_is_not_made_twice_nor_by_two_phones(authenticator, phone, match):
    for client in (phone, phone_with(Role.SCORE, match)):
        assert makes(client, authenticator) == 422
    assert Passkey.objects.get().phone == holder(phone)


def test_whatever_is_sent_is_refused(authenticator, phone):
    name = bytes_to_base64url(authenticator.id)
    for typed in (
        "",
        "[]",
        "null",
        '{"id": "\\u0000"}',
        "[" * 30_000,
        json.dumps({"id": name}),
        "{" + "x" * 30_000,
    ):
        client = Client()
        begin(client, USE)
        begin(phone, MAKE)
        assert [
            send(client, USE, typed).status_code,
            send(phone, MAKE, typed).status_code,
        ] == [422, 422]


@pytest.mark.parametrize(
    ("host", "is_https", "domain"),
    [
        ("localhost:8000", False, "localhost"),
        ("chinchon.example", True, "chinchon.example"),
        ("chinchon.example", False, None),
        ("www.chinchon.example", True, None),  # not named in the settings
        ("192.0.2.1", True, None),
    ],
)
def test_a_site_has_passkeys_on_its_domain_over_https(settings, host, is_https, domain):
    settings.HTTPS = is_https
    settings.ALLOWED_HOSTS = [
        "localhost",
        "chinchon.example",
        "192.0.2.1",
        ".chinchon.example",
    ]
    site = passkeys.site_of(
        RequestFactory().get("/", headers={"host": host}, secure=is_https)
    )
    expected = domain and passkeys.RelyingParty(
        domain, f"http{'s' * is_https}://{host}"
    )
    assert site == expected
