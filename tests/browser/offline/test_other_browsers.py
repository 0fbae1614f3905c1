"""By night: an evening in WebKit, the engine of every browser on an iPhone, and in Firefox.

Their drivers forget everything when the browser is closed, so the page is left and opened again; that hands
outlive the browser is tried in Chromium.
"""

from contextlib import contextmanager

import pytest

from tests.support import extent, firefox, webkit
from tests.support.one_evening import PATIENCE, play


@contextmanager
def in_webkit(home):
    found = webkit.find() or extent.lacks(webkit.MISSING)
    with webkit.browsing(found, home) as driver:
        driver.set_script_timeout(PATIENCE)
        yield webkit.Phone(driver)


def in_firefox(home):
    return firefox.browsing(firefox.find() or extent.lacks(firefox.MISSING), home)


@pytest.mark.filterwarnings("ignore:setting remote_server_addr")  # selenium's own call
@pytest.mark.long
@extent.by_night("phones of others")
@pytest.mark.parametrize("browser", [in_webkit, in_firefox])
def test_an_evening_with_a_signal_and_without(browser, line, tmp_path):
    with browser(tmp_path) as phone:
        play(phone, line)
