"""Phones with a memory, whose browser can be closed and opened again, on a line that a test can cut."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, BrowserType, Page, expect

from tests.browser.support.table import Table
from tests.support import chromium
from tests.support.line import Line, line_to


@dataclass
class Pocket:
    """A phone. What its browser keeps outlives the browser."""

    kind: BrowserType
    program: str
    profile: Path
    line: Line
    context: BrowserContext | None = None
    complaints: list[str] = field(default_factory=list)
    before: str = ""  # a script that runs before those of every page

    def opens(self, address: str = "about:blank") -> Page:
        """Start the browser, with one page."""
        self.context = self.kind.launch_persistent_context(
            self.profile,
            executable_path=self.program,
            args=chromium.ALONE,
            base_url=self.line.url,
            locale="es-ES",
            viewport={"width": 390, "height": 844},
            is_mobile=True,
            has_touch=True,
        )
        if self.before:
            self.context.add_init_script(self.before)
        self.context.on("weberror", lambda error: self.complaints.append(str(error.error)))
        page = self.context.pages[0]
        page.goto(address)
        return page

    def closes(self) -> None:
        if self.context:
            self.context.close()
        self.context = None


def is_ready(page: Page) -> None:
    """Wait until the browser could do without the server: the worker keeps this page and its own two."""
    page.wait_for_load_state()
    page.evaluate("navigator.serviceWorker.ready.then(() => 0)")
    for _time in range(100):
        if page.evaluate(KEEPS_THIS):
            return
        page.wait_for_timeout(50)
    raise AssertionError("this page is not kept")


KEEPS_THIS = """Promise.all([location.pathname, "/", "/no-signal/"].map((address) => caches.match(address)))
  .then((pages) => pages.every(Boolean))"""


def waiting(page: Page) -> int:
    """How many hands the page says have not been sent."""
    notice = page.locator("#waiting")
    return int(notice.locator("b").inner_text()) if notice.is_visible() else 0


def expect_waiting(page: Page, number: int) -> None:
    notice = page.locator("#waiting")
    if number:
        expect(notice.locator("b")).to_have_text(str(number))
    expect(notice).to_be_visible(visible=number > 0)


def log(page: Page, board: str) -> list[str]:
    """What the server has written, the first first. Leaves the page there."""
    page.goto(f"{board}log/")
    expect(page.locator("main")).to_be_visible()
    return page.locator(".log li p:first-child").all_inner_texts()[::-1]


def writes(table: Table, seat: int | None, way: str, points: dict[int, int]) -> None:
    """A hand, saved where nobody answers."""
    before = waiting(table.page)
    table.fills(seat, way, points)
    table.save_button.tap()
    expect_waiting(table.page, before + 1)


@pytest.fixture
def line(app) -> Iterator[Line]:
    with line_to(app.port) as line:
        yield line


@pytest.fixture
def pocket(
    browser: Browser, programs: tuple[str | None, str | None], tmp_path: Path, line: Line
) -> Iterator[Callable[..., Pocket]]:
    """Take up a phone with a memory. The test fails if a script of a page failed."""
    pockets: list[Pocket] = []

    def take_up(on: Line = line, **more: str) -> Pocket:
        place = tmp_path / f"phone-{len(pockets)}"
        pockets.append(Pocket(browser.browser_type, programs[0] or "", place, on, **more))
        return pockets[-1]

    yield take_up
    for one in pockets:
        one.closes()
    assert [said for one in pockets for said in one.complaints] == []
