"""How long a tap takes on the phone: `python -m tests.tools.bench.taps [NUMBER]` (30 taps by default).

The app as people start it, on SQLite, and one page in Chromium. Prints p95 and median, in milliseconds: from
the tap on Save to the new totals, and from the tap on a card of the checker to its verdict.
"""

from __future__ import annotations

import sys
from statistics import median, quantiles

from playwright.sync_api import Page, expect

from tests.browser.support.table import start
from tests.support import chromium
from tests.support.servers import serving

SCREEN = {"width": 360, "height": 640}
CARDS = ("1o", "2o", "3o", "4c", "4e", "4b", "3b")
# Both count from the last pointerdown to the frame after the change, into window.times.
NEW_TOTALS = """() => {
  window.times = [];
  const key = () => document.querySelector("#board")?.dataset.key;
  let tapped = 0, shown = key();
  addEventListener("pointerdown", (event) => { tapped = event.timeStamp; }, true);
  new MutationObserver(() => {
    if (key() === shown) return;
    shown = key();
    requestAnimationFrame(() => window.times.push(performance.now() - tapped));
  }).observe(document.body, { childList: true, subtree: true });
}"""
VERDICTS = """() => {
  window.times = [];
  let tapped = 0;
  addEventListener("pointerdown", (event) => { tapped = event.timeStamp; }, true);
  document.addEventListener("htmx:afterSettle", (event) => {
    if (event.target.id !== "judged") return;
    requestAnimationFrame(() => window.times.push(performance.now() - tapped));
  });
}"""


def save_hands(page: Page, number: int) -> list[float]:
    """Milliseconds from Save to the new totals, for hands of a match of four."""
    table = start(page, "Ana", "Luis", "Eva", "Paco", limit="5000")
    page.evaluate(NEW_TOTALS)
    for hand in range(1, number + 1):
        table.closes(0, "clean")
        for seat in (1, 2, 3):
            table.field(seat).fill("20")
        expect(table.line).to_contain_text(f"Paco +20 = {20 * hand}")
        table.saves()
        table.expect_totals(-10 * hand, *[20 * hand] * 3)
    return _times(page, number)


def tap_cards(page: Page, number: int) -> list[float]:
    """Milliseconds from a card to the verdict; the cards of one hand are put in and out again."""
    page.goto("/check/")
    page.evaluate(VERDICTS)
    for tap in range(number):
        page.locator(f".deck label:has([id='b{CARDS[tap % len(CARDS)]}-0'])").tap()
        page.wait_for_function("tap => window.times.length > tap", arg=tap)
    return _times(page, number)


def _times(page: Page, number: int) -> list[float]:
    page.wait_for_function("number => window.times.length === number", arg=number)
    return list(page.evaluate("window.times"))


def main(number: int = 30) -> None:
    with chromium.opened() as browser, serving() as app:
        options = {"base_url": app.url, "viewport": SCREEN, "is_mobile": True, "has_touch": True}
        page = browser.new_page(**options, locale="es-ES")
        for name, act in (("Save to new totals", save_hands), ("card to verdict", tap_cards)):
            times = act(page, number)
            p95 = quantiles(times, n=20)[-1]
            print(f"{name}: p95 {p95:.0f} ms, median {median(times):.0f} ms of {number} taps")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
