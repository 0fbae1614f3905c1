"""The browser decides the language; one tap changes it."""

from playwright.sync_api import expect

from tests.browser.support.steps import expect_role, tap_button


def test_a_hand_half_typed_in_one_language_is_saved_in_another(evening):
    table = evening("Ana", "Luis", "Eva").scorer(locale="en-GB")
    table.closes(0)
    table.chip("chinchon").tap()
    expect(table.chip("chinchon")).to_have_text("Chinchón? Tap again")
    table.chip("clean").tap()
    table.types({1: 23})
    expect(table.line).to_contain_text("Ana")
    spoken = table.line.inner_text()
    tap_button(table.page, "Español")
    expect(table.page.locator("html")).to_have_attribute("lang", "es")
    table.expect_typed(1, "23")
    expect(table.line).not_to_have_text(spoken)
    table.types({2: 7})
    table.saves()
    table.expect_totals(-10, 23, 7)
    table.page.goto("/")  # for good
    expect_role(table.page, "link", "Nueva partida")
