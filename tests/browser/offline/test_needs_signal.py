"""Where there is no signal, what a page offers works, or is marked and says in one line that it needs one."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.support.pocket import can_do_without_server, is_ready
from tests.support import extent
from tests.support.wire import Phone

pytestmark = pytest.mark.long

MARKED = "Lo apagado necesita señal."
OFFERED = """() => [...document.querySelectorAll("body a[href]:not(.signal *)")]
  .filter((link) => link.checkVisibility() && !link.getAttribute("href").startsWith("#"))
  .map((link) => [link.href, link.hasAttribute("data-needs-signal")])"""
SENT = "button[data-needs-signal]:not([type=button]):visible"


def expect_one_line(page: Page, offered: str) -> None:
    expect(page.locator("#missing p[data-address]:visible"), offered).to_have_count(1)


def opens(page: Page, address: str) -> None:
    """Open a page without a signal, and wait until it has marked what needs one."""
    page.goto(address)
    expect(page.locator("#lost")).to_contain_text(MARKED)


def follow_links(page: Page, address: str, followed: set[str]) -> None:
    opens(page, address)
    for href, is_marked in page.evaluate(OFFERED):
        if href in followed:
            continue
        followed.add(href)
        page.goto(href)
        if is_marked:
            expect_one_line(page, href)
        else:
            expect(page.locator("#missing")).to_be_hidden()
            expect(page.locator("h1")).not_to_contain_text("Sin señal")


def tap_what_is_marked(page: Page, address: str, tapped: set[str]) -> None:
    """Tap each marked button once; one that is on all pages is tapped on one."""
    opens(page, address)
    for text in set(page.locator(SENT).all_inner_texts()) - tapped:
        tapped.add(text)
        opens(page, address)
        page.locator(SENT, has_text=text).first.evaluate("button => button.click()")
        expect_one_line(page, f"{address}: {text}")


def visit_all(page: Page, board: str) -> list[str]:
    """Have the phone store pages, and give their addresses."""
    page.goto("/")
    group = page.locator(".menu a[href*='/c/']").first.get_attribute("href") or ""
    addresses = ["/", board, f"{board}log/", "/check/", group, "/history/"]
    for address in addresses:
        page.goto(address)
        is_ready(page)
    return addresses


@extent.by_night("signal")
def test_what_is_offered_without_a_signal_works_or_says_that_it_needs_one(pocket, line, app):
    wire = Phone(line.to)
    board, other = wire.start("Ana", "Luis", "Eva"), wire.start("Rosa", "Paco")
    table = pocket().continues(wire, board)
    page = table.page
    table.scores(0, "clean", {1: 23, 2: 7})
    can_do_without_server(page, app, 1)
    walk = visit_all(page, board)
    line.cut()
    opens(page, "/")
    expect(page.locator(f"a[href='{other}']")).to_have_attribute("data-needs-signal", "")
    expect(page.locator(f"a[href='{board}']")).not_to_have_attribute("data-needs-signal", "")
    followed, tapped = set[str](), set[str]()
    for address in [*walk, "/new/", f"{board}everyday/"]:
        follow_links(page, address, followed)
        tap_what_is_marked(page, address, tapped)
    assert len(followed) > 20
    assert "English" in tapped
