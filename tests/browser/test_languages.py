"""The browser decides the language; one tap changes it."""

import pytest
from playwright.sync_api import Page, expect


def expect_language(page: Page, language: str) -> None:
    expect(page.locator("html")).to_have_attribute("lang", language)
    words = {"es": "Nueva partida", "en-gb": "New game", "en-us": "New game"}
    if page.url.endswith("/"):
        expect(page.get_by_role("link", name=words[language])).to_be_visible()


@pytest.mark.parametrize(
    ("spoken", "shown"),
    [("es-ES", "es"), ("es-AR", "es"), ("en-GB", "en-gb"), ("en-US", "en-us"), ("fr-FR", "es")],
)
def test_the_browser_decides(phone, spoken, shown):
    page = phone(locale=spoken)
    page.goto("/")
    expect_language(page, shown)


def test_one_tap_changes_it_for_good(phone):
    page = phone(locale="es-ES")
    page.goto("/")
    page.get_by_role("button", name="English").tap()
    expect_language(page, "en-gb")
    page.goto("/new/")
    expect(page.locator("html")).to_have_attribute("lang", "en-gb")
    page.get_by_role("button", name="Español").tap()
    expect(page.locator("html")).to_have_attribute("lang", "es")
    page.goto("/")
    expect_language(page, "es")


@pytest.mark.parametrize(
    ("spoken", "asked"), [("es-ES", "¿Chinchón? Toca otra vez"), ("en-GB", "Chinchón? Tap again")]
)
def test_what_decides_much_is_asked_in_the_language(evening, spoken, asked):
    table = evening("Ana", "Luis", "Eva").scorer(locale=spoken)
    table.closes(0)
    table.chip("chinchon").tap()
    expect(table.chip("chinchon")).to_have_text(asked)


def test_a_hand_half_typed_survives_the_change(evening):
    table = evening("Ana", "Luis", "Eva").scorer(locale="en-GB")
    table.fills(0, "clean", {1: 23})
    expect(table.line).to_contain_text("Ana")
    spoken = table.line.inner_text()
    table.page.get_by_role("button", name="Español").tap()
    expect(table.page.locator("html")).to_have_attribute("lang", "es")
    expect(table.field(1)).to_have_value("23")
    expect(table.line).not_to_have_text(spoken)
    table.types({2: 7})
    table.saves()
    table.expect_totals(-10, 23, 7)
