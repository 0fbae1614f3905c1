"""Totals without a signal: the phone judges what is written, and the server has the last word."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import pytest
from playwright.sync_api import Page, Request, Route, expect

from tests.browser.board.test_polling import link
from tests.browser.offline.test_offline import ONLINE
from tests.browser.support.pocket import IS_STORED, comes_true, expect_waiting, is_ready, keeps_all_files, log
from tests.browser.support.routes import Obstacle, is_poll
from tests.browser.support.table import Table
from tests.support import extent

FOUR = ("Ana", "Luis", "Eva", "Paco")
pytestmark = pytest.mark.long

FULL = """() => {
  IDBObjectStore.prototype.put = () => { throw new DOMException("", "QuotaExceededError"); };
}"""


@pytest.fixture
def computing(app):
    """Wait until a phone could do without the server: it has the engine, and `entries` lines of the match."""

    def computing(page: Page, entries: int = 0) -> None:
        is_ready(page)
        page.evaluate("url => import(url).then(({ prepare }) => prepare())", app.static("js/phone/engine.js"))
        comes_true(page, IS_STORED, entries)
        keeps_all_files(page, app)

    return computing


@pytest.fixture
def table(pocket, computing) -> Table:
    """A match of three with one hand, on a phone that could do without the server from now on."""
    table = pocket().starts("Ana", "Luis", "Eva")
    table.scores(0, "clean", {1: 23, 2: 7})
    computing(table.page, entries=1)
    return table


@pytest.mark.long
def test_an_evening_without_a_signal_is_the_one_that_the_server_writes_then(pocket, line, computing):
    table = pocket().starts(*FOUR, preset="chinchon-fournier")
    address = table.page.url
    table.scores(0, "clean", {1: 60, 2: 7, 3: 10})
    computing(table.page, entries=1)
    line.cut()
    has_one_bought_back_in(table)
    undone_and_redone(table)
    table.scores(3, "chinchon", {0: 1, 1: 2, 2: 3})
    line.mend()
    expect_waiting(table.page, 0)
    table.expect_totals(-7, 31, 20, 18)
    lines = log(table.page, address)
    assert (len(lines), lines[-1]) == (13, "Cierra Paco, chinchón · Ana 1 · Luis 2 · Eva 3")


def has_one_bought_back_in(table: Table) -> None:
    table.scores(0, "clean", {1: 45, 2: 7, 3: 10})
    assert table.asked() == ["Luis"]
    table.answers(1, "yes")
    table.expect_totals(-20, 20, 14, 20)
    table.scores(2, "knock-3", {0: 12, 1: 9, 3: 8})
    table.expect_totals(-8, 29, 17, 28)
    expect(table.line).to_contain_text("Luis +9 = 29")


def undone_and_redone(table: Table) -> None:
    """The last line that is taken back is one that the server has."""
    for totals in ((-20, 20, 14, 20), (-20, 105, 14, 20), (-10, 60, 7, 10), (0, 0, 0, 0)):
        table.undoes()
        table.expect_totals(*totals)
    for _time in range(4):
        table.redoes()
    table.expect_totals(-8, 29, 17, 28)
    expect(table.page.locator("h1")).to_have_text("Mano 4")
    expect_waiting(table.page, 11)


def test_a_phone_that_was_switched_off_shows_the_totals_and_goes_on(pocket, line, computing):
    phone = pocket(is_kept=True)
    table = phone.starts("Ana", "Luis", "Eva")
    address = table.page.url
    computing(table.page)
    line.cut()
    table.scores(0, "clean", {1: 23, 2: 7})
    table.expect_totals(-10, 23, 7)
    phone.closes()
    table = Table(phone.opens(address))
    table.expect_totals(-10, 23, 7)
    table.scores(1, "knock-3", {0: 12, 2: 8})
    table.expect_totals(2, 26, 15)
    expect_waiting(table.page, 2)
    board = table.board.element_handle()
    line.mend()
    expect_waiting(table.page, 0)
    table.expect_totals(2, 26, 15)
    assert board.evaluate("board => board.isConnected")  # nothing was drawn anew: it is the server's
    assert len(log(table.page, address)) == 2


# Tap Save twice and read the totals before anything else can run.
TAPPED_TWICE = """(save) => {
  save.click();
  save.click();
  return [...document.querySelectorAll("#board [data-total]")].map(({ textContent }) => textContent);
}"""


def test_the_tap_itself_shows_the_totals_of_a_hand_that_was_said(table):
    table.fills(1, "knock-3", {0: 12, 2: 8})
    expect(table.line).to_contain_text("Eva +8 = 15")
    posted: list[Request] = []
    table.page.on("request", lambda request: posted.append(request) if request.method == "POST" else None)
    before = table.key
    assert table.save_button.evaluate(TAPPED_TWICE) == ["2", "26", "15"]
    expect(table.board).not_to_have_attribute("data-key", before)
    expect_told(table.page)
    (request,) = posted
    assert [one["entry"][0] for one in request.post_data_json["mutations"]] == ["hand"]


def expect_told(page: Page) -> None:
    """What the page would still say to the server has been said."""
    for _time in range(2):
        page.wait_for_event("response", is_poll)


def answers_behind(table: Table, totals: Sequence[int], answer: Callable[[Route], None]) -> None:
    """The server answers to a hand once the phone shows these totals."""

    def handle(route: Route) -> None:
        table.expect_totals(*totals)
        answer(route)

    table.page.route("**/push/", handle, times=1)


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
PLACES = """() => {
  const parts = [...document.querySelectorAll(".bar, .row, .total, .said")];
  return [scrollY, ...parts.map((part) => JSON.stringify(part.getBoundingClientRect()))];
}"""
PAINTED = """async () => {
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  await new Promise((reported) => setTimeout(reported));
}"""


@pytest.mark.parametrize("is_said", [extent.night_param("signal", True), False], ids=["said", "at-once"])
def test_nothing_flickers_while_a_hand_is_saved_on_a_slow_line(pocket, computing, is_said):
    table = pocket().starts("Ana", "Luis", "Eva")
    table.scores(0, "knock-3", {1: 23, 2: 17})
    computing(table.page, entries=1)
    answers_behind(table, (7, 26, 25), Route.continue_)
    table.fills(1, "knock-3", {0: 4, 2: 8})  # totals as wide as before: a wider one moves its own left edge
    if is_said:
        expect(table.line).to_contain_text("Eva +8 = 25")
    places, before = table.page.evaluate(PLACES), table.key
    table.page.evaluate(WATCH)
    table.save_button.tap()
    expect(table.board).not_to_have_attribute("data-key", before)
    table.page.evaluate(PAINTED)
    assert table.page.evaluate("window.watched") == {
        "totals": ["3 23 17", "7 26 25"],
        "boards": 1,
        "moved": [],
    }
    assert table.page.evaluate(PLACES) == places


def changes_a_total(route: Route) -> None:
    answer = route.fetch()
    said = answer.json()
    said["totals"] = [[seat, "27" if total == "26" else total] for seat, total in said["totals"]]
    route.fulfill(response=answer, json=said)


def answers_with_other_totals(table: Table) -> None:
    for what_has_the_log in ("**/pulse/**", "**/document/"):  # it would take back the made-up answer
        table.page.route(what_has_the_log, lambda route: route.abort())
    answers_behind(table, (2, 26, 15), changes_a_total)
    table.fills(1, "knock-3", {0: 12, 2: 8})


def test_totals_come_before_the_answer_and_those_of_the_server_win(table):
    answers_with_other_totals(table)
    table.save_button.tap()
    table.expect_totals(2, 27, 15)
    expect(table.board.locator(".trouble")).to_contain_text("Este teléfono mostraba: Luis 26")
    expect(table.board.locator(".trouble")).to_contain_text("El servidor: Luis 27")


@extent.by_night("signal")
def test_a_signal_that_is_lost_right_after_other_totals_of_the_server_fails_no_script(table):
    table.page.route("**/differs/", lambda route: route.abort())
    answers_with_other_totals(table)
    with table.page.expect_event("requestfailed", lambda request: request.url.endswith("/differs/")):
        table.save_button.tap()
    table.page.evaluate(PAINTED)


def test_where_nothing_can_be_stored_the_hand_stays_typed_and_the_totals_go_back(line, table):
    table.page.evaluate(FULL)
    line.cut()
    table.fills(1, "knock-3", {0: 12, 2: 8})
    table.save_button.tap()
    expect(table.line).to_contain_text("Sin enviar, aún no cuenta")
    table.expect_totals(-10, 23, 7)
    expect(table.field(2)).to_have_value("8")
    line.mend()
    table.expect_totals(2, 26, 15)


def test_what_is_half_typed_stays_when_another_tab_saves(table, line):
    second = Table(table.page.context.new_page())
    second.page.goto(table.page.url)
    is_ready(second.page)
    line.cut()
    second.fills(1, "clean", {0: 12})
    table.page.bring_to_front()
    table.scores(0, "clean", {1: 23, 2: 7})
    second.page.bring_to_front()
    expect(second.page.locator("[data-news-text]")).to_contain_text("Cierra Ana")
    expect(second.field(0)).to_have_value("12")
    second.field(2).fill("8")
    second.save_button.tap()
    expect_waiting(second.page, 2)


def test_the_signal_is_lost_after_a_save_and_a_hand_that_is_refused_or_not_stored_leaves_the_totals(
    line, table
):
    table.scores(1, "clean", {0: 12, 2: 8})
    line.cut()
    table.scores(2, "clean", {0: 1, 1: 2})
    expect(table.page.locator("#waiting b")).to_have_text(re.compile("[12]"))  # the first answer may be lost
    table.expect_totals(3, 15, 5)
    table.fills(1, "knock-3", {0: 12})
    table.save_button.tap()
    expect(table.form.locator(".row.wrong")).to_have_attribute("data-seat", "2")
    expect(table.field(0)).to_have_value("12")
    table.page.evaluate(FULL)
    table.types({2: 6})
    table.save_button.tap()
    expect(table.line).to_contain_text("la memoria de este teléfono está llena o bloqueada")
    table.expect_totals(3, 15, 5)
    expect(table.field(2)).to_have_value("6")


@extent.by_night("signal")
def test_a_hand_whose_answer_was_lost_before_another_phone_wrote_differs_in_nothing(pocket, computing):
    table = pocket().starts("Ana", "Luis", "Eva")
    other = pocket().takes(link(table, "Apuntar"))
    table.page.goto(other.page.url)
    computing(table.page)
    heard: list[str] = []
    table.page.on("request", lambda request: heard.append(request.url))
    lost = loses_answers(table.page)
    table.scores(0, "clean", {1: 23, 2: 7})
    expect_waiting(table.page, 1)
    other.expect_totals(-10, 23, 7)
    other.scores(1, "knock-3", {0: 12, 2: 8})
    lost.lets_pass()
    table.page.evaluate(ONLINE)
    expect_waiting(table.page, 0)
    table.expect_totals(2, 26, 15)
    expect_told(table.page)
    assert [url for url in heard if "/differs/" in url] == []


def loses_answers(page: Page) -> Obstacle:
    """The server hears the first hand; the page hears no answer to it, nor is it heard again."""
    sent: list[str] = []

    def meet(route: Route) -> None:
        if not sent:
            route.fetch()
        sent.append(route.request.url)
        route.abort()

    return Obstacle(page, "**/push/", meet)
