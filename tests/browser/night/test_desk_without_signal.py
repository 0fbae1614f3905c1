"""The desk opens without a signal with what it last knew, and says since when."""

import re
from urllib.parse import urljoin

import pytest

from tests.browser.support.night_by_screens import asks_at_once
from tests.browser.support.pocket import comes_back, comes_true, is_ready
from tests.browser.support.steps import (
    expect_hidden,
    expect_text,
    expect_visible,
    expect_whole_text,
)
from tests.support import extent
from tests.support.wire import Phone

SHOWS_IN_CACHE = """async (text) => {
  const page = await caches.match(location.pathname);
  return Boolean(page) && (await page.text()).includes(text);
}"""

FIVE_MINUTES_LATER = "const now = Date.now; Date.now = () => now() + 300_000;"


def first_round(wire):
    """The address of the desk of a night in which four people sit at table 1."""
    plan = {"preset": "everybody-plays", "expected": 4, "rounds": 2}
    rules = {"game": "chinchon", "ends": "limit"}
    form = wire.get("/nights/new/").hidden
    desk = wire.post("/nights/new/", **form, **plan, **rules).location
    for name in ("Ana", "Luis", "Eva", "Paco"):
        wire.post(urljoin(desk, "../door/"), do="new", q=name)
    seat = urljoin(desk, "../seat/")
    shown = wire.get(seat).hidden | {"do": "publish anyway"}
    assert wire.post(seat, **shown).location == desk
    return desk


@pytest.mark.long
def test_the_desk_opens_without_a_signal_with_what_it_last_knew_and_says_since_when(
    pocket, line
):
    wire = Phone(line.to)
    desk = first_round(wire)
    page = pocket().becomes(wire)
    page.goto(desk)
    is_ready(page)
    expect_whole_text(page, ".as-of", re.compile(r"Al día, \d\d:\d\d"))
    numbers = {f"number_{name}": name for name in range(1, 5)}
    wire.post(urljoin(desk, "../rounds/1/1/"), do="report", **numbers)
    asks_at_once(page)
    expect_text(page, ".now", "Está el resultado")
    comes_true(page, SHOWS_IN_CACHE, "Está el resultado")

    line.cut()
    page.goto(desk)
    expect_text(page, ".now", "Está el resultado")
    expect_whole_text(
        page, ".as-of b", re.compile(r"Sin señal: se ve lo de las \d\d:\d\d")
    )
    expect_visible(page, ".as-of b")
    expect_hidden(page, ".as-of span")

    comes_back(line, page)
    asks_at_once(page)
    expect_visible(page, ".as-of span")


@extent.by_night("wrong clocks")
@pytest.mark.long
def test_the_clock_of_a_desk_without_a_signal_has_gone_on_since_it_was_seen(
    pocket, line
):
    wire = Phone(line.to)
    desk = first_round(wire)
    wire.post(urljoin(desk, "../clock/"), do="start", minutes="40", round="1")
    page = pocket().becomes(wire)
    page.goto(desk)
    is_ready(page)
    asks_at_once(page)
    comes_true(page, SHOWS_IN_CACHE, "data-received")
    line.cut()
    page.add_init_script(FIVE_MINUTES_LATER)
    page.goto(desk)
    expect_whole_text(page, ".clock", re.compile(r"3[34]:\d\d"))
