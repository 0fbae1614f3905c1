"""What another site sends to a phone without a server is shown, and judged only once somebody sends it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.support.elsewhere import (
    FIELDS,
    NO_REFERRER,
    STORED,
    addresses,
    another_site,
    is_asked_about,
    posts,
)
from tests.browser.support.table import Table
from tests.browser.support.without_server import starts
from tests.support.line import Line
from tests.support.static_site import PATH

pytestmark = [pytest.mark.long, pytest.mark.django_db]


def begins(page: Page) -> str:
    """Play a hand of a new match; its code."""
    starts(page, "Ana", "Luis", limit="60").scores(0, "clean", {1: 23})
    return page.url.split("/")[-2]


def test_what_another_site_posts_to_any_address_is_shown_and_not_judged(
    page: Page, line: Line, tmp_path
):
    code = begins(page)
    before = page.evaluate(STORED)
    with another_site(tmp_path) as elsewhere:
        for path, is_made in addresses(code, has_server=False):
            posts(page, elsewhere, f"{line.url}{PATH}{path}")
            if is_made:
                is_asked_about(page)
            assert (path, page.evaluate(STORED)) == (path, before)


def test_a_guessed_key_and_other_forms_are_from_elsewhere_until_somebody_taps(
    page: Page, line: Line, tmp_path
):
    code = begins(page)
    before = page.evaluate(STORED)
    finish = f"{line.url}{PATH}m/{code}/everyday/finish/"
    with another_site(tmp_path) as elsewhere:
        for guess in ("", "undefined", "null", "0" * 32):
            posts(page, elsewhere, finish, {**FIELDS, "own_page": guess})
            is_asked_about(page)
        posts(page, elsewhere, finish, enctype="text/plain")
        expect(page.locator("#elsewhere")).to_contain_text("Ana · Luis")
        assert page.evaluate(STORED) == before
        posts(page, elsewhere, finish, enctype="multipart/form-data")
        is_asked_about(page)
        page.get_by_role("button", name="Enviarlo").tap()
        expect(Table(page).headline).to_contain_text("Gana Ana")


def test_own_pages_are_known_where_no_browser_says_from_which_page_a_form_came(
    page: Page,
):
    page.add_init_script(NO_REFERRER)
    code = begins(page)
    page.goto(f"{PATH}m/{code}/everyday/finish/")
    page.locator("main form button").tap()
    expect(Table(page).headline).to_contain_text("Gana Ana")
    page.goto(PATH)
    page.get_by_role("button", name="Revancha").tap()
    page.wait_for_url(lambda url: "/m/" in url and code not in url)
    expect(page.locator("h1")).to_contain_text("Mano 1")
