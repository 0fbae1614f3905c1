"""A match that starts without a signal is there once when the signal is back, with all its hands.

Also on a phone that the server does not know, if it opened the home page once.
"""

import sqlite3
from contextlib import closing

import pytest
from playwright.sync_api import expect

from tests.browser.checker.test_checker import KNOCK, Checker
from tests.browser.support.phones import SAVES_DATA
from tests.browser.support.pocket import (
    OLDEST,
    can_do_without_server,
    comes_back,
    comes_true,
    expect_waiting,
    log,
    seated,
)
from tests.browser.support.steps import (
    expect_hidden,
    expect_role,
    expect_text,
    expect_whole_text,
    tap_button,
    tap_link,
)
from tests.browser.support.table import (
    Table,
    answers_five_questions,
    below,
    show_all_rules,
    start,
)
from tests.support import extent
from tests.support.wire import Phone as Wire

pytestmark = pytest.mark.long

HANDS = [
    "Cierra Eva, con todo ligado · Rosa 23",
    "Cierra Rosa, con carta suelta (3) · Eva 12",
]


def starts(page):
    """Type a match of a known and a new player with a house rule and a stake, where there is no signal."""
    page.goto("/new/")
    tap_button(page, "Eva")
    expect(page.get_by_role("textbox", name="Jugador 1")).to_have_value("Eva")
    page.get_by_role("textbox", name="Jugador 2").fill("Rosa")
    show_all_rules(page)
    page.get_by_label("Límite de puntos").fill("30")
    page.get_by_text("Con dinero").tap()
    page.get_by_label("Apuesta de cada uno").fill("2")
    tap_button(page.locator(".start"), "Empezar")
    page.wait_for_url("**/m/*/")
    expect(
        page.get_by_text("los enlaces y el código QR llegan con la señal")
    ).to_be_visible()
    return Table(page)


def test_a_match_started_without_a_signal_is_there_once_even_if_its_code_is_taken(
    pocket, line, app
):
    wire = Wire(line.to)
    other = wire.start("Ana", "Luis", "Eva")
    page = pocket().continues(wire, other).page
    can_do_without_server(page, app, 0)
    comes_true(page, "async () => Boolean(await caches.match('/check/'))")
    line.cut()
    table = starts(page)
    table.scores(0, "clean", {1: 23})
    table.scores(1, "knock-3", {0: 12})
    address = page.url
    table.closes(0, "knock-3")
    takes_the_number_of_the_checker(page)
    table.expect_typed(1, "3")
    page.goto("/")
    tap_link(page, "Nueva partida: Eva y Rosa")
    expect(page).to_have_url(address)
    table.expect_totals(2, 26)
    expect_waiting(page, 3)
    give_away(app, *(url.split("/")[-2] for url in (address, other)))
    comes_back(line, page)
    expect_waiting(page, 0)
    expect(page).not_to_have_url(address)
    table.expect_totals(2, 26)
    expect_whole_text(below(page), "#pot h2", "El bote: 4\u00a0fichas")
    assert log(page, page.url) == HANDS


@extent.by_night("signal")
def test_a_form_filled_in_by_five_questions_and_sent_twice_leads_to_its_match(
    pocket, line, app
):
    wire = Wire(line.to)
    page = pocket(before=OLDEST).continues(wire, wire.start("Ana", "Luis", "Eva")).page
    can_do_without_server(page, app, 0)
    line.cut()
    page.goto("/new/")
    answers_five_questions(page)
    key = page.locator("[name=uid]").input_value()
    seats(page, "Eva", "Rosa")
    address = page.url
    table = Table(page)
    table.scores(0, "clean", {1: 23})
    page.goto("/new/")  # the form as a browser keeps it for its button Back
    page.locator("[name=uid]").evaluate("(field, key) => { field.value = key; }", key)
    seats(page, "Eva", "Rosa")
    expect(page).to_have_url(address)
    table.expect_totals(-10, 23)
    expect_waiting(page, 2)


def seats(page, *names):
    for number, name in enumerate(names, start=1):
        page.get_by_role("textbox", name=f"Jugador {number}").fill(name)
    tap_button(page.locator(".start"), "Empezar")
    page.wait_for_url("**/m/*/")


