"""The hand to try, as a visitor sees it."""

from tests.browser.support.steps import expect_text, expect_whole_text
from tests.browser.support.table import Table


def test_the_line_says_what_is_done_next_and_then_what_the_hand_changed(
    phone, live_server
):
    page = phone()
    page.goto(f"{live_server.url}/demo/")
    table = Table(page)
    expect_whole_text(table.line, "p:visible", ["¿Quién cerró? Toca su nombre."])
    table.name(2).tap()
    how = "¿Cómo cerró? −10 si ligó todo; de 1 a 4, lo que le sobró."
    expect_whole_text(table.line, "p:visible", [how])
    table.chip("clean").tap()
    points = "Escribe los puntos de los demás y toca «Guardar»."
    expect_whole_text(table.line, "p:visible", [points])
    table.types({0: 12, 1: 20})
    table.save_button.tap()
    expect_text(page, ".said", "Luis +20 = 108")
