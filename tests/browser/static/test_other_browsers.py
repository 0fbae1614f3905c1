"""By night: a match without a server in WebKit, the engine of every browser on an iPhone, and in Firefox."""

from urllib.parse import urlsplit

import pytest

from tests.browser.offline.test_other_browsers import in_firefox, in_webkit
from tests.support import extent
from tests.support.line import line_to
from tests.support.one_evening import comes_true, saves, shows, starts
from tests.support.static_site import PATH, host_of, shared_site

IS_READY = "return document.querySelector('#ready.yes') !== null"
LISTED = "return document.querySelector('#found li')?.innerText.includes('Luis 26')"


@pytest.mark.filterwarnings("ignore:setting remote_server_addr")  # selenium's own call
@pytest.mark.long
@extent.by_night("phones of others")
@pytest.mark.parametrize("browser", [in_webkit, in_firefox])
def test_a_match_goes_on_without_its_host_and_is_in_the_list(browser, tmp_path):
    with (
        host_of(shared_site().parent) as (host, _asked),
        line_to(urlsplit(host).port or 0) as line,
        browser(tmp_path) as phone,
    ):
        home = f"{line.url}{PATH}"
        phone.opens(home)
        comes_true(phone, IS_READY)
        starts(phone, f"{home}new/")
        board = phone.evaluates("return location.href")
        line.cut()
        phone.opens("about:blank")
        phone.opens(board)
        saves(phone, 1, "knock-3", "128")
        shows(phone, ".total", "2", "26", "15")
        phone.opens(f"{home}history/")
        comes_true(phone, LISTED)
