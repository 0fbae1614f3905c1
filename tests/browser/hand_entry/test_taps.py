"""How many taps a hand costs, and that nothing scrolls while it is written.

Measured from the board as the last save left it, every pointer press counted, until the new totals are
visible.
"""

import re
import time

import pytest
from playwright.sync_api import Page, Request, expect

from tests.browser.support.clock import with_a_clock
from tests.browser.support.routes import Gate, is_poll
from tests.browser.support.table import Table
from tests.scores.support.table import hand
from tests.support import extent

NAMES = ["Ana", "Luis", "Eva", "Paco", "Inés", "Juan"]
COUNT_PRESSES = "() => { window.presses = 0; addEventListener('pointerdown', () => window.presses++, true); }"
# Ana closes with −10; the others in seat order.
HANDS = {3: [23, 7], 4: [23, 7, 45], 6: [23, 7, 45, 31, 18]}
MOST_TAPS = {3: 7, 4: 9, 6: 13}
FOUR = NAMES[:4]
CLICKS_AS_IT_COMES_UP = """() => document.addEventListener("htmx:afterSwap", () => {
  if (document.documentElement.dataset.clicked) return;
  for (const one of document.querySelectorAll("#board .ask button, #board [form=undo]")) {
    one.dispatchEvent(new MouseEvent("click", { detail: 1, bubbles: true, cancelable: true }));
    document.documentElement.dataset.clicked = one.textContent.trim();
  }
})"""
SMALLEST_KEY, SMALLEST_TARGET = 56, 44


def seated(evening, players: int) -> Table:
    """A match after its first hand, on a phone with the browser's bars showing."""
    match = evening(*NAMES[:players])
    match.plays(hand(0, *[20] * (players - 1)))
    return match.scorer(360, 560)


@pytest.mark.parametrize("players", [extent.night_param("other sizes", 3), 4, 6])
def test_taps_for_a_hand(evening, players, record_property):
    table = seated(evening, players)
    before = [-10, *[20] * (players - 1)]
    table.page.evaluate(COUNT_PRESSES)
    table.scores(0, "clean", dict(enumerate(HANDS[players], 1)))
    table.expect_totals(*map(sum, zip(before, [-10, *HANDS[players]], strict=True)))
    taps = table.page.evaluate("window.presses")
    record_property(f"taps for a hand of {players}", f"{taps}, at most {MOST_TAPS[players]}")
    assert players + 1 < taps <= MOST_TAPS[players]


@pytest.mark.parametrize("players", [extent.night_param("other sizes", 4), 6])
def test_nothing_scrolls_while_a_hand_is_written(evening, players):
    table = seated(evening, players)
    steps = [
        lambda: None,
        lambda: table.closes(0),
        lambda: table.chip("clean").tap(),
        *[
            lambda seat=seat, left=left: table.types({seat: left})
            for seat, left in enumerate(HANDS[players], 1)
        ],
    ]
    for step in steps:
        step()
        assert table.page.evaluate("[scrollX, scrollY]") == [0, 0]
        assert hidden(table) == []
    table.line.get_by_text("+23").wait_for()
    assert hidden(table) == []
    table.saves()
    assert table.page.evaluate("[scrollX, scrollY]") == [0, 0]


@pytest.mark.parametrize("players", [extent.night_param("other sizes", 4), 6])
def test_what_is_tapped_is_large_enough(evening, players):
    table = seated(evening, players)
    assert too_small(table.page) == []
    table.closes(0)
    assert too_small(table.page) == []
    table.chip("clean").tap()
    assert too_small(table.page) == []
    table.types(dict(enumerate(HANDS[players], 1)))
    assert too_small(table.page) == []


def hidden(table: Table) -> list[str]:
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


def too_small(page: Page) -> list[str]:
    """Targets smaller than a thumb: a label counts with the box that it labels, a word in a sentence not."""
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


def asks_who_buys_back(table: Table) -> tuple[float, float]:
    """Fill a hand after which somebody is asked; where the thumb is then."""
    table.fills(0, "clean", {1: 75, 2: 5, 3: 7})
    save = table.save_button.bounding_box()
    return save["x"] + save["width"] / 2, save["y"] + save["height"] / 2


def written(page: Page) -> list[str]:
    """What the page sends to be stored, from now on: the last parts of the addresses.

    On a slow machine the preview of the last number is sent only now; it stores nothing.
    """
    sent: list[str] = []

    def meet(request: Request) -> None:
        act = request.url.split("/")[-2]
        if request.method == "POST" and act != "preview":
            sent.append(act)

    page.on("request", meet)
    return sent


def may_be_asked(evening) -> Table:
    """A match in which the next hand may ask somebody whether he buys back in."""
    return evening(*FOUR, preset="chinchon-fournier", limit="70").scorer(360, 640)


@pytest.mark.parametrize("is_drawn", [False, True], ids=["before the answer", "after it"])
def test_a_second_tap_on_save_answers_and_undoes_nothing_that_came_up_under_the_thumb(evening, is_drawn):
    table = may_be_asked(evening)
    page, ask = with_a_clock(table.page), table.board.locator(".ask")
    thumb = asks_who_buys_back(table)
    gate = Gate(page, "**/hand/")
    page.clock.pause_at(time.time() + 3600)  # what comes up rests, however slow the machine is
    page.touchscreen.tap(*thumb)
    if is_drawn:
        gate.open()
        expect(ask).to_have_count(1)
    page.touchscreen.tap(*thumb)
    gate.open()
    expect(ask).to_have_count(1)
    page.clock.resume()
    table.answers(1, "yes")
    assert table.totals() == {"Ana": -10, "Luis": 7, "Eva": 5, "Paco": 7}


def test_what_came_up_under_the_thumb_rests_from_the_moment_it_is_there(evening):
    table = may_be_asked(evening)
    page = table.page
    thumb = asks_who_buys_back(table)
    page.evaluate(CLICKS_AS_IT_COMES_UP)
    sent = written(page)
    page.touchscreen.tap(*thumb)
    expect(page.locator("html")).to_have_attribute("data-clicked", re.compile("."))
    page.wait_for_event("response", is_poll)
    assert sent == ["hand"]
    expect(table.board.locator(".ask")).to_have_count(1)
    table.answers(1, "yes")
    assert table.totals() == {"Ana": -10, "Luis": 7, "Eva": 5, "Paco": 7}
