"""Without a signal in WebKit, the engine of every browser on an iPhone.

Its test driver forgets everything when the browser is closed, so here the page is left and opened again; that
hands outlive the browser is tried in Chromium.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from selenium.common.exceptions import StaleElementReferenceException, WebDriverException
from selenium.webdriver import WebKitGTK
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

from tests.support import chromium, webkit
from tests.support.line import Line

pytestmark = pytest.mark.filterwarnings("ignore:setting remote_server_addr")  # selenium's own call
PATIENCE = 30  # seconds
KEPT = """const done = arguments[0];
const page = navigator.serviceWorker.ready.then(() => caches.match(location.pathname));
page.then((page) => done(Boolean(page)));"""


@pytest.fixture
def driver(tmp_path: Path) -> Iterator[WebKitGTK]:
    found = webkit.find()
    if found is None:
        (pytest.fail if chromium.IN_CI else pytest.skip)(webkit.MISSING)
    with webkit.browsing(found, tmp_path) as driver:
        driver.set_script_timeout(PATIENCE)
        yield driver


def until(driver: WebKitGTK, is_so: Callable[[], object]) -> None:
    ignored = (StaleElementReferenceException, WebDriverException)
    WebDriverWait(driver, PATIENCE, 0.1, ignored).until(lambda _driver: is_so())


def texts(driver: WebKitGTK, selector: str) -> list[str]:
    return [one.text for one in driver.find_elements(By.CSS_SELECTOR, selector)]


def taps(driver: WebKitGTK, selector: str) -> None:
    """As a thumb does, once it is there to be tapped."""
    until(driver, lambda: driver.find_element(By.CSS_SELECTOR, selector).is_displayed())
    driver.find_element(By.CSS_SELECTOR, selector).click()


def saves(driver: WebKitGTK, seat: int, way: str, digits: str) -> None:
    taps(driver, f".row[data-seat='{seat}'] .name")
    taps(driver, f"[value='{way}'] + label")
    for digit in digits:
        taps(driver, f"[data-key='{digit}']")
    taps(driver, ".points-panel .save")


@pytest.mark.long
def test_hands_written_without_a_signal_wait_and_go_up_once_in_order(driver: WebKitGTK, line: Line):
    driver.get(f"{line.url}/new/")
    for place, name in enumerate(("Ana", "Luis", "Eva")):
        driver.find_element(By.NAME, f"name_{place}").send_keys(name)
    taps(driver, "#new-match .start button")
    until(driver, lambda: driver.find_element(By.ID, "record"))
    until(driver, lambda: driver.execute_async_script(KEPT))
    board = driver.current_url
    line.cut()
    for number, hand in enumerate(((0, "clean", "237"), (1, "knock-3", "128")), 1):
        saves(driver, *hand)
        until(driver, lambda number=number: texts(driver, "#waiting b") == [str(number)])
    driver.get("about:blank")
    driver.get(board)
    until(driver, lambda: texts(driver, "#waiting b") == ["2"])
    assert texts(driver, ".total") == ["0", "0", "0"]
    line.mend()
    until(driver, lambda: texts(driver, ".total") == ["2", "26", "15"])
    driver.get(f"{board}log/")
    assert texts(driver, ".log li p:first-child") == [
        "Cierra Luis, con carta suelta (3) · Ana 12 · Eva 8",
        "Cierra Ana, limpio · Luis 23 · Eva 7",
    ]
