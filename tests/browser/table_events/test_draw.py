"""Drawing cards for the deal on one phone that goes round."""

import re

from playwright.sync_api import expect

from tests.browser.support.steps import (
    expect_count,
    expect_text,
    expect_visible,
    tap_link,
)

NAMES = ("Ana", "Luis", "Eva")


def test_each_takes_a_card_by_key_or_tap_and_the_board_follows_what_was_drawn(evening):
    page = evening(*NAMES).scorer(360, 640).page
    tap_link(page, "Sortear quién reparte")
    lead = page.locator("#draw .lead")
    # by key the focus stays among the cards
    page.locator(".face-down button").nth(4).focus()
    for name in ("Luis", "Eva"):
        # a moment after the cards are swapped
        expect_count(page, ".face-down button:focus", 1)
        page.keyboard.press("Enter")
        expect(lead).to_have_text(f"{name}, toca una carta")
    expect(page.get_by_role("button", name="Carta 7", exact=True)).to_be_focused()
    page.keyboard.press("Enter")
    expect(lead).to_contain_text("reparte")
    expect(lead).to_be_focused()
    page.goto(page.url)  # by GET also where a key came before the scripts
    for name, card in zip(NAMES, (3, 3, -1), strict=True):
        expect(lead).to_have_text(f"{name}, toca una carta")
        page.locator(".face-down button:enabled").nth(card).tap()
    expect(lead).to_have_text(re.compile(r"^\s*Empieza (.+), reparte (.+?)\s*$"))
    first, dealer = re.fullmatch(
        "Empieza (.+), reparte (.+)", lead.inner_text().strip()
    ).groups()
    assert NAMES.index(first) == (NAMES.index(dealer) + 1) % len(NAMES)
    # nothing is written twice
    page.get_by_role("button", name="Empezar así").dblclick()
    expect_visible(page, "#record")
    assert tuple(page.locator(".row .name").all_inner_texts()) == NAMES
    expect_text(page, ".strip", f"reparte {dealer} · empieza {first}")
    page.goto(f"{page.url}log/")
    expect_count(page, ".log li p:first-child", 1)
