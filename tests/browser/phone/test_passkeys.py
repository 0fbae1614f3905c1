"""Passkeys, with the virtual authenticator of Chromium: groups come back, and what is refused.

The site is `localhost`, where browsers have passkeys without HTTPS."""

import pytest
from playwright.sync_api import expect

from scores.core.access import phone_cookie
from scores.models import Grant
from tests.browser.support.steps import expect_whole_text, tap_button
from tests.browser.support.table import start

AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}
REFUSED = "No se pudo comprobar, o esa llave de acceso se quitó. Prueba otra vez."


class Authenticator:
    """That of a page: what an account of Google or Apple carries from phone to phone."""

    def __init__(self, page):
        self.session = page.context.new_cdp_session(page)
        self.session.send("WebAuthn.enable")
        made = self.session.send(
            "WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR}
        )
        self.of = {"authenticatorId": made["authenticatorId"]}

    def credential(self):
        (credential,) = self.session.send("WebAuthn.getCredentials", self.of)[
            "credentials"
        ]
        return credential

    def add(self, credential):
        self.session.send(
            "WebAuthn.addCredential", {**self.of, "credential": credential}
        )


@pytest.fixture
def site(live_server):
    return live_server.url.replace("127.0.0.1", "localhost")


@pytest.fixture
def lost(phone, site):
    """The phone that owns a group, with its passkey."""
    page = phone(base_url=site)
    start(page, "Ana", "Luis")
    page.authenticator = Authenticator(page)
    page.goto("/phone/passkeys/")
    tap_button(page, "Guardar con la huella")
    expect(page.get_by_text("sin usar")).to_be_visible()
    return page


@pytest.fixture
def other(phone, site, lost):
    """Another phone of the same account."""
    page = phone(base_url=site)
    page.authenticator = Authenticator(page)
    page.authenticator.add(lost.authenticator.credential())
    return page


def recover(page):
    page.goto("/recover/")
    tap_button(page, "Recuperar con la huella")


def test_a_passkey_brings_the_groups_to_another_phone_and_the_lost_one_stays_listed(
    lost, other
):
    recover(other)
    expect(other.get_by_role("status").filter(has_text="Recuperados")).to_be_visible()
    rows = Grant.objects.values_list("circle", "role")
    assert (len(rows), len(set(rows))) == (2, 1)
    lost.goto("/phone/passkeys/")
    expect(lost.get_by_text("usada el")).to_be_visible()
    tap_button(lost, "Quitar")
    expect(lost.get_by_text("Llaves de acceso de este teléfono")).to_have_count(0)
    other.context.clear_cookies(name=phone_cookie.COOKIE)
    recover(other)
    expect_whole_text(other, ".error:visible", REFUSED)
