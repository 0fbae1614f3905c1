"""Sending the result of a match round."""

from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

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


def test_the_picture_is_sent_as_a_file_and_the_summary_as_text_of_which_a_touch_marks_all(phone, live_server):
    page = phone()
    page.add_init_script(SHARES)
    told(page, live_server)
    page.get_by_role("button", name="Enviar la imagen").tap()
    expect(page.locator("body")).to_have_attribute("data-shared", "reenganche.png image/png true")
    summary = page.locator("#summary")
    page.get_by_role("button", name="Enviar el texto").tap()
    expect(page.locator("body")).to_have_attribute("data-shared", summary.input_value())
    summary.focus()
    assert summary.evaluate(MARKED) == summary.input_value()


def test_where_nothing_can_be_shared_the_buttons_stay_away(phone, live_server):
    page = phone()
    page.add_init_script("delete Navigator.prototype.share; delete Navigator.prototype.canShare")
    told(page, live_server)
    expect(page.get_by_role("link", name="Guardar la imagen")).to_be_visible()
    expect(page.get_by_role("button", name="Enviar")).to_have_count(0)
