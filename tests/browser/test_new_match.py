"""Setting up a match on a phone: nothing typed is lost, and what the table sets up follows what is chosen."""

from __future__ import annotations

import re
import time

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table import fill_new_match, start, start_button

NAMES = ("Ana", "Luis", "Eva", "Paco")


@pytest.fixture
def page(phone) -> Page:
    page = phone(360, 640, locale="es")
    page.goto("/new/")
    return page


def typed(page: Page) -> list[str]:
    return [field.input_value() for field in page.locator(".place input[type=text]").all()]


def choose(page: Page, preset: str) -> None:
    label = page.locator("label", has=page.locator(f"#preset-{preset}"))
    label.tap()
    expect(page.locator("#prepare h2")).to_contain_text(label.inner_text())


def test_names_survive_another_variant_a_reload_and_another_language(page):
    fill_new_match(page, *NAMES, "Pepe")
    choose(page, "rum-500")
    assert typed(page) == [*NAMES, "Pepe"]
    page.reload()
    expect(page.locator("[name=name_4]")).to_have_value("Pepe")
    page.get_by_role("button", name="English").tap()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.locator("[name=name_4]")).to_have_value("Pepe")
    expect(page.locator("#preset-rum-500")).to_be_checked()


def test_what_was_started_is_not_kept(page):
    fill_new_match(page, *NAMES)
    start_button(page).tap()
    expect(page).to_have_url(re.compile("/m/"))
    page.goto("/new/")
    page.wait_for_load_state("networkidle")
    assert typed(page) == [""] * 4


def test_partners_are_named_as_they_are_typed(page):
    choose(page, "rum-500-pairs")
    expect(page.locator(".sides")).to_have_text("Quienes se sientan enfrente son pareja.")
    fill_new_match(page, *NAMES)
    page.locator("[name=name_0]").focus()
    expect(page.locator(".sides")).to_have_text("Ana y Eva contra Luis y Paco")
    page.locator("button[value=up-1]").tap()
    expect(page.locator(".sides")).to_have_text("Luis y Eva contra Ana y Paco")


def test_the_table_sets_up_what_the_house_rules_say(page):
    fill_new_match(page, *NAMES, hand_size="9", limit="70")
    page.locator("[name=name_0]").focus()
    expect(page.locator("#prepare")).to_contain_text("9 cartas a cada uno")
    expect(page.locator("#prepare")).to_contain_text("Quien pasa de 70 queda fuera")


def test_rules_saved_under_a_name_are_chosen_next_time(page):
    start(page, *NAMES, limit="70", save_as="Las reglas de la abuela")
    page.goto("/new/")
    expect(page.locator("[name=preset]:checked + span")).to_have_text("Las reglas de la abuela")


def test_what_is_typed_while_the_form_is_drawn_again_stays(phone):
    page = phone()
    page.goto("/new/")

    def late(route):
        time.sleep(0.5)
        route.continue_()

    page.route("**/new/", late)
    page.locator("label", has=page.locator("[name=preset][value=gin]")).tap()
    page.locator("#house summary").tap()
    page.locator("[name=name_0]").press_sequentially("Ana", delay=20)
    expect(page.locator("#prepare")).to_contain_text("10")
    expect(page.locator("[name=name_0]")).to_have_value("Ana")
    expect(page.locator("[name=name_0]")).to_be_focused()
    expect(page.locator("#house [name=limit]")).to_be_visible()
