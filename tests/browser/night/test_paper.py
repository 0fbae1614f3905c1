"""What is printed: names that are read from two metres, and no first page that is almost empty."""

import re

import pytest
from django.urls import reverse

from tests.browser.support.night_by_screens import PEOPLE
from tests.scores.support.nights import all_reported, open_night, published

PIXELS_A_POINT = 96 / 72
LEAST_POINTS = 20
A4 = {"width": 794, "height": 1123}


@pytest.fixture
def night(match):
    """Sixteen people in the first round, all of whose tables have a result on paper."""
    return all_reported(published(open_night(match.circle, *PEOPLE)))


@pytest.fixture
def sheet(phone_of, owner, match):
    page = phone_of(owner, A4["width"], A4["height"])
    page.emulate_media(media="print")
    return page


def points_of(page, selector):
    """The sizes of the letters of these parts."""
    sizes = page.locator(selector).evaluate_all(
        "parts => parts.map((part) => parseFloat(getComputedStyle(part).fontSize))"
    )
    return {size / PIXELS_A_POINT for size in sizes}


def pages_of(page):
    return len(
        re.findall(
            rb"/Type\s*/Page\b", page.pdf(prefer_css_page_size=True, format="A4")
        )
    )


def test_names_on_the_lists_for_the_wall_are_large_and_each_list_is_one_sheet(
    sheet, night
):
    sheet.goto(reverse("night-lists", args=[night.code]))
    sizes = points_of(sheet, ".names li span, .by-table dd")
    assert min(sizes) >= LEAST_POINTS
    assert pages_of(sheet) == 2


def test_printed_standings_begin_on_the_first_sheet_with_their_title(sheet, night):
    sheet.goto(reverse("night-standings", args=[night.code]))
    first = sheet.locator(".standings tbody tr").first
    assert first.bounding_box()["y"] < A4["height"] / 4
    assert "Noche · Clasificación" in sheet.locator("main").inner_text()
    broken = sheet.locator(".standings").evaluate(
        "table => getComputedStyle(table).breakInside"
    )
    assert (broken, pages_of(sheet)) == ("auto", 1)


@pytest.mark.parametrize(("page", "sheets"), [("night-slips", 3), ("night-cards", 2)])
def test_slips_and_cards_are_two_on_a_sheet(sheet, night, page, sheets):
    """A slip for each of four tables and an empty one; four cards."""
    sheet.goto(reverse(page, args=[night.code]))
    assert pages_of(sheet) == sheets


def test_the_printed_money_has_boxes_to_tick_and_says_what_is_left(sheet, night):
    sheet.goto(reverse("night-money", args=[night.code]))
    assert "Para el club quedan" in sheet.locator("main").inner_text()
    style = "([tick]) => getComputedStyle(tick, '::before')"
    boxes = sheet.locator(".ticks button")
    sizes = [boxes.evaluate_all(f"{style}.{side}") for side in ("width", "height")]
    assert [round(float(size.removesuffix("px"))) for size in sizes] == [23, 23]
    assert not sheet.locator("[name=prizes]").is_visible()
