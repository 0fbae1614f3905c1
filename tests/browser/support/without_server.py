"""Phones of the edition without a server, at a host of files."""

from playwright.sync_api import expect

from tests.browser.support.pocket import OPTIONS
from tests.browser.support.table import Table, fill_new_match, start_button
from tests.support.static_site import PATH


def phone_on(browser, address, **options):
    """One that was never here."""
    return browser.new_context(base_url=address, **OPTIONS | options)


def forgets(page, line):
    """Be another phone, which has no match."""
    page.evaluate("() => window.caches?.delete('lists')")  # pages drawn last
    page.goto("about:blank")
    matches = {"origin": line.url, "storageTypes": "indexeddb,local_storage"}
    page.context.new_cdp_session(page).send("Storage.clearDataForOrigin", matches)


def is_ready(page):
    """Wait until all is on the phone."""
    expect(page.locator("#ready.yes")).to_be_attached()


def starts(page, *names, **fields):
    page.goto(f"{PATH}new/")
    fill_new_match(page, *names, **fields)
    start_button(page).tap()
    page.wait_for_url("**/m/*/")
    table = Table(page)
    expect(table.form).to_be_visible()
    return table
