"""From the tap on Save to the new totals on the screen.

Measured and printed, not asserted: it depends on the machine.
"""

from statistics import median, quantiles

from playwright.sync_api import expect

from tests.browser.support.table import start

SAVES = 30
WATCH = """() => {
  window.saves = [];
  const key = () => document.querySelector("#board")?.dataset.key;
  let tapped = 0, shown = key();
  addEventListener("pointerdown", (event) => { tapped = event.timeStamp; }, true);
  new MutationObserver(() => {
    if (key() === shown) return;
    shown = key();
    requestAnimationFrame(() => window.saves.push(performance.now() - tapped));
  }).observe(document.body, { childList: true, subtree: true });
}"""
MEASURED = (
    "new Promise((tell) => requestAnimationFrame(() => requestAnimationFrame(() => tell(window.saves))))"
)


def test_save_to_new_totals(phone, app, record_property):
    table = start(phone(360, 640, base_url=app.url), "Ana", "Luis", "Eva", "Paco", limit="5000")
    table.page.evaluate(WATCH)
    for hand in range(1, SAVES + 1):
        table.closes(0, "clean")
        for seat in (1, 2, 3):
            table.field(seat).fill("20")
        expect(table.line).to_contain_text(f"Paco +20 = {20 * hand}")
        table.saves()
        table.expect_totals(-10 * hand, *[20 * hand] * 3)
    measured = sorted(table.page.evaluate(MEASURED))
    assert len(measured) == SAVES
    p95 = quantiles(measured, n=20)[-1]
    record_property("Save to new totals", f"p95 {p95:.0f} ms, median {median(measured):.0f} ms of {SAVES}")
