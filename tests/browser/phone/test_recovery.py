"""The only phone of a group is lost: another one gets the group back by the QR of its paper key."""

import re

from playwright.sync_api import expect

from scores.core.access import paper_keys
from tests.browser.support.steps import (
    expect_count,
    expect_role,
    expect_text,
    tap_button,
    tap_link,
)
from tests.browser.support.table import start


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
