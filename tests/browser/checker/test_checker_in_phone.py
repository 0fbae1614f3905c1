"""The checker where there is no signal, by the engine in the phone."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.checker.test_checker import KNOCK, Checker
from tests.browser.support.pocket import can_do_without_server, comes_true, is_ready
from tests.browser.support.table import Table

FORGETS = """() => new Promise((done) => { indexedDB.deleteDatabase("reenganche").onsuccess = done; })"""
IS_KEPT = "() => caches.match('/check/').then(Boolean)"  # with it what it loads


def keeps_the_engine(page: Page) -> None:
    is_ready(page)
    comes_true(page, IS_KEPT)


def test_cards_are_judged_with_no_signal_though_the_checker_was_never_open(pocket, line):
    page = pocket().starts("Ana", "Luis").page
    keeps_the_engine(page)
    line.cut()
    checker = Checker.opened(page, rules="gin", players=2)
    expect(page.locator("#rules")).to_have_value("gin")
    checker.taps("Ah", "2h", "3h", "4c", "4d", "4s", "9h", "Th", "Jh")
    expect(checker.counter).to_have_text("9 de 10 cartas")
    checker.taps("Qh")
    expect(checker.headline).to_have_text("Puede cerrar: gin, +25")
    page.locator("#rules").select_option("rummy")
    expect(page.locator("h1")).to_have_text("¿Puede salir?")
    page.go_back()
    expect(checker.headline).to_have_text("Puede cerrar: gin, +25")
    expect(page.locator("#lost")).to_be_hidden()


def test_on_line_cards_cost_no_request_once_the_engine_is_there(pocket):
    page = pocket().starts("Ana", "Luis").page
    board = page.url
    is_ready(page)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(urlsplit(request.url).path))
    for address in ("/check/?players=2", f"{board}check/?closer=0"):
        page.goto(address)
        expect(page.locator("[data-ready=judges]")).to_be_attached()
        asked.clear()
        checker = Checker(page)
        checker.taps(*KNOCK)
        expect(checker.headline).to_have_text("Puede cerrar: le quedan 3")
        assert [path for path in asked if path.endswith("/check/")] == []


def test_a_match_that_the_phone_does_not_know_is_not_judged_by_other_rules(pocket):
    page = pocket().starts("Ana", "Luis", preset="gin").page
    board = page.url
    is_ready(page)
    page.context.route("**/document/", lambda route: route.abort())
    page.goto("/robots.txt")
    page.evaluate(FORGETS)
    page.goto(f"{board}check/?closer=0")
    expect(page.locator("[data-ready]")).to_be_attached()
    page.evaluate("location.hash = 'drawn-anew'")  # as Back does
    page.wait_for_function("() => performance.getEntriesByType('navigation')[0].type === 'reload'")
    expect(page.locator("h1")).to_have_text("Cierra Ana")


# What the engine is asked waits while `holds` is true: from the start with #holds in the address.
HOLDS = """const post = Worker.prototype.postMessage;
window.holds = location.hash === "#holds";
Worker.prototype.postMessage = async function (message) {
  while (window.holds) await new Promise(requestAnimationFrame);
  post.call(this, message);
};"""


@pytest.fixture
def opened(pocket, line, app) -> Callable[[str], Checker]:
    """opened("?closer=0"): the checker of a match of three, without a signal, though it was never open."""

    def open_checker(query: str) -> Checker:
        page = pocket(before=HOLDS).starts("Ana", "Luis", "Eva").page
        board = page.url
        keeps_the_engine(page)
        can_do_without_server(page, app, 0)
        line.cut()
        page.goto(f"{board}check/{query}")
        return Checker(page)

    return open_checker


def test_a_hand_of_a_match_is_counted_with_no_signal_and_carried_to_its_form(opened):
    checker = opened("?closer=0")
    page = checker.page
    expect(page.locator("h1")).to_have_text("Cierra Ana")
    checker.taps("1o", "2o", "3o", "4c", "4e", "4b", "3b")
    expect(checker.headline).to_have_text("Puede cerrar: le quedan 3")
    checker.next.tap()
    expect(page.locator("h1")).to_have_text("Cartas de Luis")
    checker.taps("4o", "5o", "12c", "12e", "12b", "7e", "1c")
    expect(checker.headline).to_have_text("8 puntos")
    page.get_by_role("button", name="La mesa").tap()
    expect(page.locator(".moves li")).to_contain_text("en la escalera de Ana.")
    checker.fill.tap()
    page.wait_for_url(re.compile(r"/m/[^/]+/\?"))
    expect(Table(page).field(1)).to_have_value("8")


def test_no_card_can_be_tapped_before_the_checker_is_drawn_and_the_one_tapped_last_is_counted(opened):
    checker = opened("?closer=0&close=clean&at=1#holds")
    checker.label("4o").tap(force=True)
    expect(checker.page.locator(".deck input:checked")).to_have_count(0)
    checker.page.evaluate("holds = false")
    checker.taps("4o", "5o", "12c", "12e", "12b", "7e")
    expect(checker.page.locator("h1")).to_have_text("Cartas de Luis")
    expect(checker.counter).to_have_text("6 de 7 cartas")
    checker.page.evaluate("holds = true")
    checker.taps("1c")
    checker.fill.tap()
    checker.page.evaluate("holds = false")
    expect(Table(checker.page).field(1)).to_have_value("17")


@pytest.mark.long
def test_cards_that_take_the_engine_too_long_are_judged_once_there_is_a_signal(pocket, line):
    page = pocket(before=HOLDS).starts("Ana", "Luis").page
    keeps_the_engine(page)
    line.cut()
    checker = Checker.opened(page, rules="gin", players=2)
    expect(page.locator("#rules")).to_have_value("gin")
    page.evaluate("holds = true")
    checker.taps("Ah")
    expect(page.locator("#lost")).to_have_text("Sin señal: se comprueba cuando vuelva.")
    line.mend()
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(checker.counter).to_have_text("1 de 10 cartas")
    expect(page.locator("#lost")).to_be_hidden()
