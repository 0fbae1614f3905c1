"""The own-link and its QR bring the circle to another phone."""

import re

import pytest
from playwright.sync_api import expect

from rules.events import Close
from scores.models import Role
from tests.browser.support.steps import (
    expect_count,
    expect_role,
    expect_text,
    expect_visible,
    tap,
    tap_button,
    tap_link,
)
from tests.browser.support.table import Table
from tests.scores.support.table import hand


def own_link(page):
    """The fold that holds the own-link, opened."""
    fold = page.locator("details.own")
    tap(fold, "summary")
    expect_visible(fold, ".qr svg")
    return fold


@pytest.mark.long
def test_the_own_link_brings_the_circle_to_another_phone(evening, phone):
    table = evening("Ana", "Luis", "Eva").scorer()
    tap_link(table.page, "Compartir", exact=True)
    address = own_link(table.page).locator("input[readonly]").input_value()
    assert "/l/circle/" in address

    other = phone()
    other.goto(address)
    expect_text(other, "main", "Ana, Eva, Luis")
    other.locator("form[method=post]", has=other.locator("button.button")).get_by_role(
        "button"
    ).tap()
    expect(other).to_have_url(re.compile("/$"))
    expect_text(other, ".now", "Ana, Luis, Eva")
    tap_link(other, "Seguir en la mano 1")
    Table(other).scores(0, "clean", {1: 23, 2: 7})
    tap_link(table.page, "Al marcador")
    table.expect_totals(-10, 23, 7)


def test_the_links_are_one_tap_away_at_every_moment_and_another_tap_copies_one(evening):
    match = evening("Ana", "Luis", "Eva", limit="50", rebuys="0")
    table = match.scorer(360, 640, permissions=["clipboard-read", "clipboard-write"])
    page = table.page
    share_link = table.page.get_by_role("link", name="Compartir", exact=True)
    for points in ((0, 23, 7), (0, 60, 60)):
        match.plays(hand(*points))
        page.reload()
        expect_count(page, ".qr", 0)
        expect(share_link).to_be_in_viewport(ratio=1)
    share_link.tap()
    first = page.locator(".invite").first
    expect(first).to_contain_text("Apuntar")
    expect(first.locator(".qr")).to_be_in_viewport(ratio=1)
    card = page.locator(".invite", has=page.get_by_role("heading", name="Mirar"))
    tap_button(card, "Copiar")
    expect_role(card, "button", "Copiado")
    assert (
        page.evaluate("navigator.clipboard.readText()")
        == card.locator("input[readonly]").input_value()
    )


def test_who_is_invited_says_who_he_is_and_is_told_at_the_end_what_he_pays(
    evening, phone
):
    table = evening(
        "Ana", "Luis", "Eva", stake="2", currency="€", chinchon_points="wins"
    )
    table.plays(hand(0, 20, 20))
    guest = phone(360, 640)
    guest.goto(table.link(Role.WATCH))
    expect_text(guest, "main", "Ana −10 · Luis 20 · Eva 20")
    guest.locator("label", has_text="Eva").tap()
    tap_button(guest, "Mirar")
    expect_text(guest, ".row[data-you]", "Eva")
    table.plays(hand(0, 0, 0, closer=1, close=Close.CHINCHON))
    expect_text(guest, "main", "se lleva el bote: 6 €")
    expect_text(guest, "main", "Eva → Luis")


def test_six_letters_typed_with_or_without_a_space_are_all_seen(phone):
    page = phone(320, 568)
    page.goto("/join/")
    field = page.get_by_label("¿Qué código te han dado?")
    for typed in ("abcdef", "ABC DEF", "abc-defgh"):
        field.fill("")
        field.press_sequentially(typed)
        assert field.input_value().upper() == "ABCDEF"
        assert field.evaluate(
            "field => [field.scrollLeft, field.parentElement.scrollLeft]"
        ) == [0, 0]
        field.fill(typed)  # as pasted
        assert field.input_value().upper() == "ABCDEF"
    assert page.evaluate("document.documentElement.scrollWidth") == 320


def test_without_scripts_the_first_letters_stay_in_sight_too(phone):
    page = phone(320, 568, java_script_enabled=False)
    page.goto("/join/")
    page.locator("#id_code").press_sequentially("abcdef")
    assert page.locator("#id_code").evaluate("field => field.scrollLeft") == 0
