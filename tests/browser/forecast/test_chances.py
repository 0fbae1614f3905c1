"""The chances on an open board."""

import pytest
from playwright.sync_api import expect

from tests.browser.support.routes import asked_by
from tests.browser.support.steps import expect_whole_text, tap_link
from tests.browser.support.table import below, opens_more
from tests.support import extent


@pytest.mark.long
def test_a_board_told_to_shows_chances_and_new_ones_after_each_hand_but_the_last(
    evening,
):
    table = evening("Ana", "Luis", limit="50", rebuys="0").scorer()
    page = table.page
    asked = asked_by(page, lambda request: "/forecast/" in request.url)
    table.scores(0, "clean", {1: 20})
    expect_whole_text(page, "h1", "Mano 2")
    assert asked == []
    tap_link(opens_more(page), "Quién va a ganar")
    page.get_by_role("button", name="Enseñarlo en el marcador").click()
    chance = page.locator("[data-seat='1'] .chance")
    card = page.get_by_role("heading", name="Quién va a ganar")
    expect(chance).to_be_visible()
    expect(card).to_be_visible()
    before = chance.text_content()
    table.scores(0, "clean", {1: 15})
    expect_whole_text(page, "h1", "Mano 3")
    expect(chance).not_to_have_text(before or "")
    expect_whole_text(
        page, "[data-chance='1']", (chance.text_content() or "").split(" ·")[0]
    )
    table.scores(0, "clean", {1: 60})
    expect(below(page).locator("#story .turning, #areas").first).to_be_visible()
    expect(card).to_be_hidden()


@extent.by_night("other sizes")
def test_no_caption_of_a_hand_lies_under_the_arrow_that_opens_it(evening):
    table = evening("Ana", "Luis", "Eva", "Paco").scorer(320, 568)
    table.scores(0, "clean", {1: 20, 2: 12, 3: 9})
    page = table.page
    page.goto(page.url + "forecast/")
    summary = page.locator(".hand-chances summary").first
    room = """summary => {
      const end = (element) => element.getBoundingClientRect().right;
      return end(summary) - end(summary.lastChild);
    }"""
    # the arrow is 8 px wide, and 4 px from the edge
    assert summary.evaluate(room) >= 20
