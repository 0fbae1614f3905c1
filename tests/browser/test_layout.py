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
