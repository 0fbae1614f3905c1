"""Phones at one host of files, which has the edition without a server, and a line to it."""

from urllib.parse import urlsplit

import pytest

from tests.browser.support.phones import listen
from tests.browser.support.without_server import forgets, is_ready, phone_on
from tests.support.line import line_to
from tests.support.static_site import PATH, host_of, shared_site


@pytest.fixture(scope="session")
def site():
    return shared_site()


@pytest.fixture(scope="session")
def host(site):
    with host_of(site.parent) as host:
        yield host


@pytest.fixture(scope="session")
def line(host):
    with line_to(urlsplit(host[0]).port or 0) as line:
        yield line


@pytest.fixture(scope="session")
def installed(browser, line):
    """A phone that has all of the site, for one test after the other."""
    with phone_on(browser, line.url) as context:
        page = context.new_page()
        page.goto(PATH)
        is_ready(page)
        page.close()
        yield context


@pytest.fixture
def asked(host):
    """The paths that the host was asked for in this test."""
    host[1].clear()
    return host[1]


@pytest.fixture
def page(installed, line):
    """A phone that was here before and has no match, whose scripts must not fail."""
    complaints = []
    page = installed.new_page()
    listen(page, complaints)
    yield page
    line.mend()
    forgets(page, line)
    page.close()
    assert complaints == []


@pytest.fixture
def stranger(browser, host):
    with phone_on(browser, host[0]) as context:
        yield context.new_page()
