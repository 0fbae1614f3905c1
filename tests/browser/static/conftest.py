"""Phones at one host of files, which has the edition without a server, and a line to it."""

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.browser.support.phones import listen
from tests.browser.support.without_server import forgets, is_ready, phone_on
from tests.support.line import Line, line_to
from tests.support.static_site import PATH, host_of, shared_site


@pytest.fixture(scope="session")
def site() -> Path:
    return shared_site()


@pytest.fixture(scope="session")
def host(site) -> Iterator[tuple[str, list[str]]]:
    with host_of(site.parent) as host:
        yield host


@pytest.fixture(scope="session")
def line(host) -> Iterator[Line]:
    with line_to(urlsplit(host[0]).port or 0) as line:
        yield line


@pytest.fixture(scope="session")
def installed(browser: Browser, line) -> Iterator[BrowserContext]:
    """A phone that has all of the site, for one test after the other."""
    with phone_on(browser, line.url) as context:
        page = context.new_page()
        page.goto(PATH)
        is_ready(page)
        page.close()
        yield context


@pytest.fixture
def asked(host) -> list[str]:
    """The paths that the host was asked for in this test."""
    host[1].clear()
    return host[1]


@pytest.fixture
def page(installed: BrowserContext, line) -> Iterator[Page]:
    """A phone that was here before and has no match, whose scripts must not fail."""
    complaints: list[str] = []
    page = installed.new_page()
    listen(page, complaints)
    yield page
    line.mend()
    forgets(page, line)
    page.close()
    assert complaints == []


@pytest.fixture
def stranger(browser: Browser, host) -> Iterator[Page]:
    with phone_on(browser, host[0]) as context:
        yield context.new_page()
