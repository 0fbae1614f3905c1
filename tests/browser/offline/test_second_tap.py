"""A second tap without a signal: it writes nothing, takes nothing back, and answers nothing."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.offline.test_match_pages import can_do_without_server
from tests.browser.support.pocket import expect_waiting, ready_board
from tests.browser.support.table import Table
from tests.support import extent

pytestmark = pytest.mark.long

GUARD_MS = 1000  # after so long nothing comes of a second tap any more


def double_tap_on_save(table: Table, gap: int) -> None:
    """Tap twice where Save is, whatever is there the second time."""
    box = table.save_button.bounding_box()
    assert box
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    table.page.touchscreen.tap(*middle)
    table.page.wait_for_timeout(gap)
    table.page.touchscreen.tap(*middle)
    table.page.wait_for_timeout(GUARD_MS)


def slows_down(page: Page, rate: int) -> None:
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": rate})


@pytest.mark.parametrize(
    ("rate", "gap"),
    [
        (1, 180),
        extent.night_param("signal", 4, 40),
        extent.night_param("signal", 1, 0),
        extent.night_param("signal", 4, 180),
    ],
)
def test_two_taps_on_save_while_hands_wait_are_one_hand(pocket, line, app, rate, gap):
    table = ready_board(pocket(), "Ana", "Luis", "Eva")
    can_do_without_server(table.page, app, 0)
    line.cut()
    table.scores(0, "clean", {1: 23, 2: 7})
    expect_waiting(table.page, 1)
    table.fills(1, "clean", {0: 12, 2: 8})
    slows_down(table.page, rate)
    double_tap_on_save(table, gap)
    expect_waiting(table.page, 2)
    table.expect_totals(2, 13, 15)


def test_a_second_tap_on_save_answers_no_buy_back(pocket, line, app):
    table = ready_board(pocket(), "Ana", "Luis", "Eva", preset="chinchon-fournier")
    can_do_without_server(table.page, app, 0)
    line.cut()
    table.scores(0, "clean", {1: 60, 2: 7})
    expect_waiting(table.page, 1)
    table.fills(0, "clean", {1: 60, 2: 60})
    double_tap_on_save(table, 180)
    expect(table.page.locator(".ask")).to_have_count(1)
    assert table.asked() == ["Luis"]
    expect_waiting(table.page, 2)
