"""The checker where there is no signal, by the engine in the phone."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.checker.test_checker import KNOCK, Checker
from tests.browser.support.pocket import can_do_without_server, comes_true, is_ready
from tests.browser.support.routes import ONLINE, asked_by
from tests.browser.support.steps import expect_count, expect_hidden, expect_whole_text
from tests.browser.support.table import Table
from tests.support import extent

FORGETS = """() => new Promise((done) => { indexedDB.deleteDatabase("reenganche").onsuccess = done; })"""
IS_KEPT = "() => caches.match('/check/').then(Boolean)"  # with it what it loads


def keeps_the_engine(page):
    is_ready(page)
    comes_true(page, IS_KEPT)


# What the engine is asked waits while `holds` is true: from the start with #holds in the address. Nobody is
# patient if it is "too long".
HOLDS = """const post = Worker.prototype.postMessage;
const wait = setTimeout;
window.holds = location.hash === "#holds";
window.setTimeout = (act, ms, ...given) => wait(act, window.holds === "too long" ? 0 : ms, ...given);
Worker.prototype.postMessage = async function (message) {
  while (window.holds) await new Promise(requestAnimationFrame);
  post.call(this, message);
};"""


@extent.by_night("signal")
@pytest.mark.long
def test_cards_are_judged_with_no_signal_though_the_checker_was_never_open(
    pocket, line
):
    page = pocket(before=HOLDS).starts("Ana", "Luis").page
    keeps_the_engine(page)
    line.cut()
    checker = Checker.opened(page, rules="gin", players=2)
    expect(page.locator("#rules")).to_have_value("gin")
    checker.taps("Ah 2h 3h 4c 4d 4s 9h Th Jh")
    expect(checker.counter).to_have_text("9 de 10 cartas")
    checker.taps("Qh")
    expect(checker.headline).to_have_text("Puede cerrar: gin, +25")
    page.locator("#rules").select_option("rummy")
    expect_whole_text(page, "h1", "¿Puede salir?")
    page.go_back()
    expect(checker.headline).to_have_text("Puede cerrar: gin, +25")
    expect_hidden(page, "#lost")
    page.evaluate("holds = 'too long'")
    checker.label("Qh").tap()
    expect_whole_text(page, "#lost", "Sin señal: se comprueba cuando vuelva.")
    line.mend()
    page.evaluate(ONLINE)
    expect(checker.counter).to_have_text("9 de 10 cartas")
    expect_hidden(page, "#lost")


@extent.by_night("signal")
@pytest.mark.long
def test_on_line_cards_cost_no_request_once_the_engine_is_there(pocket):
    page = pocket().starts("Ana", "Luis").page
    is_ready(page)
    page.goto(f"{page.url}check/?closer=0")
    expect(page.locator("[data-ready=judges]")).to_be_attached()
    asked = asked_by(page, lambda request: "/check/" in request.url)
    checker = Checker(page)
    checker.taps(KNOCK)
    expect(checker.headline).to_have_text("Puede cerrar: le quedan 3")
    assert asked == []


@extent.by_night("signal")
@pytest.mark.long
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
    page.wait_for_function(
        "() => performance.getEntriesByType('navigation')[0].type === 'reload'"
    )
    expect_whole_text(page, "h1", "Cierra Ana")


@pytest.mark.long
def test_a_hand_of_a_match_is_counted_with_no_signal_and_carried_to_its_form(
    pocket, line, app
):
    page = pocket(before=HOLDS).starts("Ana", "Luis", "Eva").page
    keeps_the_engine(page)
    can_do_without_server(page, app, 0)
    line.cut()
    page.goto(f"{page.url}check/?closer=0#holds")
    checker = Checker(page)
    checker.label("1o").tap(force=True)
    expect_count(page, ".deck input:checked", 0)  # before it is drawn
    page.evaluate("holds = false")
    expect_whole_text(page, "h1", "Cierra Ana")
    checker.taps(KNOCK)
    expect(checker.headline).to_have_text("Puede cerrar: le quedan 3")
    checker.next.tap()
    expect_whole_text(page, "h1", "Cartas de Luis")
    checker.taps("4o 5o 12c 12e 12b 7e")
    expect(checker.counter).to_have_text("6 de 7 cartas")
    page.evaluate("holds = true")
    checker.taps("1c")
    checker.fill.tap()
    page.evaluate("holds = false")
    page.wait_for_url(re.compile(r"/m/[^/]+/\?"))
    Table(page).expect_typed(1, "8")
