"""An evening in WebKit, the engine of every browser on an iPhone.

Its test driver forgets everything when the browser is closed, so the page is left and opened again; that
hands outlive the browser is tried in Chromium.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urljoin

import pytest

from tests.support import chromium, extent, webkit
from tests.support.line import Line
from tests.support.one_evening import (
    IS_READY,
    NAMES,
    PATIENCE,
    comes_true,
    play,
    saves,
    shows,
    starts,
    taps,
    taps_until,
)
from tests.support.wire import Phone as Wire

pytestmark = pytest.mark.filterwarnings("ignore:setting remote_server_addr")  # selenium's own call


@contextmanager
def a_phone(home: Path) -> Iterator[webkit.Phone]:
    found = webkit.find()
    if found is None:
        (pytest.fail if chromium.IN_CI else pytest.skip)(webkit.MISSING)
    with webkit.browsing(found, home) as driver:
        driver.set_script_timeout(PATIENCE)
        yield webkit.Phone(driver)


def is_the_phone_of(phone: webkit.Phone, wire: Wire, board: str) -> None:
    """The browser has the rights of `wire`, and shows the board."""
    phone.opens(urljoin(board, "/robots.txt"))
    phone.driver.add_cookie({"name": "phone", "value": wire.cookies["phone"]})
    phone.opens(board)


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
def test_a_question_is_answered_on_a_board_that_is_loaded_again_without_a_signal(line: Line, tmp_path: Path):
    wire = Wire(line.to)
    board = f"{line.url}{wire.start(*NAMES, preset='chinchon-fournier')}"
    with a_phone(tmp_path) as phone:
        is_the_phone_of(phone, wire, board)
        saves(phone, 0, "clean", "607")
        comes_true(phone, IS_READY)
        line.cut()
        saves(phone, 0, "clean", "607")
        shows(phone, ".ask p", "¿Se reengancha Luis en 14?")
        phone.opens("about:blank")
        phone.opens(board)
        taps_until(phone, ".ask form[action$='/yes/'] button", "return !document.querySelector('.ask')")
        shows(phone, ".total", "−20", "14", "14")
        taps(phone, "button[form=undo]")
        shows(phone, ".ask p", "¿Se reengancha Luis en 14?")
        line.mend()
        comes_true(phone, "return document.getElementById('waiting').hidden")
        shows(phone, ".ask p", "¿Se reengancha Luis en 14?")


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


@extent.by_night("phones of others")
@pytest.mark.long
def test_an_undo_without_a_signal_takes_back_no_hand_of_another_phone(line: Line, tmp_path: Path):
    wire = Wire(line.to)
    match = wire.start(*NAMES)
    with a_phone(tmp_path) as phone:
        is_the_phone_of(phone, wire, f"{line.url}{match}")
        saves(phone, 0, "clean", "237")
        shows(phone, ".total", "−10", "23", "7")
        comes_true(phone, IS_READY)
        line.cut()
        taps(phone, "button[form=undo]")
        shows(phone, ".total", "0", "0", "0")
        assert wire.save(match, 1, 4, 3).status == 302
        line.mend()
        comes_true(phone, "return document.getElementById('waiting').classList.contains('asks')")
        shows(phone, ".total", "−20", "27", "10")
