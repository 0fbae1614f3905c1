"""What a phone on a bad line has to load: everything that goes over the wire, headers included."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.support.pocket import comes_true, is_ready
from tests.browser.support.table import Table, fill_new_match, start_button

FIRST_VISIT, LATER_PAGE = 60 * 1024, 15 * 1024
# With what is kept for no signal: what sends, and the list of what waits. Somebody who looks at home until it
# is kept has it loaded three times: without a worker, by it, and as a phone that the server knows.
WITH_WHAT_IS_KEPT = 98 * 1024
# And with the engine, the demo, the checker and the help of all games: 540,000 bytes on a quiet machine. On a
# busy one a page may come to the worker while the browser still waits for it, and so twice.
WITH_THE_ENGINE = 552 * 1024
A_WHILE = 2.0  # seconds without a byte, after which the worker asks for nothing more
NAMES = ("Ana", "Luis", "Eva", "Paco")
LATER = {
    "the board after six hands": "{board}",
    "a correction": "{board}correct/0/",
    "the links": "{board}share/",
    "changing the rules": "{board}everyday/rules/",
    "all matches": "/history/",
    "a paper sheet": "{board}sheet/",
}


def comes_to_rest(page: Page, read: Callable[[], object], seconds: float = 0.5) -> None:
    """Wait until what is read has stayed the same for so long."""
    before, since = read(), time.monotonic()
    while time.monotonic() - since < seconds:
        page.wait_for_timeout(50)
        if before != (before := read()):
            since = time.monotonic()


class Wire:
    """Counts the bytes that the server sent to a page, but for the polls of an open board."""

    def __init__(self, page: Page) -> None:
        self.page, self.bytes = page, 0
        self.awaited: dict[str, tuple[str, str]] = {}  # by request: the page that asked, and the address
        self.polls: set[str] = set()
        session = page.context.new_cdp_session(page)
        session.on("Network.requestWillBeSent", self._asked)
        session.on("Network.loadingFinished", self._came)
        session.on("Network.loadingFailed", lambda event: self.awaited.pop(event["requestId"], None))
        session.send("Network.enable")

    def _asked(self, event: dict) -> None:
        if event["type"] == "Document":
            self.awaited.clear()  # what the page before still waited for never comes
        if "/pulse/" in event["request"]["url"]:
            self.polls.add(event["requestId"])
            return
        self.awaited[event["requestId"]] = event["documentURL"], event["request"]["url"]
        if "redirectResponse" in event:
            self.bytes += round(event["redirectResponse"]["encodedDataLength"])

    def _came(self, event: dict) -> None:
        if event["requestId"] in self.polls:
            return
        self.awaited.pop(event["requestId"], None)
        self.bytes += round(event["encodedDataLength"])

    def since_last_time(self) -> int:
        comes_to_rest(self.page, lambda: (self.bytes, tuple(self.awaited)))
        # A preview that the page before still asked for while it was left is never answered.
        assert [address for page, address in self.awaited.values() if page == self.page.url] == []
        counted, self.bytes = self.bytes, 0
        return counted


@pytest.fixture
def page(phone, app) -> Page:
    """A phone that was never here."""
    return phone(360, 640, base_url=app.url)


@pytest.fixture
def measure(page, record_property) -> Callable[[str, int], None]:
    wire = Wire(page)

    def measure(name: str, limit: int) -> None:
        size = wire.since_last_time()
        record_property(f"bytes of {name}", f"{size}, under {limit}")
        assert 0 < size < limit, name

    return measure


@pytest.mark.long
def test_the_first_visit_and_later_pages_are_small_as_no_static_file_comes_again(page, measure):
    table = first_visit(page)
    measure("everything to the first board", FIRST_VISIT)
    table.scores(0, "clean", {1: 23, 2: 7, 3: 45})
    measure("a hand, previews and new board", LATER_PAGE)
    for _hand in range(2):
        table.scores(0, "clean", {1: 10, 2: 12, 3: 11})
    measure("two more hands", 2 * LATER_PAGE)
    board = page.url
    for name, address in LATER.items():
        page.goto(address.format(board=board))
        measure(name, LATER_PAGE)
    page.goto("/new/")  # htmx alone is more, but no static file comes again
    measure("a new match", LATER_PAGE)


def first_visit(page: Page, looks_at_home: Callable[[Page], None] = lambda _page: None) -> Table:
    """From an empty cache to the board before hand 1."""
    page.goto("/")
    looks_at_home(page)  # a page that is left before the worker is there makes the next one come twice
    icon = page.locator("link[rel=icon]").get_attribute("href")
    page.evaluate("address => fetch(address).then((answer) => answer.text())", icon)  # it is not asked for
    page.locator("a[href='/new/']").tap()
    page.wait_for_url("**/new/")
    fill_new_match(page, *NAMES)
    start_button(page).tap()
    table = Table(page)
    expect(table.form).to_be_visible()
    return table


KEEPS_ALL = """async () => {
  const addresses = ["/help/chinaso/", "/help/rum-500/", "/check/"];
  const kept = await Promise.all(addresses.map((address) => caches.match(address)));
  return kept.every(Boolean);
}"""


@pytest.mark.long
def test_the_engine_comes_once_behind_the_first_board(pocket, line, record_property):
    page = first_visit(pocket().opens(), is_ready).page
    is_ready(page)
    comes_true(page, KEEPS_ALL)
    comes_to_rest(page, lambda: line.came_down, A_WHILE)
    first = line.came_down
    record_property("bytes with the engine", f"{first}, under {WITH_THE_ENGINE}")
    assert WITH_WHAT_IS_KEPT < first < WITH_THE_ENGINE
    page.reload()
    is_ready(page)
    comes_to_rest(page, lambda: line.came_down, A_WHILE)
    assert line.came_down - first < LATER_PAGE
