"""Nothing moves under a thumb when scripts come late."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.browser.support.pages import Visit, hand_that_waits
from tests.browser.support.routes import Gate

SIZES = [(360, 640), (390, 844), (640, 360), (1280, 800)]

PLACES = """() => {
  const seen = [...document.body.querySelectorAll("*")].filter((one) => one.checkVisibility());
  return seen.map((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return [one.localName, one.className, x, y + scrollY, width, height].join(" ");
  });
}"""


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


COVERED = """(selector) => {
  const sign = document.querySelector(selector).getBoundingClientRect();
  const leading = 2; // the box of a line is higher than its letters
  const words = document.createTreeWalker(document.getElementById("board"), NodeFilter.SHOW_TEXT);
  const covered = [];
  while (words.nextNode()) {
    const range = document.createRange();
    range.selectNodeContents(words.currentNode);
    for (const { top, bottom, left, right } of range.getClientRects()) {
      const isBeside = right <= sign.left || left >= sign.right;
      if (isBeside || bottom - leading <= sign.top || top + leading >= sign.bottom) continue;
      covered.push(range.toString().trim());
    }
  }
  return covered.filter(Boolean);
}"""


@pytest.mark.parametrize("size", SIZES[:2])
@pytest.mark.parametrize("address", ["match", "big"])
def test_the_sign_of_a_lost_signal_covers_no_word_of_a_board_and_moves_nothing(
    phone, live_server, address, size
):
    visit = Visit(phone(*size), live_server.url)
    there = reverse(address, args=[visit.going.code])
    visit.comes_as(visit.owner)
    page = visit.page
    page.goto(there)
    expect(page.locator("#awake")).not_to_be_empty()
    before = page.evaluate(PLACES)
    page.context.set_offline(True)
    sign = page.locator("#lost")
    expect(sign).to_have_text("Sin señal: puede faltar lo último.")
    expect(sign.locator("b")).to_be_visible()
    assert page.evaluate(COVERED, "#lost") == []
    now = page.evaluate(PLACES)
    assert [place for place in before if place not in now and not place.startswith("div signal")] == []


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
