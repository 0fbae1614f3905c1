"""Without a signal the phone itself makes the pages of a match: corrections, events of the table, the log."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.corrections.test_corrections import act, changes, correct, retype, see_what_changes
from tests.browser.offline.test_offline import is_kept_with
from tests.browser.support.pocket import (
    comes_true,
    expect_waiting,
    is_ready,
    keeps_all_files,
    log,
    ready_board,
)
from tests.browser.support.table import Table, below, published
from tests.support import extent
from tests.support.servers import Served

pytestmark = pytest.mark.long

WITHOUT_CHANCES = """board => {
  for (const part of board.querySelectorAll("[data-forecast]")) part.remove(); // the server's, a moment later
  return board.innerText;
}"""
NAMES = ("Ana", "Luis", "Eva", "Paco")
KNOWS = """async ([store, transport, engine, code, length]) => {
  await (await import(engine)).prepare();
  await (await import(transport)).pull(code);
  const { document } = await (await import(store)).read(code);
  return document.entries.length === length;
}"""


def can_do_without_server(page: Page, app: Served, length: int) -> None:
    """Wait until the phone has all files of the engine, and the match with so many entries."""
    is_ready(page)
    code = page.url.rstrip("/").split("/")[-1]
    names = ("sync/store", "sync/transport", "phone/engine")
    files = [app.static(f"js/{name}.js") for name in names]
    comes_true(page, KNOWS, [*files, code, length])
    keeps_all_files(page, app)


def test_a_hand_is_corrected_after_three_more_and_the_server_has_the_same(pocket, line, app):
    table = ready_board(pocket(), *NAMES[:3])
    page, address = table.page, table.page.url
    for points in ({1: 54, 2: 20}, {1: 9, 2: 3}, {1: 8, 2: 8}, {1: 7, 2: 4}):
        table.scores(0, "clean", points)
    can_do_without_server(page, app, 4)
    is_kept_with(below(page).page, "Corregir la mano 1")
    line.cut()
    corrected = correct(page, 1)
    retype(corrected, 1, "45")
    see_what_changes(corrected)
    assert changes(page) == {"Luis": ["78", "69"]}
    act(page, "save")
    expect(page).to_have_url(address)
    expect_waiting(page, 1)
    page.goto(f"{address}log/")
    expect(page.locator(".log li").first).to_contain_text("Luis 54 → Luis 45")
    line.mend()
    page.goto(address)
    expect_waiting(page, 0)
    Table(page).expect_totals(-40, 69, 35)
    assert len(log(page, address)) == 5


def asks_to_join(page: Page, board: str) -> None:
    """Open the form by the list of events; it can be sent without a name."""
    page.goto(f"{board}everyday/")
    page.get_by_role("link", name="Se sienta alguien").tap()
    page.locator("form.sheetlike").evaluate("form => { form.noValidate = true; }")


def saves(page: Page) -> None:
    page.get_by_role("button", name="Guardar").tap()


def test_one_leaves_and_one_joins_and_a_refused_form_says_why(pocket, line, app):
    table = ready_board(pocket(), *NAMES[:3])
    page, address = table.page, table.page.url
    table.scores(0, "clean", {1: 23, 2: 7})
    can_do_without_server(page, app, 1)
    page.goto(f"{address}everyday/retire/")
    line.cut()  # the form is the server's, its answer is the phone's
    page.get_by_text("Luis", exact=True).tap()
    saves(page)
    expect_waiting(page, 1)
    asks_to_join(page, address)
    saves(page)
    expect(page.locator(".error")).to_have_text("Este campo es obligatorio.")
    page.get_by_label("Nombre").fill("Inés")
    saves(page)
    expect(page.locator(".row .name")).to_have_text(["Ana", "Luis", "Eva", "Inés"])
    expect_waiting(page, 2)
    line.mend()
    expect_waiting(page, 0)
    assert log(page, address) == [
        "Cierra Ana, limpio · Luis 23 · Eva 7",
        "Luis se retira",
        "Inés se sienta a la mesa",
    ]


def test_the_draw_for_seats_says_that_it_needs_a_signal_and_help_opens_that_of_the_game(pocket, line, app):
    page = ready_board(pocket(), *NAMES[:3]).page
    address = page.url
    page.goto("/help/chinchon/")
    is_ready(page)
    page.goto(address)
    can_do_without_server(page, app, 0)
    line.cut()
    page.goto(f"{address}everyday/draw/")
    expect(page.locator("#missing p:visible")).to_have_text(["El sorteo de sitios necesita señal."])
    page.goto(f"{address}help/")
    expect(page).to_have_url("/help/chinchon/")


def gin(table: Table) -> None:
    case = published("M-GIN-01")
    for entry in case["log"]:
        table.plays(entry, case["players"])


def rum_500_in_pairs(table: Table) -> None:
    case = published("M-R500-02")
    table.plays(case["log"][0], case["players"])
    table.expect_totals(35, 55, 35, 55)
    table.closes(0)
    table.types_table({0: (200, None), 1: (20, 45), 2: (270, 5), 3: (0, 30)})
    table.saves()


@pytest.mark.parametrize(
    ("preset", "players", "evening"),
    [("rum-500-pairs", 4, rum_500_in_pairs), extent.night_param("signal", "gin", 2, gin)],
)
def test_an_evening_of_another_game_ends_without_a_signal_as_on_the_server(
    pocket, line, app, preset, players, evening
):
    table = pocket().starts(*NAMES[:players], preset=preset)
    page, address = table.page, table.page.url
    can_do_without_server(page, app, 0)
    line.cut()
    evening(table)
    expect(table.headline).to_be_visible()
    below(page)
    shown = table.board.evaluate(WITHOUT_CHANCES)
    line.mend()
    expect_waiting(page, 0)
    page.goto(address)
    below(page)
    assert Table(page).board.evaluate(WITHOUT_CHANCES) == shown
