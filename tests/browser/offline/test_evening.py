"""Evenings without a signal: the phone judges, stores and draws what is written; the server has it once."""

import pytest
from playwright.sync_api import expect

from tests.browser.support.pocket import (
    UNGUARDED,
    can_do_without_server,
    comes_back,
    comes_true,
    expect_waiting,
    log,
    seated,
)
from tests.browser.support.steps import expect_count, expect_whole_text
from tests.browser.support.table import Table, below
from tests.support import extent
from tests.support.wire import Phone

pytestmark = pytest.mark.long

NAMES = ("Ana", "Luis", "Eva")
FIRST = "Cierra Ana, con todo ligado · Luis 23 · Eva 7"
SECOND = "Cierra Luis, con carta suelta (3) · Ana 12 · Eva 8"
WITHOUT_CHANCES = """board => {
  for (const part of board.querySelectorAll("[data-forecast]")) part.remove(); // the server's, a moment later
  return board.innerText;
}"""

NOTES_WHAT_IS_BELOW = """() => document.addEventListener("below:shown", () => {
  window.below = document.getElementById("board").dataset.key;
})"""
IS_BELOW = "() => window.below === document.getElementById('board').dataset.key"


def shown(page):
    below(page)
    return Table(page).board.evaluate(WITHOUT_CHANCES)


def test_an_evening_without_a_signal_is_the_one_that_the_server_writes_then(
    pocket, line, app
):
    wire = Phone(line.to)
    address = wire.start(*NAMES, "Paco", preset="chinchon-fournier")
    wire.save(address, 0, 60, 7, 10)
    table = pocket(before=UNGUARDED).continues(wire, address)
    page = table.page
    can_do_without_server(page, app, 1)
    line.cut()
    has_one_bought_back_in(table)
    undone_and_redone(table)
    page.evaluate(NOTES_WHAT_IS_BELOW)
    table.scores(3, "chinchon", {0: 1, 1: 2, 2: 3})
    below(page)
    comes_true(page, IS_BELOW)  # it may have been that of a board before
    board = shown(page)
    comes_back(line, page)
    expect_waiting(page, 0)
    table.expect_totals(-7, 31, 20, 18)
    page.goto(address)
    assert shown(page) == board
    lines = log(page, address)
    assert (len(lines), lines[-1]) == (
        13,
        "Cierra Paco, chinchón · Ana 1 · Luis 2 · Eva 3",
    )


def has_one_bought_back_in(table):
    table.scores(0, "clean", {1: 45, 2: 7, 3: 10})
    expect(table.questions).to_contain_text(["Luis"])
    table.page.goto(table.page.url)
    expect(table.questions).to_contain_text(["Luis"])
    table.answers(1, "yes")
    table.expect_totals(-20, 20, 14, 20)
    table.scores(2, "knock-3", {0: 12, 1: 9, 3: 8})
    table.expect_totals(-8, 29, 17, 28)
    expect(table.line).to_contain_text("Luis +9 = 29")


def undone_and_redone(table):
    """The last line that is taken back is one that the server has."""
    for totals in (
        (-20, 20, 14, 20),
        (-20, 105, 14, 20),
        (-10, 60, 7, 10),
        (0, 0, 0, 0),
    ):
        table.undoes()
        table.expect_totals(*totals)
    for _time in range(4):
        table.redoes()
    table.expect_totals(-8, 29, 17, 28)
    expect_whole_text(table.page, "h1", "Mano 4")
    expect_waiting(table.page, 11)


def test_a_phone_that_was_switched_off_goes_on_even_if_its_storage_is_cleared_then(
    pocket, line, app
):
    phone = pocket(is_kept=True)
    table = seated(phone, app, *NAMES)
    address = table.page.url
    line.cut()
    table.scores(0, "clean", {1: 23, 2: 7})
    phone.closes()
    page = phone.opens(address)
    table = Table(page)
    table.expect_totals(-10, 23, 7)
    expect_waiting(page, 1)
    page.goto("/no-signal/")
    expect_whole_text(
        page,
        "#hands [data-state]",
        "Ya cuenta en el marcador de este teléfono. Sube sola cuando haya señal.",
    )
    page.goto(address)
    table.expect_totals(-10, 23, 7)
    expect_waiting(page, 1)
    cleared = {"origin": line.url, "storageTypes": "indexeddb"}
    page.context.new_cdp_session(page).send("Storage.clearDataForOrigin", cleared)
    table.scores(1, "knock-3", {0: 12, 2: 8})
    table.expect_totals(2, 26, 15)
    page.goto(address)
    expect_waiting(page, 2)
    table.expect_totals(2, 26, 15)
    board = table.board.element_handle()
    comes_back(line, page)
    expect_waiting(page, 0)
    table.expect_totals(2, 26, 15)
    # nothing was drawn anew: it is the server's
    assert board.evaluate("board => board.isConnected")
    assert log(page, address) == [FIRST, SECOND]


# No board is drawn while `holds` is true.
HOLDS = """const post = Worker.prototype.postMessage;
Worker.prototype.postMessage = async function (message) {
  while (window.holds && message.name === "draw") await new Promise(requestAnimationFrame);
  post.call(this, message);
};"""
HOLDS_ONCE_STORED = """() => {
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = function (...given) {
    window.holds = true;
    return put.apply(this, given);
  };
  window.holds = false;
}"""


@extent.by_night("signal")
def test_a_hand_counts_once_whatever_is_done_before_its_board_is_drawn(
    pocket, line, app
):
    table = seated(pocket(before=HOLDS), app, *NAMES)
    page = table.page
    address = page.url
    heading = page.locator("h1")
    page.evaluate("holds = true")
    table.fills(0, "clean", {1: 23, 2: 7})
    table.save_button.tap()
    table.expect_totals(-10, 23, 7)
    table.closes(1, "knock-3")
    table.tap_keys("12")
    expect(heading).to_have_text("Mano 1")
    page.evaluate("holds = false")
    expect(heading).to_have_text("Mano 2")
    table.expect_typed(0, "12")  # what is half typed stays
    line.cut()
    page.evaluate("holds = true")
    table.types({2: 8})
    table.save_button.tap()
    table.expect_totals(2, 26, 15)
    table.fills(0, "clean", {1: 1, 2: 2})
    expect(heading).to_have_text("Mano 2")
    table.save_button.tap()
    page.evaluate(HOLDS_ONCE_STORED)
    expect_waiting(page, 2)
    expect(heading).not_to_have_text("Mano 4")
    page.goto(address)
    table.expect_totals(-8, 27, 17)
    expect(heading).to_have_text("Mano 4")
    expect_count(table.form, "[name=closer]:checked", 0)
    comes_back(line, page)
    expect_waiting(page, 0)
    assert log(page, address) == [
        FIRST,
        SECOND,
        "Cierra Ana, con todo ligado · Luis 1 · Eva 2",
    ]
