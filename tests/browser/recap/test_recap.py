"""Sending the result of a match round."""

from playwright.sync_api import expect

from tests.browser.support.steps import tap_button, tap_link
from tests.browser.support.visit import Visit

SHARES = """
navigator.canShare = () => true;
navigator.share = async ({ files, text }) => {
  const sent = (files ?? []).map(({ name, type, size }) => `${name} ${type} ${size > 9999}`);
  document.body.dataset.shared = [...sent, text].filter(Boolean).join("\\n");
};
"""
MARKED = "field => field.value.slice(field.selectionStart, field.selectionEnd)"


def test_picture_and_text_are_shared_from_the_board_and_from_the_page_that_tells(
    phone, live_server
):
    page = phone()
    page.add_init_script(SHARES)
    visit = Visit(page, live_server.url)
    match = visit.finished
    visit.comes_as(visit.owner)
    visit.board(match)
    tap_link(page, "Compartir resultado")
    shared = page.locator("body[data-shared]")
    expect(shared).to_be_attached()
    picture, winner, *rest = (shared.get_attribute("data-shared") or "").splitlines()
    assert (picture, winner) == ("reenganche.png image/png true", "Ganó Ana")
    assert f"Para verla: {live_server.url}/l/match/{match.code}/watch/" in "\n".join(
        rest
    )
    visit.opens("tell", match.code)
    tap_button(page, "Enviar la imagen")
    expect(shared).to_have_attribute("data-shared", picture)
    summary = page.locator("#summary")
    tap_button(page, "Enviar el texto")
    expect(shared).to_have_attribute("data-shared", summary.input_value())
    summary.focus()
    assert summary.evaluate(MARKED) == summary.input_value()
