"""A phone that cannot store says so before a hand is typed."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.offline.test_evening import NAMES
from tests.browser.support.pocket import Pocket, comes_back, expect_waiting, is_ready, writes
from tests.browser.support.pool import SAVES_DATA
from tests.browser.support.table import Table
from tests.support import extent
from tests.support.line import Line
from tests.support.wire import Phone

NO_STORAGE = "Este teléfono no puede guardar nada sin señal: su memoria está bloqueada o llena."
REFUSES = """Object.defineProperty(window, "indexedDB", {
  value: { databases: async () => [], open() { throw new Error("no"); } } })"""
FULL = """IDBObjectStore.prototype.put = function () {
  if (this.transaction.mode === "readwrite") throw new DOMException("full", "QuotaExceededError");
}"""
NEARLY_FULL = "if (navigator.storage) navigator.storage.estimate = async () => ({ quota: 9e6, usage: 8e6 })"
INSECURE = "Object.defineProperty(window, 'isSecureContext', { value: false })"
SAYS_LITTLE = "delete IDBFactory.prototype.databases; delete Navigator.prototype.storage;"

pytestmark = pytest.mark.long


def with_a_hand(phone: Pocket, line: Line) -> Table:
    wire = Phone(line.to)
    address = wire.start(*NAMES)
    wire.save(address, 0, 23, 7)
    return phone.continues(wire, address)


def a_hand_waits_in_its_form(table: Table, line: Line) -> None:
    line.cut()
    table.fills(1, "knock-3", {0: 12, 2: 8})
    table.save_button.tap()
    expect(table.line).to_contain_text("Sin enviar, aún no cuenta")
    expect(table.field(0)).to_have_value("12")
    comes_back(line, table.page)
    table.expect_totals(2, 26, 15)


@pytest.mark.parametrize(
    "script",
    [extent.night_param("signal", REFUSES), FULL, extent.night_param("signal", NEARLY_FULL)],
    ids=["private", "full", "nearly full"],
)
def test_a_board_says_that_nothing_can_be_stored_and_a_hand_waits_in_its_form(pocket, line, script):
    table = with_a_hand(pocket(before=script), line)
    expect(table.board.locator("#no-storage")).to_have_text(NO_STORAGE)
    if script != NEARLY_FULL:
        a_hand_waits_in_its_form(table, line)
        expect(table.board.locator("#no-storage")).to_have_text(NO_STORAGE)


def test_without_https_it_is_said_once_the_signal_is_lost(pocket, line, app):
    table = with_a_hand(pocket(before=INSECURE), line)
    table.page.evaluate("storage => import(storage)", app.static("js/offline/storage.js"))
    a_hand_waits_in_its_form(table, line)
    expect(table.board.locator("#no-storage")).to_have_count(0)
    line.cut()
    expect(table.board.locator("#no-storage")).to_have_text(NO_STORAGE)


def test_a_browser_that_says_little_of_its_storage_can_store_and_shows_waiting_hands_on_every_page(
    pocket, line, app
):
    table = with_a_hand(pocket(before=SAYS_LITTLE + SAVES_DATA), line)
    is_ready(table.page)
    table.page.evaluate("storage => import(storage)", app.static("js/offline/storage.js"))
    expect(table.board.locator("#no-storage")).to_have_count(0)
    line.cut()
    writes(table, 1, "knock-3", {0: 12, 2: 8})
    table.page.goto("/")
    expect_waiting(table.page, 1)