def takes_the_number_of_the_checker(page):
    page.locator("[data-check]").first.tap()
    expect_role(page, "link", "Al marcador")
    checker = Checker(page)
    checker.taps(KNOCK)
    checker.fill.tap()
    expect_text(page, "h1", "Mano 3")


def give_away(app, code, other):
    """Give the match `other` the code that a phone has chosen for its own."""
    with closing(sqlite3.connect(app.data / "db.sqlite3")) as database, database:
        database.execute(
            "UPDATE scores_match SET code = ? WHERE code = ?", [code, other]
        )


@extent.by_night("signal")
def test_a_refused_start_says_why_and_is_thrown_away_with_its_hands_after_a_question(
    pocket, line, app
):
    page = seated(pocket(), app, "Ana", "Luis", "Eva").page
    line.cut()
    starts(page).scores(0, "clean", {1: 23})
    page.context.clear_cookies()  # the phone has lost its right in the group
    line.mend()
    page.goto("/no-signal/")
    expect(page.get_by_role("heading", level=1)).to_have_accessible_name("Por enviar")
    reasons = page.locator("[data-reasons] li")
    expect(reasons).to_have_text(
        ["Su grupo, o la partida de antes, ya no está en este teléfono."]
    )
    expect_waiting(page, 2)
    behind = page.locator("[data-state]").last
    expect(behind).to_have_text("Espera a que se resuelva la anterior.")
    assert {"Nueva partida: Eva y Rosa", HANDS[0]} < set(copies_start(page))
    throws_away(page, hands=1)
    page.goto("/")
    expect(page.get_by_role("link", name="Nueva partida: Eva y Rosa")).to_have_count(0)


def throws_away(page, hands):
    """Throw the only waiting start away, with its hands."""
    throw_away = page.get_by_role("button", name="Tirar la partida")
    throw_away.tap()
    expect(throw_away).to_have_text(
        f"¿Seguro? Tirar la partida. Manos y cambios que se pierden: {hands}"
    )
    expect_waiting(page, hands + 1)
    throw_away.tap()
    expect_waiting(page, 0)


def copies_start(page):
    """The lines that the button of a waiting start copies: the match and its hands."""
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    tap_button(page.locator("#hands > li").first, "Copiar")
    expect_role(page, "button", "Copiado")
    return page.evaluate("navigator.clipboard.readText()").splitlines()


@extent.by_night("signal")
def test_a_stranger_who_opened_home_once_has_the_rest_without_a_signal(pocket, line):
    page = pocket(is_new=True).opens("/")
    expect(page.get_by_text("Funciona sin señal", exact=True)).to_be_visible()
    line.cut()
    for address, heading in {
        "/demo/": "Una prueba",
        "/help/gin/": "Gin",
        "/check/": "¿Puede cerrar?",
    }.items():
        page.goto(address)
        expect(page.locator("h1"), address).to_contain_text(heading)
        expect_hidden(page, "#missing")
    table = start(page, "Ana", "Luis 👍")
    board = page.url
    table.scores(0, "clean", {1: 23})
    comes_back(line, page)
    expect_waiting(page, 0)
    table.expect_totals(-10, 23)
    assert len(log(page, board)) == 1
    # what was kept for nobody is kept for this phone now
    comes_true(page, "async () => !(await caches.has('pages nobody.es'))")
    assert page.evaluate("async () => Boolean(await caches.match('/help/gin/'))")


def test_a_phone_that_saves_data_is_asked(pocket, app):
    has_engine = f"async () => Boolean(await caches.match('{app.static('js/phone/engine.json')}'))"
    page = pocket(before=SAVES_DATA).opens("/")
    button = page.get_by_role("button", name="Descargar")
    expect(button).to_be_visible()
    assert not page.evaluate(has_engine)
    button.tap()
    expect_whole_text(
        page, "#engine p", "Este teléfono suma y comprueba cartas también sin señal."
    )
    comes_true(page, has_engine)
    page.goto("/phone/")
    expect_hidden(page, "#engine")
