"""The door of a club: people are found while somebody types."""

import pytest
from playwright.sync_api import expect

from tests.browser.support.steps import (
    expect_role,
    expect_text,
    expect_visible,
    tap_button,
)
from tests.scores.support.nights import open_night, persons
from tests.scores.support.table import address_of
from tests.support import extent

pytestmark = pytest.mark.long


@pytest.fixture
def door(phone_of, owner, match):
    """That of a night at which twenty people are, the first of whom is Ana."""
    for name in ("Ana Costa", "Ana Vidal", "Bea Prats"):
        match.circle.players.create(name=name)
    night = open_night(match.circle, "Ana", *persons(19))
    page = phone_of(owner)
    page.goto(address_of("night-check-in", night))
    page.wait_for_load_state()
    page.locator("#q").tap()
    return page


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
    expect_role(page, "heading", "Aquí, 23")
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
        expect_role(page, "heading", "Aquí, 21")
        expect_text(page, ".hits", "ya está")
        return route.fulfill(response=answer)

    page.route("**/door/", answer_late)
    button.tap()
    expect_text(page, "#found .done", "Ana Costa, aquí.")
    expect(field).to_be_focused()
    expect(field).to_have_value("")
