"""A match that starts without a signal is there once when the signal is back, with all its hands."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.board.test_polling import link
from tests.browser.corrections.test_corrections import act, correct, retype, see_what_changes
from tests.browser.offline.test_offline import ONLINE
from tests.browser.support.pocket import (
    IS_STORED,
    comes_true,
    expect_waiting,
    is_ready,
    keeps_all_files,
    log,
    ready_board,
)
from tests.browser.support.table import Table, below
from tests.support import extent
from tests.support.line import Line, line_to
from tests.support.servers import Served
from tests.support.wire import Phone as Wire

pytestmark = pytest.mark.long

HANDS = ["Cierra Eva, limpio · Rosa 23", "Cierra Rosa, con carta suelta (3) · Eva 12"]
KNOWS = """async ([groups, engine]) => {
  await (await import(engine)).prepare();
  return Boolean(await (await import(groups)).groups());
}"""


def can_start_without_server(page: Page, app: Served) -> None:
    """Wait until the phone has the engine, all files and its groups."""
    is_ready(page)
    comes_true(page, KNOWS, [app.static("js/offline/no_signal_page.js"), app.static("js/phone/engine.js")])
    keeps_all_files(page, app)


def starts(page: Page) -> Table:
    """Type a match of a known and a new player with a house rule and a stake, where there is no signal."""
    page.goto("/new/")
    page.get_by_role("button", name="Eva").tap()
    expect(page.get_by_role("textbox", name="Jugador 1")).to_have_value("Eva")
    page.get_by_role("textbox", name="Jugador 2").fill("Rosa")
    page.get_by_text("Reglas de la casa").tap()
    page.get_by_label("Límite de puntos").fill("30")
    page.get_by_text("Con dinero").tap()
    page.get_by_label("Apuesta de cada uno").tap()
    for key in ("2", "Listo"):
        page.locator(".amounts").get_by_role("button", name=key).tap()
    page.locator(".start").get_by_role("button", name="Empezar").tap()
    page.wait_for_url("**/m/*/")
    expect(page.get_by_text("los enlaces y el código QR llegan con la señal")).to_be_visible()
    return Table(page)


def plays_two_hands(page: Page, line: Line, app: Served) -> Table:
    """Start a match where there is no signal, and score HANDS."""
    can_start_without_server(page, app)
    comes_true(page, "async () => Boolean(await caches.match('/check/'))")
    line.cut()
    table = starts(page)
    table.scores(0, "clean", {1: 23})
    table.scores(1, "knock-3", {0: 12})
    return table


def test_a_match_started_without_a_signal_is_there_once_with_its_hands_and_a_correction(pocket, line, app):
    page = ready_board(pocket(), "Ana", "Luis", "Eva").page
    table = plays_two_hands(page, line, app)
    address = page.url
    corrects_the_first_hand(page)
    table.closes(0, "knock-3")
    takes_the_number_of_the_checker(page)
    expect(table.field(1)).to_have_value("3")
    page.goto("/")
    page.get_by_role("link", name="Nueva partida: Eva y Rosa").tap()
    expect(page).to_have_url(address)
    table.expect_totals(2, 28)
    expect_waiting(page, 4)
    line.mend()
    page.evaluate(ONLINE)
    expect_waiting(page, 0)
    table.expect_totals(2, 28)
    expect(below(page).locator("#pot h2")).to_have_text("El bote: 4\u00a0fichas")
    assert log(page, address)[:2] == HANDS
    assert len(log(page, address)) == 3
    pocket().takes(invitation(page, address)).expect_totals(2, 28)


def corrects_the_first_hand(page: Page) -> None:
    address = page.url
    table = correct(page, 1)
    retype(table, 1, "25")
    see_what_changes(table)
    act(page, "save")
    expect(page).to_have_url(address)


def invitation(page: Page, board: str) -> str:
    page.goto(f"{board}share/")
    return page.locator(".invite", has_text="Pasa la libreta").locator("input[readonly]").input_value()


def takes_the_number_of_the_checker(page: Page) -> None:
    page.locator("[data-check]").first.tap()
    expect(page.get_by_role("link", name="Al marcador")).to_be_visible()
    for card in ("1o", "2o", "3o", "4c", "4e", "4b", "3b"):
        page.locator(f"label:has(#b{card}-0)").tap()
    page.locator(".fill a").first.tap()
    expect(page.locator("h1")).to_contain_text("Mano 3")


def give_away(app: Served, code: str, other: str) -> None:
    """Give the match `other` the code that a phone has chosen for its own."""
    with closing(sqlite3.connect(app.data / "db.sqlite3")) as database, database:
        database.execute("UPDATE scores_match SET code = ? WHERE code = ?", [code, other])


@extent.by_night("signal")
def test_if_the_code_of_a_match_is_taken_its_hands_follow_to_another_one(pocket, line, app):
    other = ready_board(pocket(), "Ana", "Luis", "Eva").page.url
    page = ready_board(pocket(), "Ana", "Luis", "Eva").page
    table = plays_two_hands(page, line, app)
    address = page.url
    give_away(app, *(url.split("/")[-2] for url in (address, other)))
    line.mend()
    expect_waiting(page, 0)
    expect(page).not_to_have_url(address)
    table.expect_totals(2, 26)
    assert log(page, page.url) == HANDS


def test_a_refused_start_says_why_and_is_thrown_away_with_its_hands_after_a_question(pocket, line, app):
    page = ready_board(pocket(), "Ana", "Luis", "Eva").page
    can_start_without_server(page, app)
    line.cut()
    starts(page).scores(0, "clean", {1: 23})
    page.context.clear_cookies()  # the phone has lost its right in the group
    line.mend()
    page.goto("/no-signal/")
    expect(page.get_by_role("heading", level=1)).to_have_accessible_name("Sin enviar")
    reasons = page.locator("[data-reasons] li")
    expect(reasons).to_have_text(["Su grupo, o la partida de antes, ya no está en este teléfono."])
    expect_waiting(page, 2)
    behind = page.locator("[data-state]").last
    expect(behind).to_have_text("Espera a la de delante, que el servidor no ha guardado.")
    assert {"Nueva partida: Eva y Rosa", HANDS[0]} < set(copies_start(page))
    throws_away(page, hands=1)
    page.goto("/")
    expect(page.get_by_role("link", name="Nueva partida: Eva y Rosa")).to_have_count(0)


def throws_away(page: Page, hands: int) -> None:
    """Throw the only waiting start away, with its hands."""
    throw_away = page.get_by_role("button", name="Tirar la partida")
    throw_away.tap()
    expect(throw_away).to_have_text(f"¿Seguro? Tirar la partida. Manos y cambios que se pierden: {hands}")
    expect_waiting(page, hands + 1)
    throw_away.tap()
    expect_waiting(page, 0)


def copies_start(page: Page) -> list[str]:
    """The lines that the button of a waiting start copies: the match and its hands."""
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator("#hands > li").first.get_by_role("button", name="Copiar").tap()
    expect(page.get_by_role("button", name="Copiado")).to_be_visible()
    return page.evaluate("navigator.clipboard.readText()").splitlines()


def starts_rematch(page: Page) -> str:
    """Start the rematch of the match that is shown and over, and give its address."""
    before = page.url
    page.get_by_role("button", name="Revancha").tap()
    page.wait_for_url(lambda address: address != before and not address.endswith("/rematch/"))
    return page.url


def test_a_rematch_started_without_a_signal_is_there_once_behind_its_match(pocket, line, app):
    table = ready_board(pocket(), "Ana", "Luis", limit="20", rebuys="0")
    page, before = table.page, table.page.url
    table.scores(0, "clean", {1: 25})
    can_start_without_server(page, app)
    comes_true(page, IS_STORED, 1)
    line.cut()
    rematch = starts_rematch(page)
    table.scores(0, "clean", {1: 7})
    table.scores(1, "clean", {0: 4})
    expect_waiting(page, 3)
    line.mend()
    expect_waiting(page, 0)
    table.expect_totals(-6, -3)
    page.goto(before)
    page.get_by_role("link", name="A la revancha").tap()
    expect(page).to_have_url(rematch)
    page.goto("/history/")
    expect(page.locator(".matches a")).to_have_count(2)
    assert log(page, rematch) == ["Cierra Ana, limpio · Luis 7", "Cierra Luis, limpio · Ana 4"]


@extent.by_night("signal")
def test_the_people_of_a_rematch_stay_who_they_were_when_it_was_started(pocket, line, app):
    table = ready_board(pocket(), "Ana", "Luis", limit="20", rebuys="0")
    page, before = table.page, table.page.url
    table.scores(0, "clean", {1: 25})
    can_start_without_server(page, app)
    comes_true(page, IS_STORED, 1)
    line.cut()
    rematch = starts_rematch(page)
    table.scores(0, "clean", {1: 7})
    cookies = {cookie["name"]: cookie["value"] for cookie in page.context.cookies()}
    wire, match = Wire(app.port, cookies), urlsplit(before).path
    assert wire.post(f"{match}undo/", seq=1, client_key="k1").status == 302
    turned = {"place_0": 2, "place_1": 1}
    assert wire.post(f"{match}everyday/reseat/", seq=2, client_key="k2", **turned).status == 302
    assert wire.save(match, 3, 25).status == 302
    line.mend()
    expect_waiting(page, 0)
    table.expect_totals(-10, 7)
    assert table.names() == ["Ana", "Luis"]
    assert log(page, rematch) == ["Cierra Ana, limpio · Luis 7"]


@extent.by_night("signal")
def test_the_rematch_of_a_rematch_goes_up_though_another_phone_started_the_first(pocket, line, app):
    table = ready_board(pocket(), "Ana", "Luis", limit="20", rebuys="0")
    page, address = table.page, table.page.url
    with line_to(app.port) as own:
        other = pocket(own).takes(link(table, "Apuntar"))
        page.goto(address)
        table.scores(0, "clean", {1: 25})
        can_start_without_server(page, app)
        comes_true(page, IS_STORED, 1)
        line.cut()
        for points in (30, 3):
            starts_rematch(page)
            table.scores(0, "clean", {1: points})
        other.page.get_by_role("button", name="Revancha").tap()
        other.expect_totals(0, 0)
        line.mend()
        page.evaluate("dispatchEvent(new Event('online'))")
        expect_waiting(page, 0)
