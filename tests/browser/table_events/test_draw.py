"""Drawing cards for the deal on one phone that goes round."""

import re

from playwright.sync_api import expect

from tests.browser.support.steps import (
    expect_count,
    expect_text,
    expect_visible,
    expect_whole_text,
    tap_link,
)
from tests.browser.support.table import start

NAMES = ("Ana", "Luis", "Eva")


def test_each_taps_a_card_and_the_board_follows_what_was_drawn(phone):
    page = start(phone(360, 640), *NAMES).page
    tap_link(page, "Sortear quién reparte")
    for name, card in zip(NAMES, (4, 4, 12), strict=True):
        expect_whole_text(page, "#draw .lead", f"{name}, toca una carta")
        page.locator(".face-down button:enabled").nth(
            card - 1 if card < 10 else -1
        ).tap()
    lead = page.locator("#draw .lead")
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


def test_by_keyboard_the_focus_stays_among_the_cards(phone):
    page = start(phone(360, 640), *NAMES).page
    tap_link(page, "Sortear quién reparte")
    page.locator(".face-down button").nth(4).focus()
    for name in ("Luis", "Eva"):
        # a moment after the cards are swapped
        expect_count(page, ".face-down button:focus", 1)
        page.keyboard.press("Enter")
        expect_whole_text(page, "#draw .lead", f"{name}, toca una carta")
    expect(page.get_by_role("button", name="Carta 7", exact=True)).to_be_focused()
    page.keyboard.press("Enter")
    expect_text(page, "#draw .lead", "reparte")
    expect(page.locator("#draw .lead")).to_be_focused()
