"""¿Quién eres?: the row of the player who holds the phone is marked, and the phone calls them."""

from playwright.sync_api import expect

from tests.browser.support.steps import (
    expect_visible,
    tap_button,
    tap_link,
)
from tests.browser.support.table import opens_more

NAMES = ("Ana", "Luis", "Eva")
REMEMBER_BUZZES = """
window.buzzes = [];
navigator.vibrate = (how) => { window.buzzes.push(String(how)); return true; };
0"""
CALL = "80,60,80"


def says(board, seat):
    """Say who holds this phone; its page counts from here how often it buzzes."""
    tap_link(opens_more(board.page), "¿Quién eres?")
    board.page.locator(f"#id_seat_{seat}").check(force=True)
    tap_button(board.page, "Guardar")
    expect_visible(board.page, f'.row[data-you][data-seat="{seat}"]')
    board.page.evaluate(REMEMBER_BUZZES)


def calls(board):
    return [buzz for buzz in board.page.evaluate("window.buzzes") if buzz == CALL]


def test_a_phone_calls_its_player_when_he_deals_is_near_the_limit_and_is_asked(evening):
    scorer = (table := evening(*NAMES, rebuy_choice="ask")).scorer()
    watcher = table.watcher()
    says(watcher, 1)
    spoken = watcher.page.locator("#me")
    scorer.scores(2, "clean", {0: 20, 1: 93})  # Luis has 93, and deals next
    expect(spoken).to_have_text("Cuidado: te falta poco para pasarte. Te toca dar.")
    assert calls(watcher) == [CALL]
    scorer.scores(2, "clean", {0: 20, 1: 20})
    expect(spoken).to_have_text("Te has pasado: ¿reenganchas?")
    assert calls(watcher) == [CALL, CALL]
    mark = 'getComputedStyle(document.querySelector(`.row[data-seat="1"] .name`), `::after`).content'
    assert watcher.page.evaluate(mark) == '" · tú"'
