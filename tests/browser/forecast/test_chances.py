"""The chances on an open board."""

from playwright.sync_api import expect

from tests.browser.support.table import below, start


def test_a_board_asks_for_no_chances_until_it_shows_them_and_then_has_new_ones_after_each_hand(phone):
    table = start(phone(), "Ana", "Luis")
    page = table.page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    table.scores(0, "clean", {1: 20})
    expect(page.locator("h1")).to_have_text("Mano 2")
    assert [url for url in asked if "/forecast/" in url] == []
    below(page).get_by_role("link", name="Quién va a ganar").click()
    page.get_by_role("button", name="Enseñarlo en el marcador").click()
    chance = page.locator("[data-seat='1'] .chance")
    expect(chance).to_be_visible()
    before = chance.text_content()
    table.scores(0, "clean", {1: 60})
    expect(page.locator("h1")).to_have_text("Mano 3")
    expect(chance).not_to_have_text(before or "")
    expect(page.locator("[data-chance='1']")).to_have_text((chance.text_content() or "").split(" ·")[0])


def test_the_card_of_the_chances_is_left_out_before_the_first_hand_and_after_the_last(evening):
    table = evening("Ana", "Luis", limit="50", rebuys="0").scorer()
    page, card = table.page, table.page.get_by_role("heading", name="Quién va a ganar")
    page.goto(f"{page.url}forecast/")
    page.get_by_role("button", name="Enseñarlo en el marcador").click()
    expect(page.locator("h1")).to_have_text("Mano 1")
    expect(card).to_be_hidden()
    table.scores(0, "clean", {1: 20})
    expect(card).to_be_visible()
    table.scores(0, "clean", {1: 60})
    expect(below(page).locator("#story .turning, #areas").first).to_be_visible()
    expect(card).to_be_hidden()
    page.reload()
    expect(below(page).locator("#story .turning, #areas").first).to_be_visible()
    expect(card).to_be_hidden()
