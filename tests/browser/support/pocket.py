"""Phones with a memory, on a line that a test can cut; the browser of some can be closed and opened again."""

import time
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from tests.browser.support.routes import ONLINE
from tests.browser.support.steps import expect_visible, expect_whole_text
from tests.browser.support.table import Table
from tests.support import chromium
from tests.support.line import Line, line_to
from tests.support.wire import Phone

EVERY_MS = 50
TIMES = 600
LONGEST_PAUSE = 75_000  # milliseconds after which transport.js tries again, at most
OPTIONS = {
    "locale": "es-ES",
    "viewport": {"width": 390, "height": 844},
    "is_mobile": True,
    "has_touch": True,
}
# Whether the phone has stored the document of a match with so many entries.
IS_STORED = """async (entries) => {
  if (!(await indexedDB.databases()).some(({ name }) => name === "reenganche")) return false;
  const asked = indexedDB.open("reenganche");
  await new Promise((resolve) => { asked.onsuccess = resolve; });
  const all = asked.result.transaction("matches").objectStore("matches").getAll();
  await new Promise((resolve) => { all.onsuccess = resolve; });
  asked.result.close();
  return all.result.some(({ document }) => document?.entries.length === entries);
}"""
# What the oldest Chrome lacks.
OLDEST = """delete URLSearchParams.prototype.size;
window.FormData = class extends FormData { constructor(form) { super(form); } };"""

# Buttons that have just appeared take a tap at once; board/signals.js guards them for a moment.
UNGUARDED = """{ const wait = setTimeout;
window.setTimeout = (act, ms, ...given) => wait(act, ms === 700 ? 0 : ms, ...given); }"""


@dataclass
class Pocket:
    """A phone. What its browser keeps outlives the browser, if it has a profile of its own."""

    browser: Browser
    program: str
    profile: Path | None
    line: Line
    context: BrowserContext | None = None
    complaints: list[str] = field(default_factory=list)
    before: str = ""  # a script that runs before those of every page

    def opens(self, address="about:blank"):
        """Start the browser, with one page."""
        self.context = self._started()
        if self.before:
            self.context.add_init_script(self.before)
        self.context.on("weberror", self.hears)
        page = (self.context.pages or [self.context.new_page()])[0]
        page.goto(address)
        return page

    def hears(self, complaint):
        self.complaints.append(str(complaint.error))

    def _started(self):
        options = {**OPTIONS, "base_url": self.line.url}
        if self.profile is None:
            return self.browser.new_context(**options)
        how = {"executable_path": self.program, "args": chromium.ALONE}
        return self.browser.browser_type.launch_persistent_context(
            self.profile, **how, **options
        )

    def starts(self, *names, **rules):
        """A new match, without its form: the board on this phone."""
        wire = Phone(self.line.to)
        return self.continues(wire, wire.start(*names, **rules))

    def continues(self, wire, address):
        """Be the phone that wrote by wire: its board at an address."""
        return Table.at(self.becomes(wire), address)

    def becomes(self, wire):
        """Start the browser with the rights of the phone that wrote by wire."""
        page = self.opens()
        cookie = {"name": "phone", "value": wire.cookies["phone"], "url": self.line.url}
        # without it the cookie is gone when the browser closes
        an_hour = {"expires": time.time() + 3600}
        page.context.add_cookies([{**cookie, **an_hour}])
        return page

    def closes(self):
        if self.context:
            self.context.close()
        self.context = None


def is_ready(page):
    """Wait until the browser could do without the server: the worker keeps this page and its own two."""
    page.wait_for_load_state()
    comes_true(page, KEEPS_THIS)


KEEPS_THIS = """async () => {
  await navigator.serviceWorker.ready;
  const pages = [location.pathname, "/", "/no-signal/"].map((address) => caches.match(address));
  return (await Promise.all(pages)).every(Boolean);
}"""


# It has the engine with all its files, the groups, and the match with so many entries.
HAS_ALL = """async ([engine, transport, store, groups, last, code, length]) => {
  await (await import(engine)).prepare();
  await (await import(transport)).pull(code);
  const { document } = (await (await import(store)).read(code)) ?? {};
  const hasGroups = Boolean(await (await import(groups)).groups());
  return document?.entries.length === length && hasGroups && Boolean(await caches.match(last));
}"""


def can_do_without_server(page, app, length):
    """Wait until the phone can play on the board that it shows, with so many entries, and start matches."""
    from scores.table.offline.without_signal import (
        ENGINE,
    )  # tools use this module without Django

    is_ready(page)
    names = ("phone/engine", "sync/transport", "sync/store", "offline/no_signal_page")
    files = [*(app.static(f"js/{name}.js") for name in names), app.static(ENGINE[-1])]
    comes_true(page, HAS_ALL, [*files, page.url.rstrip("/").split("/")[-1], length])


def seated(phone, app, *names, **rules):
    """A new match on a phone that can do without the server."""
    table = phone.starts(*names, **rules)
    can_do_without_server(table.page, app, 0)
    return table


def with_a_hand(phone, app, *names):
    """A match with a hand on a phone that can do without the server: who wrote it, its address, its board."""
    wire = Phone(phone.line.to)
    address = wire.start(*names)
    wire.save(address, 0, 23, 7)
    table = phone.continues(wire, address)
    can_do_without_server(table.page, app, 1)
    return wire, address, table


def comes_back(line, page):
    """There is a signal again, and the page hears of it."""
    line.mend()
    page.evaluate(ONLINE)


def comes_true(page, predicate, arg=None):
    """Wait until an asynchronous function gives true; `wait_for_function` takes its promise for true."""
    for _time in range(TIMES):
        if page.evaluate(predicate, arg):
            return
        page.wait_for_timeout(EVERY_MS)
    raise AssertionError(f"never true: {predicate}")


def waiting(page):
    """How many hands the page says have not been sent."""
    notice = page.locator("#waiting")
    return int(notice.locator("b").inner_text()) if notice.is_visible() else 0


def expect_waiting(page, number):
    notice = page.locator("#waiting")
    if number:
        expect_whole_text(notice, "b", str(number))
    expect(notice).to_be_visible(visible=number > 0, timeout=LONGEST_PAUSE)


def log(page, board):
    """What the server has written, the first first. Leaves the page there."""
    page.goto(f"{board}log/")
    expect_visible(page, "main")
    return page.locator(".log li p:first-child").all_inner_texts()[::-1]


def writes(table, seat, way, points):
    """A hand, saved where nobody answers."""
    before = waiting(table.page)
    table.fills(seat, way, points)
    table.save_button.tap()
    expect_waiting(table.page, before + 1)


@pytest.fixture
def line(app):
    with line_to(app.port) as line:
        yield line


@pytest.fixture
def pocket(browser, program, tmp_path, line):
    """Take up a phone with a memory. The test fails if a script of a page failed.

    `is_kept`: what it remembers outlives its browser, which takes a browser of its own.
    """
    pockets = []

    def take_up(on=line, is_kept=False, **more):
        folder = tmp_path / f"phone-{len(pockets)}" if is_kept else None
        pockets.append(Pocket(browser, program or "", folder, on, **more))
        return pockets[-1]

    yield take_up
    for one in pockets:
        one.closes()
    complaints = [said for one in pockets for said in one.complaints]
    assert not complaints, complaints  # pytest rewrites no asserts of this module
