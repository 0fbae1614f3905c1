"""How many taps a hand costs, and that nothing scrolls while it is written.

Measured from the board as the last save left it, every pointer press counted, until the new totals are
visible.
"""

import time

from playwright.sync_api import expect

from tests.browser.support.clock import with_a_clock
from tests.browser.support.routes import Gate
from tests.scores.support.table import hand

NAMES = ["Ana", "Luis", "Eva", "Paco", "Inés", "Juan"]
COUNT_PRESSES = "() => { window.presses = 0; addEventListener('pointerdown', () => window.presses++, true); }"
LEFT = [23, 7, 45, 31, 18]  # Ana closes with −10; the others in seat order
MOST_TAPS = 13
SMALLEST_KEY = 56
SMALLEST_TARGET = 44


def test_a_hand_takes_few_taps_on_what_is_large_enough_and_nothing_scrolls(
    evening, record_property
):
    """On a phone with the browser's bars showing."""
    match = evening(*NAMES)
    match.plays(hand(0, 20, 20, 20, 20, 20))
    table = match.scorer(360, 560)
    table.page.evaluate(COUNT_PRESSES)
    steps = [
        lambda: None,
        lambda: table.closes(0),
        lambda: table.chip("clean").tap(),
        lambda: table.types(dict(enumerate(LEFT, 1))),
        lambda: table.line.get_by_text("+18").wait_for(),
    ]
    for step in steps:
        step()
        assert table.page.evaluate("[scrollX, scrollY]") == [0, 0]
        assert (hidden(table), too_small(table.page)) == ([], [])
    table.saves()
    assert table.page.evaluate("[scrollX, scrollY]") == [0, 0]
    table.expect_totals(-20, *(20 + left for left in LEFT))
    taps = table.page.evaluate("window.presses")
    record_property(f"taps for a hand of {len(NAMES)}", f"{taps}, at most {MOST_TAPS}")
    assert len(NAMES) + 1 < taps <= MOST_TAPS


def hidden(table):
    """What of the screen for writing a hand is not wholly inside the viewport."""
    return table.page.evaluate(
        """() => {
          const seen = (one) => {
            const box = one.getBoundingClientRect();
            const [right, bottom] = [innerWidth + .5, innerHeight + .5];
            return box.left >= 0 && box.right <= right && box.top >= 0 && box.bottom <= bottom;
          };
          const shown = (one) => one.checkVisibility() && one.getBoundingClientRect().height > 1;
          const all = "#board header, .row, .row .total, #line, #record button, #record label, #record a";
          const cut = (one) => one.scrollHeight > one.clientHeight + 1;
          return [
            ...[...document.querySelectorAll(all)].filter((one) => shown(one) && !seen(one)),
            ...[...document.querySelectorAll("#board .said")].filter(cut),
          ].map((one) => one.outerHTML.slice(0, 80));
        }"""
    )


def too_small(page):
    """Targets smaller than a thumb: a label counts with the box that it labels, a word in a sentence not."""
    page.wait_for_load_state()  # with its style sheets
    return page.evaluate(
        """([key, other]) => {
          const shown = (one) => one.checkVisibility() && one.getBoundingClientRect().width > 1;
          const least = (one) => one.closest(".keys") ? key : other;
          const target = (one) => one.matches(".row .who") ? one.closest(".row") : one;
          const box = (one) => target(one).getBoundingClientRect();
          const size = (one) => `${Math.round(box(one).width)}x${Math.round(box(one).height)}`;
          const all = "a[href], button, summary, select, label, input:not([type=hidden])";
          return [...document.querySelectorAll(all)].filter(shown)
            .filter((one) => !one.closest("label") || one.matches("label"))
            .filter((one) => !one.matches(".row .points input"))
            .filter((one) => box(one).height < least(one) - .1 || box(one).width < 44)
            .map((one) => `${size(one)} ${one.outerHTML.slice(0, 80)}`);
        }""",
        [SMALLEST_KEY, SMALLEST_TARGET],
    )


def test_a_second_tap_on_save_does_nothing_to_what_came_up_under_the_thumb(
    evening,
):
    table = evening(*NAMES[:4], preset="chinchon-fournier", limit="70").scorer(360, 640)
    page = with_a_clock(table.page)
    ask = table.board.locator(".ask")
    table.fills(0, "clean", {1: 75, 2: 5, 3: 7})
    save = table.save_button.bounding_box()
    thumb = save["x"] + save["width"] / 2, save["y"] + save["height"] / 2
    gate = Gate(page, "**/hand/")
    # what comes up rests, however slow the machine is
    page.clock.pause_at(time.time() + 3600)
    page.touchscreen.tap(*thumb)
    page.touchscreen.tap(*thumb)  # before the answer
    gate.open()
    expect(ask).to_have_count(1)
    page.touchscreen.tap(*thumb)  # after it
    page.clock.resume()
    table.answers(1, "yes")
    table.expect_totals(-10, 7, 5, 7)
