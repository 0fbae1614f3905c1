"""The only phone of a group is lost: another one gets the group back by the QR of its paper key."""

import re

from playwright.sync_api import expect

from scores.core.access import paper_keys
from tests.browser.support.table import start


def test_the_qr_of_a_paper_key_brings_the_groups_to_another_phone(phone):
    lost = start(phone(), "Ana", "Luis").page
    other = phone()
    lost.goto("/phone/")
    lost.get_by_role("link", name="Llave de papel").tap()
    lost.get_by_role("button", name="Hacer la llave").tap()
    expect(lost.locator(".key-words b")).to_have_count(paper_keys.WORDS)
    words = lost.locator(".key-words b").all_inner_texts()
    other.goto(f"/recover/#{'-'.join(words)}")
    expect(other.get_by_label("Las doce palabras, en su orden")).to_have_value(
        " ".join(words)
    )
    expect(other).to_have_url(re.compile("/recover/$"))
    other.get_by_role("button", name="Ver qué da").tap()
    expect(other.locator("main")).to_contain_text("Ana, Luis")
    other.get_by_role("button", name="Recuperar en este teléfono").tap()
    # the next one
    expect(other.get_by_role("button", name="Hacer la llave")).to_be_visible()
    other.goto("/")
    expect(other.locator(".now")).to_contain_text("Ana, Luis")
