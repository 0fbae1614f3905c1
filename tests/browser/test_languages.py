"""The browser decides the language; one tap changes it."""

from playwright.sync_api import Page, expect


def expect_language(page: Page, language: str) -> None:
    expect(page.locator("html")).to_have_attribute("lang", language)
    words = {"es": "Nueva partida", "en-gb": "New game"}
    if page.url.endswith("/"):
        expect(page.get_by_role("link", name=words[language])).to_be_visible()


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


def test_a_hand_half_typed_in_one_language_is_saved_in_another(evening):
    table = evening("Ana", "Luis", "Eva").scorer(locale="en-GB")
    table.closes(0)
    table.chip("chinchon").tap()
    expect(table.chip("chinchon")).to_have_text("Chinchón? Tap again")
    table.chip("clean").tap()
    table.types({1: 23})
    expect(table.line).to_contain_text("Ana")
    spoken = table.line.inner_text()
    table.page.get_by_role("button", name="Español").tap()
    expect(table.page.locator("html")).to_have_attribute("lang", "es")
    expect(table.field(1)).to_have_value("23")
    expect(table.line).not_to_have_text(spoken)
    table.types({2: 7})
    table.saves()
    table.expect_totals(-10, 23, 7)
