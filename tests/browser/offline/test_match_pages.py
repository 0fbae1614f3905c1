"""Without a signal the phone itself makes the pages of a match: corrections, events of the table, the log."""

import pytest
from playwright.sync_api import expect

from tests.browser.corrections.test_corrections import (
    act,
    changes,
    correct,
    retype,
    see_what_changes,
)
from tests.browser.offline.test_evening import NAMES
from tests.browser.support.pocket import (
    IS_STORED,
    can_do_without_server,
    comes_back,
    comes_true,
    expect_waiting,
    is_ready,
    log,
    with_a_hand,
)
from tests.browser.support.steps import (
    expect_text,
    expect_visible,
    expect_whole_text,
    tap_button,
    tap_link,
)
from tests.support import extent
from tests.support.wire import Phone

pytestmark = pytest.mark.long

A_WHILE = 500  # milliseconds, in which the engine draws

# The totals of a page before any of its scripts runs.
FIRST_TOTALS = """document.addEventListener("DOMContentLoaded", () => {
  const totals = [...document.querySelectorAll("#board [data-total]")];
  sessionStorage.totals = totals.map(({ textContent }) => textContent.trim()).join(" ");
})"""

# Before the engine is asked to judge a form, another tab has stored a hand.
OTHER_TAB_WRITES = """([code, line]) => {
  const stores = () => new Promise((resolve) => {
    indexedDB.open("reenganche").onsuccess = ({ target }) => resolve(target.result);
  });
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = async function (question) {
    Worker.prototype.postMessage = postMessage;
    const matches = (await stores()).transaction("matches", "readwrite").objectStore("matches");
    await new Promise((resolve) => {
      matches.get(code).onsuccess = ({ target: { result } }) => {
        matches.put({ ...result, lines: [...result.lines, line], waits: 1 }).onsuccess = resolve;
      };
    });
    postMessage.call(this, question);
  };
}"""
OTHER_LINE = {
    "key": "0" * 32,
    "at": 1,
    "entry": ["hand", {"closer": 0, "close": "clean", "deadwood": {"1": 5, "2": 6}}],
    "names": dict(zip("012", NAMES, strict=True)),
    "told": "Cierra Ana",
    "action": "score-hand",
}


@extent.by_night("signal")
def test_a_big_board_opened_without_a_signal_is_not_drawn_as_the_board_of_a_phone(
    pocket, line, app
):
    wire, board, table = with_a_hand(pocket(), app, *NAMES)
    page = table.page
    page.goto(f"{board}big/")
    is_ready(page)
    page.goto(board)
    wire.save(board, 1, 10, 12)
    comes_true(page, IS_STORED, 2)
    line.cut()
    page.goto(f"{board}big/")
    expect_visible(page, "#lost")
    page.wait_for_timeout(A_WHILE)
    expect(page.locator("#board.wide [data-total]").nth(1)).to_have_text("23")
    comes_back(line, page)
    expect(page.locator("#board.wide [data-total]").nth(1)).to_have_text("33")


def test_a_hand_is_corrected_after_three_more_and_the_server_has_the_same(
    pocket, line, app
):
    wire = Phone(line.to)
    address = wire.start(*NAMES)
    for number, points in enumerate(((54, 20), (9, 3), (8, 8), (7, 4))):
        wire.save(address, number, *points)
    table = pocket().continues(wire, address)
    page = table.page
    can_do_without_server(page, app, 4)
    comes_true(page, "async () => Boolean(await caches.match('/help/chinchon/'))")
    line.cut()
    corrected = correct(page, 1)
    retype(corrected, 1, "45")
    see_what_changes(corrected)
    assert changes(page) == {"Luis": ["78", "69"]}
    page.add_init_script(FIRST_TOTALS)
    act(page, "save")
    expect(page).to_have_url(address)
    expect(table.form).to_be_visible()
    assert page.evaluate("sessionStorage.totals") == "−40 69 35"
    expect_waiting(page, 1)
    page.goto(f"{address}log/")
    expect(page.locator(".log li").first).to_contain_text("Luis 45 (antes: 54)")
    page.goto(f"{address}everyday/draw/")
    expect_whole_text(
        page, "#missing p:visible", ["El sorteo de sitios necesita señal."]
    )
    page.goto(f"{address}help/")
    expect(page).to_have_url("/help/chinchon/")
    comes_back(line, page)
    expect_waiting(page, 0)
    page.goto(address)
    table.expect_totals(-40, 69, 35)
    assert len(log(page, address)) == 5


def saves(page):
    tap_button(page, "Guardar")


@extent.by_night("signal")
def test_one_joins_and_a_dropped_joining_takes_along_the_hand_that_has_the_name(
    pocket, line, app
):
    _wire, address, table = with_a_hand(pocket(), app, *NAMES)
    page = table.page
    page.goto(f"{address}everyday/")
    tap_link(page, "Se sienta alguien")
    line.cut()  # the form is the server's, its answer is the phone's
    page.locator("form.sheetlike").evaluate("form => { form.noValidate = true; }")
    saves(page)
    expect_whole_text(page, ".error", "Este campo es obligatorio.")
    page.get_by_label("Nombre").fill("Inés")
    saves(page)
    expect_whole_text(page, ".row .name", [*NAMES, "Inés"])
    table.scores(0, "clean", {1: 2, 2: 5, 3: 33})
    expect_waiting(page, 2)
    page.goto("/no-signal/")
    drops_the_first(page, lost=1)
    expect_waiting(page, 0)
    comes_back(line, page)
    assert log(page, address) == ["Cierra Ana, con todo ligado · Luis 23 · Eva 7"]


def drops_the_first(page, lost):
    """Drop the first waiting line, and with it those that make no sense without it."""
    drop = page.locator("#hands > li").first.locator("[data-do=drop]")
    drop.tap()
    expect(drop).to_contain_text(f"se pierden: {lost}")
    drop.tap()


@extent.by_night("signal")
def test_what_was_judged_before_another_tab_wrote_is_judged_again_and_not_lost(
    pocket, line, app
):
    _wire, address, table = with_a_hand(pocket(), app, *NAMES)
    page = table.page
    line.cut()
    page.goto(f"{address}everyday/retire/")
    page.get_by_label("Luis").tap()
    page.evaluate(OTHER_TAB_WRITES, [address.split("/")[-2], OTHER_LINE])
    saves(page)
    expect_text(page, ".trouble", "Cierra Ana")
    saves(page)
    page.wait_for_url(address)
    expect_waiting(page, 2)
    comes_back(line, page)
    expect_waiting(page, 0)
    assert log(page, address) == [
        "Cierra Ana, con todo ligado · Luis 23 · Eva 7",
        "Cierra Ana, con todo ligado · Luis 5 · Eva 6",
        "Luis se retira",
    ]
