"""Sending the result of a match round."""

import re

from playwright.sync_api import expect

from scores.models import Entry
from tests.browser.checker.test_checker import KNOCK, Checker
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
    page.get_by_role("button", name="Enviar la imagen").first.tap()
    expect(shared).to_have_attribute("data-shared", picture)
    summary = page.locator("#summary")
    tap_button(page, "Enviar el texto")
    expect(shared).to_have_attribute("data-shared", summary.input_value())
    summary.focus()
    assert summary.evaluate(MARKED) == summary.input_value()


def closes_with_the_checker(page, table):
    """Ana's cards are judged, Luis's number is typed after the page came again, and the match is won."""
    table.closes(0, "knock-3")
    page.locator("[data-check]").first.tap()
    checker = Checker(page)
    page.locator(".tabs button", has_text="Ana").tap()
    expect(page.locator("h1")).to_contain_text("Ana")
    checker.taps(KNOCK)
    expect(checker.headline).to_contain_text("le quedan 3")
    checker.fill.tap()
    expect(page.locator("h1")).to_contain_text("Mano 1")
    page.reload()
    table.types({1: 40})
    table.save_button.tap()
    expect(table.headline).to_contain_text("Gana Ana")


def looks_at_the_hands(page):
    """The picture of the best hand, and with a tap that of the worst."""
    section = page.locator("[aria-labelledby=as-hand]:is(section)")
    picture = section.locator("img")
    expect(picture).to_have_attribute("alt", re.compile("La mejor mano: .*Ana"))
    expect(picture).not_to_have_js_property("naturalWidth", 0)
    section.get_by_role("link", name="La peor mano").tap()
    expect(picture).to_have_attribute("alt", re.compile("La peor mano: .*Luis"))
    expect(picture).not_to_have_js_property("naturalWidth", 0)


def test_a_hand_that_the_checker_judged_is_a_picture_with_its_cards(
    evening,
):
    table = evening("Ana", "Luis", limit="30").scorer(360, 640)
    page = table.page
    closes_with_the_checker(page, table)
    assert [each.payload["cards"] for each in Entry.objects.all()] == [
        {"0": "1o 2o 3o,4c 4e 4b;3b"}
    ]
    page.goto(f"{page.url}tell/")
    looks_at_the_hands(page)
