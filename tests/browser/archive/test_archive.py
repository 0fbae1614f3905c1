"""Matches that are kept, with a finger and a keyboard: a sheet typed in, a match found, a match gone."""

import pytest
from playwright.sync_api import expect

from scores.circle.archive import lifecycle
from tests.browser.support.steps import expect_hidden, expect_text, expect_visible, tap
from tests.browser.support.table import below
from tests.browser.support.visit import Visit
from tests.scores.support import table as paper

NAMES = ("Ana", "Luis", "Eva")
SHEET = [("-10", "23", "41"), ("4", "30", "11"), ("12", "", "7")]


@pytest.fixture
def visit(phone, live_server):
    return Visit(phone(360, 640), live_server.url, NAMES)


def test_cells_of_a_spreadsheet_and_the_enter_key_fill_the_boxes_and_no_cell_is_lost(
    visit,
):
    match = visit.fresh
    visit.comes_as(visit.owner)
    page = visit.opens("paper", match.code)
    pastes(page, "0.deadwood_1", "23\t41\t99")
    expect_visible(page, "#not-pasted")
    first = page.locator("[name^='0.deadwood_']").all()
    assert [box.input_value() for box in first] == ["", "23", "41"]
    *pasted, typed = SHEET
    rows = ["\t".join(hand) for hand in pasted]
    pastes(page, "0.deadwood_0", "\r\n".join([*rows, ""]))
    expect_hidden(page, "#not-pasted")
    page.locator("[name='2.deadwood_0']").focus()
    for number in typed:
        page.keyboard.type(number)
        page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.name") == "3.deadwood_0"
    tap(page, ".start [value=look]")
    expect_text(page, "tfoot", "6")
    tap(page, "[value=save]")
    expect_visible(below(page), "#sheet")
    assert paper.totals(match) == [6, 43, 59]


def pastes(page, field, text):
    page.locator(f"[name='{field}']").evaluate(
        """(field, text) => {
          const data = new DataTransfer();
          data.setData("text/plain", text);
          const options = { clipboardData: data, bubbles: true, cancelable: true };
          field.dispatchEvent(new ClipboardEvent("paste", options));
        }""",
        text,
    )


def test_keys_have_an_edge_in_colours_of_the_reader_and_the_printed_sheet_its_date(
    visit,
):
    match = visit.going
    visit.comes_as(visit.owner)
    table = visit.board(match)
    table.closes(0, "clean")
    page = table.page
    page.emulate_media(forced_colors="active")
    for part in (".keys [data-key]", ".keys .save"):
        expect(page.locator(part).first).to_have_css("border-top-width", "1px")
    visit.opens("scoresheet", match.code)
    page.emulate_media(media="print")
    expect_visible(page, "#kept")


def test_an_open_board_says_that_its_match_was_deleted_and_keeps_the_typed_hand(
    visit,
):
    match = visit.fresh
    visit.comes_as(visit.owner)
    table = visit.board(match)
    table.closes(0, "clean")
    lifecycle.delete(match)
    expect(table.meanwhile).to_contain_text("La partida se borró")
    visit.board(match)
    expect(table.page.get_by_role("alert")).to_contain_text("se borró")
