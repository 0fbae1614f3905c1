"""Waiting lines that name others by number: what becomes of them when lines come between, change, or go."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

from tests.browser.board.test_polling import link
from tests.browser.corrections.test_corrections import act, changes, correct, retype, see_what_changes
from tests.browser.offline.test_match_pages import can_do_without_server, saves
from tests.browser.offline.test_offline import item
from tests.browser.support.clock import with_a_clock
from tests.browser.support.pocket import expect_waiting, log, ready_board
from tests.browser.support.table import Table
from tests.support.line import line_to

pytestmark = pytest.mark.long


@pytest.fixture
def table(pocket, line, app) -> Table:
    """A match of three that could do without a signal."""
    table = ready_board(pocket(), "Ana", "Luis", "Eva")
    can_do_without_server(table.page, app, 0)
    return table


@pytest.fixture
def two_waiting(table, line) -> Table:
    """Two hands wait for a signal: −10, 23, 7 and 12, −10, 8."""
    line.cut()
    table.scores(0, "clean", {1: 23, 2: 7})
    table.scores(1, "clean", {0: 12, 2: 8})
    return table


@pytest.fixture
def other(table, pocket, app):
    """Another phone of the match, on a line of its own."""
    address = table.page.url
    with line_to(app.port) as own:
        phone = pocket(own).takes(link(table, "Apuntar"))
        table.page.goto(address)
        yield phone


def corrects_hand_1(page: Page, points: str) -> None:
    """Give Luis other points in hand 1."""
    address = page.url
    corrected = correct(page, 1)
    retype(corrected, 1, points)
    see_what_changes(corrected)
    changes(page)
    act(page, "save")
    expect(page).to_have_url(address)


def throws_away(page: Page, place: int, lines: int) -> None:
    """Throw a waiting line away. So many go."""
    page.goto("/no-signal/")
    button = item(page).nth(place).locator("[data-do=drop]")
    button.tap()
    expect(button).to_contain_text("¿Seguro?")
    if lines > 1:
        expect(button).to_contain_text(f"se pierden: {lines - 1}")
    button.tap()


def saves_again(page: Page) -> None:
    """A line met that of another phone: save it behind that one."""
    expect(page.locator("#waiting.asks")).to_be_visible()
    page.goto("/no-signal/")
    item(page).first.get_by_role("button", name="Guardar otra vez").tap()
    expect_waiting(page, 0)


def test_a_correction_of_a_hand_that_met_anothers_corrects_that_hand(table, other, line):
    page, address = table.page, table.page.url
    line.cut()
    table.scores(0, "clean", {1: 23, 2: 7})
    corrects_hand_1(page, "45")
    Table(page).expect_totals(-10, 45, 7)
    other.scores(2, "clean", {0: 3, 1: 4})
    line.mend()
    page.evaluate("dispatchEvent(new Event('online'))")
    saves_again(page)
    page.goto(address)
    Table(page).expect_totals(-7, 49, -3)


def sits_out(page: Page) -> None:
    address = page.url
    page.goto(f"{address}everyday/absent/")
    page.get_by_text("Luis", exact=True).tap()
    saves(page)
    page.wait_for_url(address)


@pytest.mark.parametrize("changes_match", [sits_out, lambda page: corrects_hand_1(page, "45")])
def test_an_event_and_a_correction_that_met_anothers_line_are_saved_again(
    table, other, line, app, changes_match
):
    page, address = table.page, table.page.url
    table.scores(0, "clean", {1: 23, 2: 7})
    can_do_without_server(page, app, 1)
    line.cut()
    changes_match(page)
    expect_waiting(page, 1)
    other.scores(2, "clean", {0: 3, 1: 4})
    line.mend()
    page.evaluate("dispatchEvent(new Event('online'))")
    saves_again(page)
    assert len(log(page, address)) == 3


def test_a_hand_that_is_thrown_away_takes_its_correction_along(two_waiting, line):
    page, address = two_waiting.page, two_waiting.page.url
    corrects_hand_1(page, "45")
    expect_waiting(page, 3)
    throws_away(page, 0, lines=2)
    expect_waiting(page, 1)
    line.mend()
    page.goto(address)
    expect_waiting(page, 0)
    Table(page).expect_totals(12, -10, 8)


def test_a_correction_follows_its_hand_when_the_one_before_is_thrown_away(two_waiting, line):
    page, address = two_waiting.page, two_waiting.page.url
    corrected = correct(page, 2)
    retype(corrected, 0, "15")
    see_what_changes(corrected)
    changes(page)
    act(page, "save")
    expect_waiting(page, 3)
    throws_away(page, 0, lines=1)
    expect_waiting(page, 2)
    page.goto(address)
    Table(page).expect_totals(15, -10, 8)
    line.mend()
    page.evaluate("dispatchEvent(new Event('online'))")
    expect_waiting(page, 0)
    Table(page).expect_totals(15, -10, 8)


def test_a_hand_that_is_thrown_away_takes_its_undo_along(two_waiting):
    page, address = two_waiting.page, two_waiting.page.url
    two_waiting.undoes()
    two_waiting.expect_totals(-10, 23, 7)
    throws_away(page, 1, lines=2)
    expect_waiting(page, 1)
    page.goto(address)
    Table(page).expect_totals(-10, 23, 7)


def test_other_numbers_of_a_waiting_hand_count_at_once(two_waiting, line):
    page = two_waiting.page
    page.goto("/no-signal/")
    item(page).first.get_by_role("button", name="Cambiar los números").tap()
    expect(page.locator("h1")).to_contain_text("Mano 1")
    retype(two_waiting, 2, "9")
    two_waiting.save_button.tap()
    two_waiting.expect_totals(2, 13, 17)
    line.mend()
    page.evaluate("dispatchEvent(new Event('online'))")
    expect_waiting(page, 0)
    two_waiting.expect_totals(2, 13, 17)


def test_what_else_is_written_while_a_waiting_hand_is_changed_waits_behind_it(two_waiting, line):
    page, address = two_waiting.page, two_waiting.page.url
    page.goto("/no-signal/")
    item(page).first.get_by_role("button", name="Cambiar los números").tap()
    expect(page.locator("h1")).to_contain_text("Mano 1")
    sits_out(page)
    expect_waiting(page, 3)
    retype(two_waiting, 2, "9")
    two_waiting.save_button.tap()
    two_waiting.expect_totals(2, 13, 17)
    line.mend()
    page.evaluate("dispatchEvent(new Event('online'))")
    expect_waiting(page, 0)
    assert log(page, address) == [
        "Cierra Ana, limpio · Luis 23 · Eva 9",
        "Cierra Luis, limpio · Ana 12 · Eva 8",
        "Luis descansa",
    ]


def test_what_waits_behind_a_line_that_is_thrown_away_is_sent_at_once(table, other, line):
    page = table.page
    line.cut()
    table.scores(0, "clean", {1: 23, 2: 7})
    table.scores(1, "clean", {0: 12, 2: 8})
    other.scores(2, "clean", {0: 3, 1: 4})
    line.mend()
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator("#waiting.asks")).to_be_visible()
    page.goto("/no-signal/")
    stops_the_clock(page)
    for _tap in range(2):
        item(page).first.locator("[data-do=drop]").tap()
    expect_waiting(page, 0)


def stops_the_clock(page: Page) -> None:
    """What is sent from time to time is not sent any more."""
    with_a_clock(page)
    page.clock.pause_at(datetime.now() + timedelta(seconds=1))


FIRST = "Cierra Ana, limpio · Luis 23 · Eva 7"
OTHERS = "Cierra Eva, limpio · Ana 3 · Luis 4"


def test_an_undo_that_waits_takes_back_no_hand_of_another_phone(table, other, line, app):
    page, address = table.page, table.page.url
    table.scores(0, "clean", {1: 23, 2: 7})
    can_do_without_server(page, app, 1)
    line.cut()
    table.undoes()
    expect_waiting(page, 1)
    other.scores(2, "clean", {0: 3, 1: 4})
    line.mend()
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator("#waiting.asks")).to_be_visible()
    page.goto("/no-signal/")
    expect(item(page)).to_contain_text(f"Deshecha la mano 1: {FIRST}")
    item(page).get_by_role("button", name="Guardar otra vez").tap()
    refusal = f"No se ha hecho nada, porque ya no es lo último. Ahora sería: Deshecha la mano 2: {OTHERS}"
    expect(item(page).locator("[data-reasons] li")).to_have_text([refusal])
    assert log(page, address) == [FIRST, OTHERS]


def test_an_undo_follows_its_hand_behind_that_of_another_phone(table, other, line):
    page, address = table.page, table.page.url
    line.cut()
    table.scores(0, "clean", {1: 23, 2: 7})
    table.undoes()
    table.redoes()
    other.scores(2, "clean", {0: 3, 1: 4})
    line.mend()
    page.evaluate("dispatchEvent(new Event('online'))")
    saves_again(page)
    page.goto(address)
    table.expect_totals(-7, 27, -3)
    assert len(log(page, address)) == 4
