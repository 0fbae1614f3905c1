"""Matches that are kept, with a finger and a keyboard: a sheet typed in, a match found, a match gone."""

import pytest
from playwright.sync_api import expect

from scores.group.archive import lifecycle
from tests.browser.support.table import below
from tests.browser.support.visit import Visit
from tests.scores.support import table as paper

NAMES = ("Ana", "Luis", "Eva")
SHEET = [("-10", "23", "41"), ("12", "", "7"), ("4", "30", "11")]


@pytest.fixture
def visit(phone, live_server) -> Visit:
    return Visit(phone(360, 640), live_server.url, NAMES)


def test_a_sheet_is_typed_with_the_enter_key_alone(visit):
    match = visit.fresh
    visit.comes_as(visit.owner)
    page = visit.opens("paper", match.code)
    page.locator("[name='0.deadwood_0']").focus()
    for number in (number for hand in SHEET for number in hand):
        page.keyboard.type(number)
        page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.name") == "3.deadwood_0"
    page.locator(".start [value=look]").tap()
    expect(page.locator("tfoot")).to_contain_text("6")
    page.locator("[value=save]").tap()
    expect(below(page).locator("#sheet")).to_be_visible()
    assert paper.totals(match) == [6, 43, 59]


def test_an_open_board_says_that_its_match_was_deleted_and_keeps_what_was_being_typed(visit):
    match = visit.fresh
    visit.comes_as(visit.owner)
    table = visit.board(match)
    table.closes(0, "clean")
    lifecycle.delete(match)
    expect(table.meanwhile).to_contain_text("La partida se borró")
    visit.board(match)
    expect(table.page.get_by_role("alert")).to_contain_text("se borró")
