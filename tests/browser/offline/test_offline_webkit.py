"""An evening in WebKit, the engine of every browser on an iPhone.

Its test driver forgets everything when the browser is closed, so the page is left and opened again; that
hands outlive the browser is tried in Chromium.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.support import chromium, extent, webkit
from tests.support.line import Line
from tests.support.one_evening import (
    PATIENCE,
    comes_true,
    play,
    shows,
    starts,
    taps,
)

pytestmark = pytest.mark.filterwarnings("ignore:setting remote_server_addr")  # selenium's own call


@contextmanager
def a_phone(home: Path) -> Iterator[webkit.Phone]:
    found = webkit.find()
    if found is None:
        (pytest.fail if chromium.IN_CI else pytest.skip)(webkit.MISSING)
    with webkit.browsing(found, home) as driver:
        driver.set_script_timeout(PATIENCE)
        yield webkit.Phone(driver)


def sees_what_changes(phone: webkit.Phone, board: str) -> None:
    """The first hand with 25 points in place of 23, before it is saved."""
    phone.opens(f"{board}correct/0/")
    for selector in (
        ".row[data-seat='1'] .name",
        *2 * ("[data-key=erase]",),
        "[data-key='2']",
        "[data-key='5']",
    ):
        taps(phone, selector)
    taps(phone, ".points-panel .save")
    comes_true(phone, "return Boolean(document.querySelector('[name=act][value=save]'))")


@pytest.mark.long
def test_an_evening_with_a_signal_and_without(line: Line, tmp_path: Path):
    with a_phone(tmp_path) as phone:
        play(phone, line)


@extent.by_night("phones of others")
@pytest.mark.long
def test_a_match_started_without_a_signal_is_corrected_once_it_is_meant(line: Line, tmp_path: Path):
    with a_phone(tmp_path) as phone:
        phone.opens(f"{line.url}/")
        comes_true(phone, "return document.getElementById('ready').classList.contains('yes')")
        line.cut()
        starts(phone, line)
        board = phone.evaluates("return location.href")
        sees_what_changes(phone, board)
        phone.opens(f"{board}everyday/penalty/")
        taps(phone, "label:has([name=player][value='2'])")
        phone.types("[name=points]", "5")
        taps(phone, "main .start button")
        shows(phone, ".total", "−10", "23", "12")
        sees_what_changes(phone, board)
        taps(phone, "[name=act][value=save]")
        shows(phone, ".total", "−10", "25", "12")
        shows(phone, "#waiting b", "4")
        line.mend()
        comes_true(phone, "return document.getElementById('waiting').hidden")
        phone.opens(board)
        shows(phone, ".total", "−10", "25", "12")
