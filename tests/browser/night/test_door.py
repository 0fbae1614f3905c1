"""The door of a club: a list is pasted, and people are found while somebody types."""

import pytest
from playwright.sync_api import expect

from scores.night.log import sheet_of
from scores.night.models import Night
from tests.browser.hand_entry.test_taps import too_small
from tests.browser.support.steps import (
    expect_role,
    expect_text,
    expect_visible,
    tap_button,
)
from tests.scores.support.nights import open_night
from tests.support import extent

PEOPLE = [
    f"{first} {last}"
    for first in ("Ana", "Bea", "Carlos", "Dolores", "Emilio", "Fina")
    for last in ("Ruiz", "Soler", "Vidal", "Costa", "Prats", "Gil", "Roca")
]
FORTY_ONE = "\n".join(f"{number}. {name}" for number, name in enumerate(PEOPLE[:41], 1))
MOST_TAPS = 10

pytestmark = pytest.mark.long


class Taps:
    """Taps on a page, counted."""

    def __init__(self, page):
        self.page = page
        self.count = 0

    def __call__(self, locator):
        self.count += 1
        locator.tap()


@pytest.fixture
def desk(phone_of, owner, match):
    """The page of a night at which one of a group of many is."""
    for name in PEOPLE[:20]:
        match.circle.players.create(name=name)
    page = phone_of(owner)
    page.goto(open_night(match.circle, "Ana").get_absolute_url())
    return page


@pytest.fixture
def door(desk):
    desk.goto(desk.url.replace("organise", "door"))
    desk.wait_for_load_state()
    desk.locator("#q").tap()
    return desk


def test_forty_one_names_take_one_list_and_ten_taps(desk):
    page = desk
    tap = Taps(page)
    tap(page.get_by_role("link", name="Puerta", exact=True))
    tap(page.get_by_role("link", name="Pegar lista"))
    page.wait_for_load_state()
    tap(page.locator("#names"))
    page.locator("#names").fill(FORTY_ONE)
    expect_text(page, ".summary", "Se apuntan 41")
    expect_text(page, ".summary", "20 del grupo")
    tap(page.get_by_text("Ya están aquí"))
    tap(page.get_by_role("button", name="Apuntar 41"))
    expect_role(page, "heading", "Aquí, 42")
    assert tap.count <= MOST_TAPS
    assert len(sheet_of(Night.objects.get()).here) == 42
    page.wait_for_load_state()
    assert too_small(page) == []


def test_the_field_stays_on_top_and_keeps_the_focus_for_the_next_name(door):
    page = door
    field = page.locator("#q")
    for typed, who in (("costa", "Ana Costa"), ("vid", "Ana Vidal"), ("Zoe", "Zoe")):
        page.keyboard.type(typed)
        expect_visible(page, "#found .hits")
        page.keyboard.press("Enter")
        expect_text(page, "#found .done", f"{who}, aquí.")
        expect(field).to_be_focused()
        expect(field).to_have_value("")
    page.keyboard.type("prats")
    tap_button(page.locator(".hits"), "Bea Prats")
    expect_text(page, "#found .done", "Bea Prats, aquí.")
    expect(field).to_be_focused()
    expect(field).to_have_value("")
    tap_button(page, "Deshacer")
    expect_role(page, "heading", "Aquí, 4")
    page.mouse.wheel(0, 2000)
    box = field.bounding_box()
    assert box is not None
    assert 0 <= box["y"] < 120


@extent.by_night("corners of forms")
def test_an_answer_that_comes_after_newer_people_and_hits_is_shown(door):
    page = door
    field = page.locator("#q")
    page.keyboard.type("co")
    button = page.get_by_role("button", name="Está aquí · Ana Costa")
    expect(button).to_be_visible()

    def answer_late(route):
        if route.request.method != "POST":
            return route.continue_()
        answer = route.fetch()
        field.fill("costa")
        expect_role(page, "heading", "Aquí, 2")
        expect_text(page, ".hits", "ya está")
        return route.fulfill(response=answer)

    page.route("**/door/", answer_late)
    button.tap()
    expect_text(page, "#found .done", "Ana Costa, aquí.")
    expect(field).to_be_focused()
    expect(field).to_have_value("")
