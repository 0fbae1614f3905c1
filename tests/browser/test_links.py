"""The own-link and its QR, shown before hand 1, bring the circle to another phone."""

import re

import segno
from playwright.sync_api import Locator, Page, expect

from tests.browser.table import Table, start


def own_link(page: Page) -> Locator:
    """The fold that holds the own-link, opened."""
    fold = page.locator("details.own")
    fold.locator("summary").tap()
    expect(fold.locator(".qr svg")).to_be_visible()
    return fold


def drawn(qr: Locator) -> str:
    return qr.locator("path").last.get_attribute("d") or ""


def test_before_hand_1_the_own_link_brings_the_circle_to_another_phone(phone):
    table = start(phone(), "Ana", "Luis", "Eva")
    fold = own_link(table.page)
    address = fold.get_by_role("link").get_attribute("href") or ""
    assert "/l/circle/" in address

    other = phone()
    other.goto("/")
    expect(other.locator(".matches li")).to_have_count(0)
    other.goto(address)
    for name in ("Ana", "Luis", "Eva"):
        expect(other.locator("main")).to_contain_text(name)
    other.goto("/")
    expect(other.locator(".matches li")).to_have_count(0)  # looking takes nothing
    other.goto(address)
    other.locator("form[method=post]", has=other.locator("button.button")).get_by_role("button").tap()
    expect(other).to_have_url(re.compile("/$"))
    expect(other.locator(".matches li")).to_contain_text("Ana, Luis, Eva")
    other.locator(".matches a").tap()
    Table(other).scores(0, "clean", {1: 23, 2: 7})
    table.page.reload()
    table.expect_totals(-10, 23, 7)


def test_the_qr_says_what_the_link_says(phone):
    table = start(phone(), "Ana", "Luis", "Eva")
    own_link(table.page)
    figures = table.page.locator("figure").all()
    assert len(figures) == 3
    for figure in figures:
        address = figure.get_by_role("link").get_attribute("href") or ""
        again = segno.make(address, error="m", micro=False).svg_inline(border=2)
        assert re.search(r'd="([^"]+)"', again).group(1) == drawn(figure.locator(".qr svg"))


def test_after_hand_1_the_links_are_one_page_away(phone):
    table = start(phone(), "Ana", "Luis", "Eva")
    table.scores(0, "clean", {1: 23, 2: 7})
    expect(table.page.locator(".qr")).to_have_count(0)
    table.page.get_by_role("link", name="Compartir").tap()
    expect(own_link(table.page).get_by_role("link")).to_be_visible()


def test_a_watch_link_lets_watch_and_not_write(phone):
    table = start(phone(), "Ana", "Luis", "Eva")
    watch = table.page.locator("figure", has_text="Mirar").get_by_role("link").get_attribute("href")
    other = phone()
    other.goto(watch)
    other.get_by_role("button", name="Mirar").tap()
    expect(other).to_have_url(re.compile("/m/"))
    seen = Table(other)
    seen.expect_totals(0, 0, 0)
    expect(seen.form).to_have_count(0)
    expect(other.locator("details.own")).to_have_count(0)
    table.scores(0, "clean", {1: 23, 2: 7})
    other.reload()
    seen.expect_totals(-10, 23, 7)
