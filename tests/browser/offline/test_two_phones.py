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
from tests.support.wire import Phone

pytestmark = pytest.mark.long


def test_what_another_phone_writes_comes_as_entries_and_the_engine_draws_it(
    pocket, app
):
    wire, address, table = with_a_hand(pocket(), app, *NAMES)
    page = table.page
    page.reload()
    page.wait_for_event(
        "request", lambda asked: is_poll(asked) and "x-last-entry" in asked.headers
    )
    with page.expect_response(
        lambda answer: is_poll(answer.request) and answer.status == 200
    ) as news:
        wire.save(address, 1, 4, 3)
    assert (news.value.headers["content-type"], len(news.value.body()) < 1024) == (
        "application/json",
        True,
    )
    table.expect_totals(-20, 27, 10)
    table.closes(1)
    wire.save(address, 2, 1, 1)
    expect(table.meanwhile).to_contain_text(
        "Cierra Ana, con todo ligado · Luis 1 · Eva 1"
    )
    table.expect_totals(-20, 27, 10)


def test_hands_that_differ_are_typed_anew_or_decided_with_one_tap(pocket, line, app):
    wire = Phone(app.port)
    match = wire.start(*NAMES)
    other = wire.invites(match, "score")
    table = pocket().continues(wire, match)
    page = table.page
    board = table.page.url

    def both_write(number):
        can_do_without_server(page, app, number)
        line.cut()
        table.scores(0, "clean", {1: 23, 2: 7})
        other.save(match, number, 21, 7)
        comes_back(line, page)
        expect_visible(page, "#waiting.asks")

    both_write(0)
    hers = "Cierra Ana, con todo ligado · Luis 21 · Eva 7"
    page.goto("/no-signal/")
    expect(page.locator("[data-reasons] li")).to_have_text(hers)
    tap_button(page, "Cambiar los números")
    page.wait_for_url(board)
    table.expect_typed(1, "23")
    expect_waiting(page, 0)
    table.saves()
    table.expect_totals(-20, 44, 14)
    page.goto(board)
    both_write(2)
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
    page.wait_for_url(board)
    expect_waiting(page, 0)
    table.expect_totals(-30, 67, 21)
    assert log(page, board) == [hers, FIRST, hers, "Corrección"]
