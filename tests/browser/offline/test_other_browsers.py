"""By night: an evening with a server, and one without, in Firefox, and in WebKit, which every iPhone has.

Their drivers forget everything when the browser is closed, so the page is left and opened again; that hands
outlive the browser is tried in Chromium.
"""

from contextlib import contextmanager
from urllib.parse import urlsplit

import pytest

from tests.support import extent, firefox, webkit
from tests.support.line import line_to
from tests.support.one_evening import PATIENCE, comes_true, play, saves, shows, starts
from tests.support.static_site import PATH, host_of, shared_site

# selenium's own call
warned = pytest.mark.filterwarnings("ignore:setting remote_server_addr")
pytestmark = [warned, pytest.mark.long]


@contextmanager
def in_webkit(home):
    found = webkit.find() or extent.lacks(webkit.MISSING)
    with webkit.browsing(found, home) as driver:
        driver.set_script_timeout(PATIENCE)
        yield webkit.Phone(driver)


def in_firefox(home):
    return firefox.browsing(firefox.find() or extent.lacks(firefox.MISSING), home)


in_each = pytest.mark.parametrize("browser", [in_webkit, in_firefox])


@in_each
@extent.by_night("phones of others")
def test_an_evening_with_a_signal_and_without(browser, line, tmp_path):
    with browser(tmp_path) as phone:
        play(phone, line)


HAS_ALL = "return document.querySelector('#ready.yes') !== null"
LISTED = "return document.querySelector('#found li')?.innerText.includes('Luis 26')"


@in_each
@extent.by_night("phones of others")
def test_a_match_without_a_server_goes_on_without_its_host_and_is_in_the_list(
    browser, tmp_path
):
    with (
        host_of(shared_site().parent) as (host, _asked),
        line_to(urlsplit(host).port or 0) as line,
        browser(tmp_path) as phone,
    ):
        home = f"{line.url}{PATH}"
        phone.opens(home)
        comes_true(phone, HAS_ALL)
        starts(phone, f"{home}new/")
        board = phone.evaluates("return location.href")
        line.cut()
        phone.opens("about:blank")
        phone.opens(board)
        saves(phone, 1, "knock-3", "128")
        shows(phone, ".total", "2", "26", "15")
        phone.opens(f"{home}history/")
        comes_true(phone, LISTED)
