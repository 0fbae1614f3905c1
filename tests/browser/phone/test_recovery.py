"""The only phone of a group is lost: another one gets the group back, by a passkey or by its paper key."""

import re

from playwright.sync_api import expect

from scores.core.access import paper_keys, phone_cookie
from scores.models import Grant
from tests.browser.support.steps import (
    expect_count,
    expect_role,
    expect_text,
    expect_whole_text,
    tap_button,
    tap_link,
)
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


def authenticator_of(page):
    """In Chromium: what an account of Google or Apple carries from phone to phone, told what to do."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    own = session.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
    return lambda act, **facts: session.send(f"WebAuthn.{act}", {**own, **facts})


def recover(page):
    page.goto("/recover/")
    tap_button(page, "Recuperar con la huella")


def test_a_passkey_brings_the_groups_to_another_phone_and_the_lost_one_stays_listed(
    phone, live_server
):
    # where browsers have passkeys without HTTPS
    site = live_server.url.replace("127.0.0.1", "localhost")
    lost = phone(base_url=site)
    start(lost, "Ana", "Luis")
    authenticator = authenticator_of(lost)
    lost.goto("/phone/passkeys/")
    tap_button(lost, "Guardar con la huella")
    expect(lost.get_by_text("sin usar")).to_be_visible()
    [credential] = authenticator("getCredentials")["credentials"]
    other = phone(base_url=site)
    authenticator_of(other)("addCredential", credential=credential)
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


def test_the_qr_of_a_paper_key_brings_the_groups_to_another_phone(phone):
    lost = start(phone(), "Ana", "Luis").page
    other = phone()
    lost.goto("/phone/")
    tap_link(lost, "Llave de papel")
    tap_button(lost, "Hacer la llave")
    expect_count(lost, ".key-words b", paper_keys.WORDS)
    words = lost.locator(".key-words b").all_inner_texts()
    other.goto(f"/recover/#{'-'.join(words)}")
    expect(other.get_by_label("Las doce palabras, en su orden")).to_have_value(
        " ".join(words)
    )
    expect(other).to_have_url(re.compile("/recover/$"))
    tap_button(other, "Ver qué da")
    expect_text(other, "main", "Ana, Luis")
    tap_button(other, "Recuperar en este teléfono")
    # the next one
    expect_role(other, "button", "Hacer la llave")
    other.goto("/")
    expect_text(other, ".now", "Ana, Luis")
