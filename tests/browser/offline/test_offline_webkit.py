"""An evening in WebKit, the engine of every browser on an iPhone.

Its test driver forgets everything when the browser is closed, so the page is left and opened again; that
hands outlive the browser is tried in Chromium.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support import chromium, webkit
from tests.support.line import Line
from tests.support.one_evening import PATIENCE, play


@pytest.mark.filterwarnings("ignore:setting remote_server_addr")  # selenium's own call
@pytest.mark.long
def test_an_evening_with_a_signal_and_without(line: Line, tmp_path: Path):
    found = webkit.find()
    if found is None:
        (pytest.fail if chromium.IN_CI else pytest.skip)(webkit.MISSING)
    with webkit.browsing(found, tmp_path) as driver:
        driver.set_script_timeout(PATIENCE)
        play(webkit.Phone(driver), line)
