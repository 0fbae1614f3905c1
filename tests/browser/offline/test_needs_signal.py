"""Where there is no signal, what a page offers works, or is marked and says in one line that it needs one."""

import pytest
from playwright.sync_api import expect

from tests.browser.offline.test_evening import NAMES
from tests.browser.support.pocket import can_do_without_server, is_ready
from tests.browser.support.steps import expect_hidden, expect_text
from tests.support import extent
from tests.support.wire import Phone

OFFERED = """() => [...document.querySelectorAll("body a[href]:not(.signal *)")]
  .filter((link) => link.checkVisibility() && !link.getAttribute("href").startsWith("#"))
  .map((link) => [link.href, link.hasAttribute("data-needs-signal")])"""


def expect_one_line(page, offered):
    expect(page.locator("#missing p[data-address]:visible"), offered).to_have_count(1)


def opens(page, address):
    """Open a page without a signal, and wait until it has marked what needs one."""
    page.goto(address)
    expect_text(page, "#lost", "Lo gris necesita señal.")


def follow_links(page, address, followed):
    opens(page, address)
    for href, is_marked in page.evaluate(OFFERED):
        if href in followed:
            continue
        followed.add(href)
        page.goto(href)
        if is_marked:
            expect_one_line(page, href)
        else:
            expect_hidden(page, "#missing")
            expect(page.locator("h1")).not_to_contain_text("Sin señal")


@extent.by_night("signal")
@pytest.mark.long
def test_what_is_offered_without_a_signal_works_or_says_that_it_needs_one(
    pocket, line, app
):
    wire = Phone(line.to)
    board = wire.start(*NAMES)
    other = wire.start("Rosa", "Paco")
    wire.save(board, 0, 23, 7)
    page = pocket().continues(wire, board).page
    can_do_without_server(page, app, 1)
    page.goto("/")
    group = page.locator(".menu a[href*='/c/']").first.get_attribute("href") or ""
    walk = ["/", board, f"{board}log/", "/check/", group, "/history/"]
    for address in walk:
        page.goto(address)
        is_ready(page)
    line.cut()
    opens(page, "/")
    expect(page.locator(f"a[href='{other}']")).to_have_attribute(
        "data-needs-signal", ""
    )
    expect(page.locator(f"a[href='{board}']")).not_to_have_attribute(
        "data-needs-signal", ""
    )
    page.get_by_role("button", name="English").evaluate("button => button.click()")
    expect_one_line(page, "English")
    followed = set[str]()
    for address in [*walk, "/new/", f"{board}everyday/"]:
        follow_links(page, address, followed)
    assert len(followed) > 20
    taps_what_is_grey(page, board)
    opens(page, board)
    needs = page.locator("[title='Necesita señal']")
    expect(needs.first).to_be_attached()
    line.mend()
    expect(needs).to_have_count(0)


def taps_what_is_grey(page, address):
    """A tap leads where the address does, though the link says that it is disabled."""
    opens(page, address)
    grey = page.locator("a[data-needs-signal]:visible").first
    href = grey.get_attribute("href") or ""
    grey.tap(force=True)  # Playwright would wait until it is no longer disabled
    page.wait_for_url(f"**{href}")
    expect_one_line(page, href)
