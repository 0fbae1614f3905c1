"""An evening in WebKit, the engine of every browser on an iPhone.

Its test driver forgets everything when the browser is closed, so the page is left and opened again; that
hands outlive the browser is tried in Chromium.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.support import chromium, webkit
from tests.support.line import Line
from tests.support.one_evening import IS_READY, PATIENCE, comes_true, play, saves, shows, taps
from tests.support.wire import Phone as Wire

pytestmark = pytest.mark.filterwarnings("ignore:setting remote_server_addr")  # selenium's own call


NAMES = ("Ana", "Luis", "Eva")


@contextmanager
def a_phone(home: Path) -> Iterator[webkit.Phone]:
    found = webkit.find()
    if found is None:
        (pytest.fail if chromium.IN_CI else pytest.skip)(webkit.MISSING)
    with webkit.browsing(found, home) as driver:
        driver.set_script_timeout(PATIENCE)
        yield webkit.Phone(driver)


@pytest.mark.long
def test_an_evening_with_a_signal_and_without(line: Line, tmp_path: Path):
    with a_phone(tmp_path) as phone:
        play(phone, line)


@pytest.mark.long
def test_a_question_is_answered_on_a_board_that_is_loaded_again_without_a_signal(line: Line, tmp_path: Path):
    wire = Wire(line.to)
    board = f"{line.url}{wire.start(*NAMES, preset='chinchon-fournier')}"
    with a_phone(tmp_path) as phone:
        phone.opens(f"{line.url}/robots.txt")
        phone.driver.add_cookie({"name": "phone", "value": wire.cookies["phone"]})
        phone.opens(board)
        saves(phone, 0, "clean", "607")
        comes_true(phone, IS_READY)
        line.cut()
        saves(phone, 0, "clean", "607")
        shows(phone, ".ask p", "¿Se reengancha Luis en 14?")
        phone.opens("about:blank")
        phone.opens(board)
        taps(phone, ".ask form[action$='/yes/'] button")
        shows(phone, ".total", "−20", "14", "14")
        taps(phone, "button[form=undo]")
        shows(phone, ".ask p", "¿Se reengancha Luis en 14?")
        line.mend()
        comes_true(phone, "return document.getElementById('waiting').hidden")
        shows(phone, ".ask p", "¿Se reengancha Luis en 14?")
