"""Amounts of money are typed on our keypad: with a thumb, with cents, and nothing is behind the keys."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from scores.models import Match
from tests.browser.support.steps import expect_visible, expect_whole_text, tap_button
from tests.browser.support.table import fill_new_match, start_button

NBSP = "\N{NO-BREAK SPACE}"


@pytest.fixture
def page(phone) -> Page:
    page = phone(360, 640)
    page.goto("/new/")
    fill_new_match(page, "Ana", "Luis", currency="€")
    return page


def keypad(page: Page) -> Locator:
    return page.locator(".amounts")


def tap(page: Page, *keys: str) -> None:
    for key in keys:
        tap_button(keypad(page), key, exact=True)


def test_a_stake_of_cents_is_typed_with_the_thumb_and_read_before_the_match_starts(
    page,
):
    stake = page.locator("[name=stake]")
    rebuy = page.locator("[name=rebuy_stake]")
    stake.tap()
    # the keypad of the phone stays away
    expect(stake).to_have_js_property("inputMode", "none")
    tap(page, "coma", "5", "0", "9")  # no third decimal
    expect_whole_text(keypad(page), "output", f"Apuesta de cada uno: 0,50{NBSP}€")
    expect(stake).to_be_focused()
    tap(page, "Siguiente", "1", "2", "Borrar")
    expect(rebuy).to_be_in_viewport(ratio=1)
    field = rebuy.bounding_box()
    keys = keypad(page).bounding_box()
    assert field["y"] + field["height"] <= keys["y"]
    assert keys["y"] + keys["height"] <= 640
    tap(page, "Listo")
    expect(keypad(page)).to_be_hidden()
    assert [stake.input_value(), rebuy.input_value()] == ["0,50", "1"]
    start_button(page).tap()
    expect_visible(page, "#board")
    rules = Match.objects.get().ruleset
    assert [rules["stake"], rules["rebuy_stake"], rules["cents"]] == [50, 100, True]
