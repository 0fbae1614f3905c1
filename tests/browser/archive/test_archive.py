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


def test_without_scripts_a_sheet_is_typed_and_a_match_is_found_too(phone, live_server):
    visit = Visit(phone(360, 640, java_script_enabled=False), live_server.url, NAMES)
    match = visit.fresh
    cookie = visit.owner.cookies["phone"].value
    visit.page.context.add_cookies([{"name": "phone", "value": cookie, "url": visit.site}])
    page = visit.opens("paper", match.code)
    for place, hand in enumerate(SHEET):
        for seat, number in enumerate(hand):
            page.locator(f"[name='{place}.deadwood_{seat}']").fill(number)
    page.locator("[name='2.deadwood_2']").press("Enter")
    page.locator("[value=save]").tap()
    page.get_by_role("link", name="La hoja, los datos y las reglas").tap()
    expect(page.locator("#sheet")).to_be_visible()
    lifecycle.describe(match, place="Bar Íñigo", note="", played_on=match.played_on)
    page = visit.opens("matches")
    page.locator("[name=q]").fill("inigo")
    page.locator("[name=q]").press("Enter")
    expect(page.locator("#found li")).to_have_count(1)


def test_the_number_of_the_hand_stays_while_the_sheet_is_moved_sideways(visit):
    match = paper.start(visit.owner, *NAMES, "Paco", "Zoë", "Lola", "Pepe", "Marta")
    visit.comes_as(visit.owner)
    page = visit.opens("paper", match.code)
    page.locator(".scroll").evaluate("box => { box.scrollLeft = 300; }")
    box = page.locator(".paper tbody th").first.bounding_box()
    assert box
    assert box["x"] < 20
    assert page.evaluate("document.documentElement.scrollWidth") == 360


def test_an_open_board_says_that_its_match_was_deleted(visit):
    match = visit.fresh
    visit.comes_as(visit.owner)
    page = visit.board(match).page
    lifecycle.delete(match)
    expect(page.get_by_role("alert")).to_contain_text("se borró")


def test_what_was_being_typed_when_the_match_was_deleted_stays(visit):
    match = visit.fresh
    visit.comes_as(visit.owner)
    table = visit.board(match)
    table.closes(0, "clean")
    lifecycle.delete(match)
    expect(table.meanwhile).to_contain_text("La partida se borró")
    lifecycle.delete(match, undo=True)
