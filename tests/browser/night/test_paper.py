"""What is printed: names that are read from two metres, and no first page that is almost empty."""

import re

from tests.browser.support.night_by_screens import PEOPLE
from tests.scores.support.nights import all_reported, open_night, published
from tests.scores.support.table import address_of

PIXELS_A_POINT = 96 / 72
LEAST_POINTS = 20
A4 = {"width": 794, "height": 1123}


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


def test_each_page_of_a_night_is_printed_as_it_is_read_on_paper(phone_of, owner, match):
    """Sixteen people after the first round, all of whose tables have a result on paper. There is a slip for
    each of four tables and an empty one. Two slips or cards are on a sheet."""
    night = all_reported(published(open_night(match.circle, *PEOPLE)))
    sheet = phone_of(owner, A4["width"], A4["height"])
    sheet.emulate_media(media="print")

    sheet.goto(address_of("night-lists", night))
    sizes = points_of(sheet, ".names li span, .by-table dd")
    assert min(sizes) >= LEAST_POINTS
    assert pages_of(sheet) == 2

    sheet.goto(address_of("night-standings", night))
    first = sheet.locator(".standings tbody tr").first
    assert first.bounding_box()["y"] < A4["height"] / 4
    assert "Noche · Clasificación" in sheet.locator("main").inner_text()
    broken = sheet.locator(".standings").evaluate(
        "table => getComputedStyle(table).breakInside"
    )
    assert (broken, pages_of(sheet)) == ("auto", 1)

    for name, sheets in (("night-slips", 3), ("night-cards", 2)):
        sheet.goto(address_of(name, night))
        assert (name, pages_of(sheet)) == (name, sheets)

    sheet.goto(address_of("night-money", night))
    assert "Para el club quedan" in sheet.locator("main").inner_text()
    style = "([tick]) => getComputedStyle(tick, '::before')"
    boxes = sheet.locator(".ticks button")
    sizes = [boxes.evaluate_all(f"{style}.{side}") for side in ("width", "height")]
    assert [round(float(size.removesuffix("px"))) for size in sizes] == [23, 23]
    assert not sheet.locator("[name=prizes]").is_visible()
