"""Totals come at the tap itself, before the server answers. They go back where nothing can be stored."""

import re

import pytest
from playwright.sync_api import Route, expect

from tests.browser.offline.test_evening import NAMES
from tests.browser.support.pocket import (
    UNGUARDED,
    can_do_without_server,
    comes_back,
    expect_waiting,
    log,
)
from tests.browser.support.routes import ONLINE, Gate, asked_by, says_all
from tests.browser.support.steps import (
    expect_count,
    expect_text,
    expect_visible,
    expect_whole_text,
)
from tests.support import extent
from tests.support.wire import Phone

pytestmark = pytest.mark.long

FULL = """IDBObjectStore.prototype.put = function () {
  if (this.transaction.mode === "readwrite") throw new DOMException("full", "QuotaExceededError");
}"""
NO_STORAGE = (
    "Este teléfono no puede guardar nada sin señal: su memoria está bloqueada o llena."
)
REFUSES = """Object.defineProperty(window, "indexedDB", {
  value: { databases: async () => [], open() { throw new Error("no"); } } })"""
NEARLY_FULL = "if (navigator.storage) navigator.storage.estimate = async () => ({ quota: 9e6, usage: 8e6 })"
FORBIDDEN = "Storage.prototype.setItem = () => { throw new Error('full'); }"
WAITS = "Por enviar, aún no cuenta: se envía sola cuando haya señal."
INSECURE = "Object.defineProperty(window, 'isSecureContext', { value: false })"
# Tap Save twice and read the totals before anything else can run.
TAPPED_TWICE = """(save) => {
  save.click();
  save.click();
  return [...document.querySelectorAll("#board [data-total]")].map(({ textContent }) => textContent);
}"""
# From now on: the texts of the totals as they change, the boards that came, and what moved.
WATCH = """() => {
  let board = document.getElementById("board");
  const cells = () => [...board.querySelectorAll("[data-total]")];
  const totals = () => cells().map(({ textContent }) => textContent).join(" ");
  const watched = (window.watched = { totals: [totals()], boards: 0, moved: [] });
  new MutationObserver(() => {
    if (!board.isConnected) watched.boards += 1;
    board = document.getElementById("board");
    if (totals() !== watched.totals.at(-1)) watched.totals.push(totals());
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
  const texts = ({ sources }) => sources.map(({ node }) => node?.textContent.trim());
  const observer = new PerformanceObserver((list) => watched.moved.push(...list.getEntries().map(texts)));
  observer.observe({ type: "layout-shift" });
}"""
BOXES = """() => {
  const parts = [...document.querySelectorAll(".bar, .row, .total, .said")];
  return [scrollY, ...parts.map((part) => JSON.stringify(part.getBoundingClientRect()))];
}"""
PAINTED = """async () => {
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  await new Promise((reported) => setTimeout(reported));
}"""


def with_a_hand(phone, line):
    wire = Phone(line.to)
    address = wire.start(*NAMES)
    wire.save(address, 0, 23, 7)
    return phone.continues(wire, address)


@pytest.fixture
def table(pocket, line, app):
    """A match of three with one hand, on a phone that could do without the server from now on."""
    table = with_a_hand(pocket(), line)
    can_do_without_server(table.page, app, 1)
    return table


def answers_behind(table, totals, answer):
    """The server answers to a hand once the phone shows these totals."""

    def handle(route):
        table.expect_totals(*totals)
        answer(route)

    table.page.route("**/push/", handle, times=1)


def test_the_tap_itself_shows_the_totals_and_those_of_the_server_win(app, table):
    page = table.page
    address = table.page.url
    two_taps_show_them_and_push_one_hand(table)
    nothing_flickers_on_a_slow_line(table)
    gate = Gate(page, "**/push/")
    table.scores(0, "clean", {1: 1, 2: 2})
    table.expect_totals(-4, 30, 25)
    assert gate.held
    expect_waiting(page, 1)  # it is stored before it is pushed, and outlives the page
    page.unroute_all(behavior="ignoreErrors")
    page.goto(address)
    expect_waiting(page, 0)
    table.expect_totals(-4, 30, 25)
    can_do_without_server(page, app, 4)
    for what_has_the_log in (
        "**/pulse/**",
        "**/document/",
    ):  # it would take back the made-up answer
        page.route(what_has_the_log, lambda route: route.abort())
    page.evaluate(ONLINE)  # the poll that waits already ends
    answers_behind(table, (8, 33, 33), counts_one_more_for_luis)
    table.fills(1, "knock-3", {0: 12, 2: 8})
    page.evaluate(UNGUARDED.replace("? 0", "? 1e6"))
    table.save_button.tap()
    # a second tap would undo it
    expect(table.undo_button).to_have_attribute("aria-disabled", "true")
    table.expect_totals(8, 34, 33)
    expect_text(table.board, ".trouble", "Este teléfono mostraba: Luis 33")
    expect_text(table.board, ".trouble", "El servidor: Luis 34")
    assert len(log(page, address)) == 5


