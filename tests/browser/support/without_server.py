"""Phones of the edition without a server, at a host of files."""

from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.support.table import Table, fill_new_match, start_button
from tests.support.line import Line
from tests.support.static_site import PATH

SIZE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}


def phone_on(browser: Browser, address: str, language: str = "es-ES") -> BrowserContext:
    """One that was never here."""
    return browser.new_context(base_url=address, locale=language, **SIZE)


def forgets(page: Page, line: Line) -> None:
    """Be another phone, which has no match."""
    page.evaluate("() => window.caches?.delete('lists')")  # pages drawn last
    page.goto("about:blank")
    matches = {"origin": line.url, "storageTypes": "indexeddb,local_storage"}
    page.context.new_cdp_session(page).send("Storage.clearDataForOrigin", matches)


def is_ready(page: Page) -> None:
    """Wait until all is on the phone."""
    expect(page.locator("#ready.yes")).to_be_attached()


def starts(page: Page, *names: str, **fields: str) -> Table:
    page.goto(f"{PATH}new/")
    fill_new_match(page, *names, **fields)
    start_button(page).tap()
    page.wait_for_url("**/m/*/")
    table = Table(page)
    expect(table.form).to_be_visible()
    return table
