"""Sending the result of a match round, and the board on which it is told."""

from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.support.table import below
from tests.browser.support.visit import Visit

SHARES = """
navigator.canShare = () => true;
navigator.share = async (what) => {
  const told = what.text ?? `${what.files[0].name} ${what.files[0].type} ${what.files[0].size > 9999}`;
  document.body.dataset.shared = told;
};
"""
MARKED = "field => field.value.slice(field.selectionStart, field.selectionEnd)"


def told(page: Page, live_server: LiveServer) -> Page:
    """The page of a match that is over, seen by its owner."""
    visit = Visit(page, live_server.url)
    match = visit.finished
    visit.comes_as(visit.owner)
    return visit.opens("tell", match.code)


def test_the_picture_is_sent_as_a_file_and_the_summary_as_text(phone, live_server):
    page = phone()
    page.add_init_script(SHARES)
    told(page, live_server)
    page.get_by_role("button", name="Enviar la imagen").tap()
    expect(page.locator("body")).to_have_attribute("data-shared", "reenganche.png image/png true")
    page.get_by_role("button", name="Enviar el texto").tap()
    expect(page.locator("body")).to_have_attribute("data-shared", page.locator("#summary").input_value())


def test_where_nothing_can_be_shared_the_buttons_stay_away(phone, live_server):
    page = phone()
    page.add_init_script("delete Navigator.prototype.share; delete Navigator.prototype.canShare")
    told(page, live_server)
    expect(page.get_by_role("link", name="Guardar la imagen")).to_be_visible()
    expect(page.get_by_role("button", name="Enviar")).to_have_count(0)


def test_touching_the_summary_marks_all_of_it(phone, live_server):
    page = told(phone(), live_server)
    page.locator("#summary").focus()
    whole = page.locator("#summary").input_value()
    assert page.locator("#summary").evaluate(MARKED) == whole


def test_a_board_that_ends_while_it_is_looked_at_tells_how_it_went(phone, live_server):
    visit = Visit(phone(), live_server.url)
    match = visit.match(visit.hand(0), chinchon_points="wins")
    visit.comes_as(visit.owner)
    table = visit.board(match)
    table.scores(0, "chinchon", {})
    story = below(table.page).locator("#story")
    expect(story).to_be_visible()
    expect(story.locator(".turning")).to_have_css("font-weight", "700")
