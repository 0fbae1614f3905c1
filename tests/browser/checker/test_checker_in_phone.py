"""The checker where there is no signal, by the engine in the phone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.checker.test_checker import Checker
from tests.browser.offline.test_match_pages import can_do_without_server
from tests.browser.support.pocket import comes_true, is_ready
from tests.browser.support.table import Table

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


def test_a_hand_of_a_match_is_counted_with_no_signal_and_carried_to_its_form(pocket, line, app):
    table = pocket().starts("Ana", "Luis", "Eva")
    page, board = table.page, table.page.url
    keeps_the_engine(page)
    can_do_without_server(page, app, 0)
    line.cut()
    page.goto(f"{board}check/?closer=0")
    checker = Checker(page)
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


# The verdicts of the engine come once `holds` is false.
HOLDS = """const post = Worker.prototype.postMessage;
window.holds = false;
Worker.prototype.postMessage = async function (message) {
  while (window.holds) await new Promise(requestAnimationFrame);
  post.call(this, message);
};"""


def test_a_count_without_a_signal_is_carried_with_the_card_that_was_tapped_last(pocket, line, app):
    table = pocket(before=HOLDS).starts("Ana", "Luis")
    page, board = table.page, table.page.url
    keeps_the_engine(page)
    can_do_without_server(page, app, 0)
    line.cut()
    page.goto(f"{board}check/?closer=0&close=clean&at=1")
    checker = Checker(page)
    checker.taps("4o", "5o", "12c", "12e", "12b", "7e")
    expect(checker.counter).to_have_text("6 de 7 cartas")
    page.evaluate("holds = true")
    checker.taps("1c")
    checker.fill.tap()
    page.evaluate("holds = false")
    expect(Table(page).field(1)).to_have_value("17")


# The engine makes pages, but never a verdict on what is tapped there.
IS_SLOW = """const post = Worker.prototype.postMessage;
Worker.prototype.postMessage = function (message) {
  if (!message.text.includes('"is_part",true')) post.call(this, message);
};"""


@pytest.mark.long
def test_cards_that_take_the_engine_too_long_are_judged_once_there_is_a_signal(pocket, line):
    page = pocket(before=IS_SLOW).starts("Ana", "Luis").page
    keeps_the_engine(page)
    line.cut()
    checker = Checker.opened(page, rules="gin", players=2)
    checker.taps("Ah")
    expect(page.locator("#lost")).to_have_text("Sin señal: se comprueba cuando vuelva.")
    line.mend()
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(checker.counter).to_have_text("1 de 10 cartas")
    expect(page.locator("#lost")).to_be_hidden()
