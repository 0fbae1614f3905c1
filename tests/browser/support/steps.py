"""What somebody taps on a page, and what stands there then; each waits until it is so.

`part` is a page or a part of it, `text` a string, a pattern, or a list with one for each element.
"""

from playwright.sync_api import expect


def tap(part, selector):
    part.locator(selector).tap()


def tap_button(part, name):
    part.get_by_role("button", name=name).tap()


def tap_link(part, name, exact=False):
    part.get_by_role("link", name=name, exact=exact).tap()


def expect_text(part, selector, text):
    """The text is in it, among others."""
    expect(part.locator(selector)).to_contain_text(text)


def expect_whole_text(part, selector, text):
    """It has this text alone."""
    expect(part.locator(selector)).to_have_text(text)


def expect_count(part, selector, count):
    expect(part.locator(selector)).to_have_count(count)


def expect_visible(part, selector):
    expect(part.locator(selector)).to_be_visible()


def expect_hidden(part, selector):
    expect(part.locator(selector)).to_be_hidden()


def expect_role(part, role, name):
    """A heading, link or button of that name is seen."""
    expect(part.get_by_role(role, name=name)).to_be_visible()
