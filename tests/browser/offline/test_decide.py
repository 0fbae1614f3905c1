"""What the server stopped is decided on a page of its own; what is dropped takes along what names it."""

from __future__ import annotations

import re
from pathlib import Path

import axe_playwright_python
import pytest
from playwright.sync_api import Page, expect

from tests.browser.board.test_polling import link
from tests.browser.offline.test_match_pages import asks_to_join, can_do_without_server, saves
from tests.browser.offline.test_offline import item
from tests.browser.support.pocket import expect_waiting, log, ready_board
from tests.browser.support.table import Table
from tests.browser.test_pages import EVERYTHING, VIOLATIONS
from tests.support import extent
from tests.support.line import line_to

pytestmark = pytest.mark.long

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")


@pytest.fixture
def two_wrote(pocket, line, app) -> tuple[Table, Page]:
    """Hand 1 as a phone wrote it without a signal, after another phone wrote it with 21 points."""
    table = ready_board(pocket(), "Ana", "Luis", "Eva")
    can_do_without_server(table.page, app, 0)
    with line_to(app.port) as own:
        other = pocket(own).takes(link(table, "Apuntar"))
        table.page.goto(other.page.url.replace(own.url, line.url))
        line.cut()
        table.scores(0, "clean", {1: 23, 2: 7})
        with other.page.expect_response(re.compile("/(push|hand)/$")):
            other.scores(0, "clean", {1: 21, 2: 7})
    line.mend()
    table.page.evaluate("dispatchEvent(new Event('online'))")
    expect(table.page.locator("#waiting.asks")).to_be_visible()
    return table, table.page


@pytest.mark.parametrize(
    ("choice", "totals", "written"),
    [
        ("Vale la mía", (-10, 23, 7), 2),
        extent.night_param("signal", "Vale la otra", (-10, 21, 7), 1),
        extent.night_param("signal", "Son dos manos", (-20, 44, 14), 2),
    ],
)
def test_two_hands_that_differ_are_decided_with_one_tap(two_wrote, choice, totals, written):
    table, page = two_wrote
    board = page.url
    page.locator("#waiting").tap()
    expect(page.locator(".differs")).to_have_count(2)
    page.evaluate(AXE)
    assert page.evaluate(VIOLATIONS, EVERYTHING) == []
    page.get_by_role("button", name=choice).tap()
    page.wait_for_url(board)
    expect_waiting(page, 0)
    table.expect_totals(*totals)
    assert len(log(page, board)) == written


@extent.by_night("signal")
def test_a_hand_that_another_tab_has_dropped_meanwhile_is_not_written(two_wrote):
    _table, page = two_wrote
    board = page.url
    page.locator("#waiting").tap()
    mine = page.get_by_role("button", name="Vale la mía")
    expect(mine).to_be_visible()
    tab = page.context.new_page()
    tab.goto("/no-signal/")
    drop = tab.locator("[data-do=drop]")
    drop.tap()
    expect(drop).to_contain_text("¿Seguro?")
    drop.tap()
    expect_waiting(tab, 0)
    mine.tap()
    expect(page.locator("#none")).to_be_visible()
    assert log(page, board) == ["Cierra Ana, limpio · Luis 21 · Eva 7"]


def test_the_numbers_of_a_stopped_hand_come_back_as_a_draft(two_wrote):
    table, page = two_wrote
    board = page.url
    page.goto("/no-signal/")
    page.get_by_role("button", name="Cambiar los números").tap()
    page.wait_for_url(board)
    expect(table.field(1)).to_have_value("23")
    expect_waiting(page, 0)
    table.expect_totals(-10, 21, 7)


def joins(page: Page, board: str, name: str) -> None:
    asks_to_join(page, board)
    page.get_by_label("Nombre").fill(name)
    saves(page)
    page.wait_for_url(board)


def test_a_dropped_joining_takes_along_the_hand_that_names_who_joined(pocket, line, app):
    table = ready_board(pocket(), "Ana", "Luis")
    page, board = table.page, table.page.url
    table.scores(0, "clean", {1: 7})
    can_do_without_server(page, app, 1)
    line.cut()
    joins(page, board, "Dora")
    table.scores(0, "clean", {1: 5, 2: 33})
    page.goto("/no-signal/")
    drop = item(page).first.locator("[data-do=drop]")
    drop.tap()
    expect(drop).to_contain_text("se pierden: 1")
    drop.tap()
    expect_waiting(page, 0)
    line.mend()
    assert log(page, board) == ["Cierra Ana, limpio · Luis 7"]


@extent.by_night("signal")
def test_a_dropped_hand_takes_along_the_answer_to_its_question(pocket, line, app):
    table = ready_board(pocket(), "Ana", "Luis", "Eva", preset="chinchon-fournier")
    page, board = table.page, table.page.url
    table.scores(0, "clean", {1: 60, 2: 7})
    can_do_without_server(page, app, 1)
    line.cut()
    table.scores(0, "clean", {1: 60, 2: 7})
    table.answers(1, "yes")
    expect_waiting(page, 2)
    page.goto("/no-signal/")
    drop = item(page).first.locator("[data-do=drop]")
    drop.tap()
    expect(drop).to_contain_text("se pierden: 1")
    drop.tap()
    expect_waiting(page, 0)
    line.mend()
    assert log(page, board) == ["Cierra Ana, limpio · Luis 60 · Eva 7"]


@extent.by_night("signal")
def test_points_go_to_who_joined_here_and_not_to_who_joined_meanwhile(pocket, line, app):
    table = ready_board(pocket(), "Ana", "Luis")
    page, board = table.page, table.page.url
    with line_to(app.port) as own:
        other = pocket(own).takes(link(table, "Apuntar"))
        page.goto(board)
        table.scores(0, "clean", {1: 7})
        can_do_without_server(page, app, 1)
        line.cut()
        joins(page, board, "Dora")
        table.scores(0, "clean", {1: 5, 2: 33})
        joins(other.page, other.page.url, "Edu")
    line.mend()
    page.goto("/no-signal/")
    again = item(page).first.get_by_role("button", name="Guardar otra vez")
    again.tap()
    expect(item(page)).to_have_count(1)
    page.goto(board)
    assert log(page, board)[0] == "Cierra Ana, limpio · Luis 7"
    assert [
        line for line in log(page, board) if "33" in line
    ] == []  # it has nothing for Edu: the user is asked
    expect(page.locator("#waiting.asks")).to_be_visible()