def two_taps_show_them_and_push_one_hand(table):
    table.fills(1, "knock-3", {0: 12, 2: 8})
    expect(table.line).to_contain_text("Eva +8 = 15")
    posted = asked_by(table.page, lambda request: request.method == "POST")
    before = table.key
    assert table.save_button.evaluate(TAPPED_TWICE) == ["2", "26", "15"]
    expect(table.board).not_to_have_attribute("data-key", before)
    says_all(table.page)
    (request,) = posted
    assert [one["entry"][0] for one in request.post_data_json["mutations"]] == ["hand"]


def nothing_flickers_on_a_slow_line(table):
    answers_behind(table, (6, 29, 23), Route.continue_)
    # totals as wide as before: a wider one moves its own left edge
    table.fills(1, "knock-3", {0: 4, 2: 8})
    # it may move while somebody types
    expect(table.line).to_contain_text("Eva +8 = 23")
    boxes = table.page.evaluate(BOXES)
    before = table.key
    table.page.evaluate(WATCH)
    table.save_button.tap()
    expect(table.board).not_to_have_attribute("data-key", before)
    table.page.evaluate(PAINTED)
    watched = {"totals": ["2 26 15", "6 29 23"], "boards": 1, "moved": []}
    assert table.page.evaluate("window.watched") == watched
    assert table.page.evaluate(BOXES) == boxes


def counts_one_more_for_luis(route):
    answer = route.fetch()
    said = answer.json()
    said["totals"] = [
        [seat, "34" if total == "33" and seat == 1 else total]
        for seat, total in said["totals"]
    ]
    route.fulfill(response=answer, json=said)


def test_a_hand_refused_or_not_stored_stays_typed_and_the_totals_go_back(
    line, app, table
):
    page = table.page
    page.evaluate(f"void ({FULL})")
    a_hand_waits_in_its_form(table, line)
    page.goto(page.url)
    can_do_without_server(page, app, 2)
    table.scores(1, "clean", {0: 12, 2: 8})
    line.cut()
    table.scores(2, "clean", {0: 1, 1: 2})
    # the first answer may be lost
    expect_whole_text(page, "#waiting b", re.compile("[12]"))
    table.expect_totals(15, 18, 13)
    table.fills(1, "knock-3", {0: 12})
    table.save_button.tap()
    expect(table.form.locator(".row.wrong")).to_have_attribute("data-seat", "2")
    table.expect_typed(0, "12")
    page.evaluate(f"void ({FULL})")
    table.types({2: 6})
    table.save_button.tap()
    expect(table.line).to_contain_text(
        "la memoria de este teléfono está llena o bloqueada"
    )
    table.expect_totals(15, 18, 13)
    table.expect_typed(2, "6")


def a_hand_waits_in_its_form(table, line):
    line.cut()
    table.fills(1, "knock-3", {0: 12, 2: 8})
    table.save_button.tap()
    expect(table.line).to_contain_text("Por enviar, aún no cuenta")
    table.expect_totals(-10, 23, 7)
    table.expect_typed(0, "12")
    comes_back(line, table.page)
    table.expect_totals(2, 26, 15)


@pytest.mark.parametrize(
    "script",
    [
        extent.night_param("signal", REFUSES),
        FULL,
        extent.night_param("signal", NEARLY_FULL),
    ],
    ids=["private", "full", "nearly full"],
)
def test_a_board_says_that_nothing_can_be_stored_and_a_hand_waits_in_its_form(
    pocket, line, script
):
    table = with_a_hand(pocket(before=script), line)
    expect_whole_text(table.board, "#no-storage", NO_STORAGE)
    if script != NEARLY_FULL:
        a_hand_waits_in_its_form(table, line)
        expect_whole_text(table.board, "#no-storage", NO_STORAGE)


def test_over_plain_http_a_hand_waits_in_its_form_and_nothing_is_said_of_the_storage(
    pocket, line, app
):
    table = with_a_hand(pocket(before=INSECURE), line)
    table.page.evaluate(
        "storage => import(storage)", app.static("js/offline/storage.js")
    )
    a_hand_waits_in_its_form(table, line)
    line.cut()
    table.fills(0, "clean", {1: 12, 2: 8})
    table.save_button.tap()
    expect_visible(table.page, "#lost")
    expect(table.line).to_have_text(WAITS)
    table.page.wait_for_timeout(500)
    expect_count(table.board, "#no-storage", 0)


@pytest.mark.parametrize("before", ["", FORBIDDEN])
@extent.by_night("signal")
def test_a_hand_whose_answer_was_lost_is_not_shown_as_that_of_another(
    pocket, line, before
):
    table = with_a_hand(pocket(before=f"{INSECURE}; {before}"), line)
    page = table.page
    page.clock.install()
    page.reload()
    page.route("**/hand/", lambda route: (route.fetch(), route.abort()))
    table.fills(1, "knock-3", {0: 12, 2: 8})
    table.save_button.tap()
    expect_visible(table.line, ".error")
    with page.expect_response("**/pulse/**"):  # it has the hand
        page.evaluate(ONLINE)
    page.wait_for_timeout(300)
    expect(table.meanwhile).to_be_hidden()
    table.expect_typed(0, "12")
    page.unroute("**/hand/")
    if before:
        table.save_button.tap()
    page.clock.fast_forward(10_000)  # it is tried again so often
    table.expect_totals(2, 26, 15)
    expect_whole_text(page, "h1", "Mano 3")
    expect(table.trouble).to_have_count(0)
