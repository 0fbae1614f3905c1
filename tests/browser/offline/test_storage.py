"""A phone that cannot store says so before a hand is typed."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.offline.test_match_pages import can_do_without_server
from tests.browser.offline.test_offline import FIRST, FULL, INSECURE, ONLINE, REFUSES, SECOND
from tests.browser.support.pocket import expect_waiting, log, ready_board, writes
from tests.browser.support.pool import SAVES_DATA
from tests.browser.support.table import Table
from tests.support import extent
from tests.support.line import Line

NO_STORAGE = "Este teléfono no puede guardar nada sin señal: su memoria está bloqueada o llena."
NEARLY_FULL = "if (navigator.storage) navigator.storage.estimate = async () => ({ quota: 9e6, usage: 8e6 })"

pytestmark = pytest.mark.long


def a_hand_waits_in_its_form(table: Table, line: Line) -> None:
    line.cut()
    table.fills(1, "knock-3", {0: 12, 2: 8})
    table.save_button.tap()
    expect(table.line).to_contain_text("Sin enviar, aún no cuenta")
    expect(table.field(0)).to_have_value("12")
    line.mend()
    table.expect_totals(2, 26, 15)


@pytest.mark.parametrize(
    "script",
    [extent.night_param("signal", REFUSES), FULL, extent.night_param("signal", NEARLY_FULL)],
    ids=["private", "full", "nearly full"],
)
def test_a_board_says_before_the_first_hand_that_nothing_can_be_stored_and_one_waits_in_its_form(
    pocket, line, script
):
    table = pocket(before=script).starts("Ana", "Luis", "Eva")
    expect(table.board.locator("#no-storage")).to_have_text(NO_STORAGE)
    table.scores(0, "clean", {1: 23, 2: 7})
    expect(table.board.locator("#no-storage")).to_have_text(NO_STORAGE)
    if script != NEARLY_FULL:
        a_hand_waits_in_its_form(table, line)


@pytest.mark.parametrize(
    "missing",
    [
        extent.night_param("signal", "window.StorageManager?.prototype.estimate"),
        "Navigator.prototype.storage",
    ],
)
def test_a_browser_that_does_not_say_how_much_room_there_is_can_store(pocket, app, missing):
    table = pocket(before=f"delete {missing}").starts("Ana", "Luis", "Eva")
    table.page.evaluate("storage => import(storage)", app.static("js/offline/storage.js"))
    expect(table.board.locator("#no-storage")).to_have_count(0)


def test_a_browser_that_does_not_list_what_is_stored_shows_waiting_hands_on_every_page(pocket, line):
    phone = pocket(before=f"delete IDBFactory.prototype.databases; {SAVES_DATA}")
    table = ready_board(phone, "Ana", "Luis", "Eva")
    line.cut()
    writes(table, 0, "clean", {1: 23, 2: 7})
    table.page.goto("/")
    expect_waiting(table.page, 1)


def test_without_https_it_is_said_once_the_signal_is_lost(pocket, line, app):
    table = pocket(before=INSECURE).starts("Ana", "Luis", "Eva")
    table.page.evaluate("storage => import(storage)", app.static("js/offline/storage.js"))
    expect(table.board.locator("#no-storage")).to_have_count(0)
    table.scores(0, "clean", {1: 23, 2: 7})
    a_hand_waits_in_its_form(table, line)
    expect(table.board.locator("#no-storage")).to_have_count(0)
    line.cut()
    expect(table.board.locator("#no-storage")).to_have_text(NO_STORAGE)


def test_hands_go_on_waiting_though_the_browser_clears_its_storage(pocket, line, app):
    table = ready_board(pocket(), "Ana", "Luis", "Eva")
    can_do_without_server(table.page, app, 0)
    line.cut()
    table.scores(0, "clean", {1: 23, 2: 7})
    expect_waiting(table.page, 1)
    cleared = {"origin": line.url, "storageTypes": "indexeddb"}
    table.page.context.new_cdp_session(table.page).send("Storage.clearDataForOrigin", cleared)
    table.scores(1, "knock-3", {0: 12, 2: 8})
    table.expect_totals(2, 26, 15)
    address = table.page.url
    table.page.goto(address)
    expect_waiting(table.page, 2)
    line.mend()
    table.page.evaluate(ONLINE)
    expect_waiting(table.page, 0)
    table.expect_totals(2, 26, 15)
    assert log(table.page, address) == [FIRST, SECOND]
