"""Nothing sticks out sideways, on any page, whatever the players are called; nothing moves under a thumb."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.browser.support.pages import PAGES, Visit, called, hand_that_waits
from tests.browser.support.routes import Gate

SIZES = [(360, 640), (390, 844), (640, 360), (1280, 800)]
NAMES = (
    "Maximiliano Bartolomé de las Casas y Oca",  # 40 letters
    "Wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww",  # nowhere to break
    "Ana",
    "Ana",
    "🃏🎉👨‍👩‍👧‍👦🏴󠁧󠁢󠁳󠁣󠁴󠁿🃏🎉",
    "Íñigo Ñuñez",
    "李小龍",
    "<b>Pepe</b> & Co",
)
STATES = [(name, state) for name in PAGES for state in PAGES[name]]
STICKING_OUT = """() => {
  const page = document.documentElement;
  if (page.scrollWidth <= page.clientWidth) return [];
  const all = [...document.body.querySelectorAll("*")];
  const out = all.filter((one) => one.getBoundingClientRect().right > page.clientWidth + .5);
  const named = out.filter((one) => !one.closest(".scroll")).map((one) => one.outerHTML.slice(0, 60));
  return [`${page.scrollWidth} > ${page.clientWidth}`, ...named.slice(0, 9)];
}"""

PLACES = """() => {
  const seen = [...document.body.querySelectorAll("*")].filter((one) => one.checkVisibility());
  return seen.map((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return [one.localName, one.className, x, y + scrollY, width, height].join(" ");
  });
}"""


def test_the_names_are_as_odd_as_they_may_be():
    assert (max(map(len, NAMES)), len(set(NAMES)), len(NAMES)) == (40, 7, 8)


@pytest.mark.parametrize("part", range(2))
def test_nothing_sticks_out_sideways(phone, live_server, part):
    visit = Visit(phone(), live_server.url, NAMES)
    found = []
    for name, state in STATES[part::2]:
        visit.page.set_viewport_size({"width": 360, "height": 640})
        visit.sees(state)
        for width, height in SIZES:
            visit.page.set_viewport_size({"width": width, "height": height})
            wrong = _measured(visit.page)
            found += [f"{name}, {called(state)}, {width}×{height}: {wrong}"] if wrong else []
    assert not found, "\n".join(found)


def _measured(page: Page) -> list[str]:
    """What sticks out once the page has settled into its new size."""
    wrong = page.evaluate(STICKING_OUT)
    for _time in range(20):
        if not wrong:
            break
        page.wait_for_timeout(50)
        wrong = page.evaluate(STICKING_OUT)
    return wrong


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("address", ["match", "big"])
def test_what_scripts_say_when_they_come_late_moves_nothing(phone, live_server, address, size):
    visit = Visit(phone(*size), live_server.url)
    there = reverse(address, args=[visit.fresh.code])
    visit.comes_as(visit.owner)
    page, said = visit.page, visit.page.locator("#awake")
    scripts = Gate(page, "**/static/js/**/*.js")
    page.goto(there, wait_until="commit")
    expect(page.locator("body")).to_have_css("margin", "0px")  # as our style has it
    page.locator(".foot").scroll_into_view_if_needed()
    expect(said).to_be_empty()
    before = page.evaluate(PLACES)
    assert scripts.held
    scripts.open()
    expect(said).not_to_be_empty()
    assert page.evaluate(PLACES) == before


def test_hands_that_wait_come_below_what_can_be_tapped(phone, live_server):
    visit = Visit(phone(), live_server.url)
    visit.sees(hand_that_waits)
    page = visit.page
    script = Gate(page, "**/static/js/offline/waiting*.js")
    page.goto(reverse("no-signal"), wait_until="commit")
    expect(page.locator("body")).to_have_css("margin", "0px")
    ways = page.locator("header a, main > .ways a")
    expect(ways).to_have_count(2)
    before = [way.bounding_box() for way in ways.all()]
    assert script.held
    script.open()
    expect(page.locator("#hands > li")).to_have_count(1)
    assert [way.bounding_box() for way in ways.all()] == before
