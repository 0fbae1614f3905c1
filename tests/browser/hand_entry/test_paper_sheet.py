"""The grid of a paper sheet on a phone."""

import pytest
from playwright.sync_api import expect

from tests.scores.support.table import start
from tests.support import extent


@pytest.mark.parametrize(
    ("width", "names"), [*(extent.night_param("other sizes", 360, few) for few in (2, 4)), (390, 6)]
)
def test_on_a_phone_the_sheet_says_that_it_goes_on_to_the_right(phone_of, client, width, names):
    match = start(client, *("Ana", "Luis", "Eva", "Paco", "Rosa", "Tere")[:names])
    page = phone_of(client, width, 640)
    page.goto(f"{match.get_absolute_url()}sheet/")
    expect(page.locator(".slides")).to_be_visible()
    first_row = page.locator(".paper tbody tr").first
    for name in ("0.closer", "0.close"):
        select = first_row.locator(f"[name='{name}']")
        select.scroll_into_view_if_needed()
        expect(select).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth") == width


def test_where_the_whole_sheet_fits_nothing_is_said(phone_of, client):
    match = start(client, "Ana", "Luis", "Eva")
    page = phone_of(client, 1000, 800)
    page.goto(f"{match.get_absolute_url()}sheet/")
    expect(page.locator(".slides")).to_be_hidden()
    expect(page.locator("[name='0.close']")).to_be_in_viewport(ratio=1)
