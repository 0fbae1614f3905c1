"""The hand to try, as a visitor sees it."""

from playwright.sync_api import expect

from tests.browser.support.table import Table


def test_the_line_says_what_is_done_next_and_then_what_the_hand_changed(
    phone, live_server
):
    page = phone()
    page.goto(f"{live_server.url}/demo/")
    table = Table(page)
    expect(table.line.locator("p:visible")).to_have_text(
        ["¿Quién cerró? Toca su nombre."]
    )
    table.name(2).tap()
    how = "¿Cómo cerró? −10 si ligó todo; de 1 a 4, lo que le sobró."
    expect(table.line.locator("p:visible")).to_have_text([how])
    table.chip("clean").tap()
    points = "Escribe los puntos de los demás y toca «Guardar»."
    expect(table.line.locator("p:visible")).to_have_text([points])
    table.types({0: 12, 1: 20})
    table.save_button.tap()
    expect(page.locator(".said")).to_contain_text("Luis +20 = 108")
