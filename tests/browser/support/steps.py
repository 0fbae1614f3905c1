"""What somebody taps on a page, and what stands there then; each waits until it is so."""

from re import Pattern

from playwright.sync_api import Locator, Page, expect

Part = Page | Locator
"""A page, or a part of it."""
Text = str | Pattern[str] | list[str]


def tap(part: Part, selector: str) -> None:
    part.locator(selector).tap()


def tap_button(part: Part, name: str) -> None:
    part.get_by_role("button", name=name).tap()


def tap_link(part: Part, name: str, exact: bool = False) -> None:
    part.get_by_role("link", name=name, exact=exact).tap()


def expect_text(part: Part, selector: str, text: Text) -> None:
    """The text is in it, among others."""
    expect(part.locator(selector)).to_contain_text(text)


def expect_whole_text(part: Part, selector: str, text: Text) -> None:
    """It has this text alone."""
    expect(part.locator(selector)).to_have_text(text)


def expect_count(part: Part, selector: str, count: int) -> None:
    expect(part.locator(selector)).to_have_count(count)


def expect_visible(part: Part, selector: str) -> None:
    expect(part.locator(selector)).to_be_visible()


def expect_hidden(part: Part, selector: str) -> None:
    expect(part.locator(selector)).to_be_hidden()


def expect_role(part: Part, role: str, name: str | Pattern[str]) -> None:
    """A heading, link or button of that name is seen."""
    expect(part.get_by_role(role, name=name)).to_be_visible()
