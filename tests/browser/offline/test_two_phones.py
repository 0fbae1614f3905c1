"""What another phone did meanwhile: its entries come, and hands that differ are decided."""

import pytest
from playwright.sync_api import expect

from tests.browser.offline.test_evening import FIRST, NAMES
from tests.browser.support.pocket import (
    can_do_without_server,
    comes_back,
    expect_waiting,
    log,
    with_a_hand,
)
from tests.browser.support.routes import is_poll
from tests.browser.support.steps import (
    expect_count,
    expect_visible,
    tap,
    tap_button,
)
from tests.browser.test_pages import AXE_FOLDER, EVERYTHING, VIOLATIONS

pytestmark = pytest.mark.long


def test_entries_of_another_phone_come_and_hands_that_differ_are_retyped_or_decided(
    pocket, line, app
):
    wire, match, table = with_a_hand(pocket(), app, *NAMES)
    page = table.page
    entries_come_and_the_engine_draws_them(wire, match, table)
    page.goto(match)
    other = wire.invites(match, "score")

    def both_write(number):
        can_do_without_server(page, app, number)
        line.cut()
        table.scores(0, "clean", {1: 23, 2: 7})
        other.save(match, number, 21, 7)
        comes_back(line, page)
        expect_visible(page, "#waiting.asks")

    both_write(3)
    hers = "Cierra Ana, con todo ligado · Luis 21 · Eva 7"
    page.goto("/no-signal/")
    expect(page.locator("[data-reasons] li")).to_have_text(hers)
    ways = page.locator("#hands :is(a, button):visible")
    assert ways.all_inner_texts() == [
        "Decidir cuál vale",
        "Guardar otra vez",
        "Al marcador",
        "Cambiar los números",
        "Copiar",
        "Tirar la mano",
    ]
    ways.last.tap()
    expect(ways.last).to_contain_text("¿Seguro?")
    tap_button(page, "Cambiar los números")
    page.wait_for_url(f"**{match}")
    table.expect_typed(1, "23")
    expect_waiting(page, 0)
    table.saves()
    table.expect_totals(-50, 72, 25)
    page.goto(match)
    both_write(5)
    tap(page, "#waiting")
    expect_count(page, ".differs", 2)
    page.evaluate((AXE_FOLDER / "axe.min.js").read_text(encoding="utf-8"))
    assert page.evaluate(VIOLATIONS, EVERYTHING) == []
    tap_button(page, "Vale la otra")  # and thought better of it
    expect_waiting(page, 0)
    expect_visible(page, "#decided")
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        assert page.evaluate(VIOLATIONS, EVERYTHING) == []
    tap_button(page, "Deshacer")
    expect_count(page, ".differs", 2)
    tap_button(page, "Vale la mía")
    page.wait_for_url(f"**{match}")
    expect_waiting(page, 0)
    table.expect_totals(-60, 95, 32)
    assert log(page, match)[3:] == [hers, FIRST, hers, "Corrección"]


def entries_come_and_the_engine_draws_them(wire, match, table):
    """The last one comes while a hand is half typed."""
    page = table.page
    page.reload()
    page.wait_for_event(
        "request", lambda asked: is_poll(asked) and "x-last-entry" in asked.headers
    )
    with page.expect_response(
        lambda answer: is_poll(answer.request) and answer.status == 200
    ) as news:
        wire.save(match, 1, 4, 3)
    assert (news.value.headers["content-type"], len(news.value.body()) < 1024) == (
        "application/json",
        True,
    )
    table.expect_totals(-20, 27, 10)
    table.closes(1)
    wire.save(match, 2, 1, 1)
    expect(table.meanwhile).to_contain_text(
        "Cierra Ana, con todo ligado · Luis 1 · Eva 1"
    )
    table.expect_totals(-20, 27, 10)
