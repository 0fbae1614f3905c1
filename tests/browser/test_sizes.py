"""What a phone on a bad line has to load: everything that goes over the wire, headers included."""

import time

import pytest
from playwright.sync_api import expect

from tests.browser.support.pocket import comes_true, is_ready
from tests.browser.support.steps import tap
from tests.browser.support.table import Table, fill_new_match, start_button
from tests.support import extent

FIRST_VISIT = 60 * 1024
LATER_PAGE = 15 * 1024
# With what is kept for no signal: what sends, and the list of what waits. Somebody who looks at home until it
# is kept has it loaded three times: without a worker, by it, and as a phone that the server knows.
WITH_WHAT_IS_KEPT = 98 * 1024
# And with the engine, the demo, the checker and the help of all games: 580,000 bytes. On a
# busy one a page may come to the worker while the browser still waits for it, and so twice.
WITH_THE_ENGINE = 572 * 1024
A_WHILE = 2.0  # seconds without a byte, after which the worker asks for nothing more
A_MOMENT = 0.3  # the same of a page; what comes later counts as bytes of the next one
NAMES = ("Ana", "Luis", "Eva", "Paco")
LATER = {
    "the board after six hands": "{board}",
    "a correction": "{board}correct/0/",
    "the links": "{board}share/",
    "changing the rules": "{board}everyday/rules/",
    "all matches": "/history/",
    "a paper sheet": "{board}sheet/",
}


def comes_to_rest(page, line, seconds):
    """Wait until nothing came for so long; how many bytes came so far, but for the polls of an open board."""
    before = line.came_down
    since = time.monotonic()
    while time.monotonic() - since < seconds:
        page.wait_for_timeout(50)
        if before != (before := line.came_down):
            since = time.monotonic()
    return before


@pytest.fixture
def page(phone, line):
    """A phone that was never here."""
    return phone(360, 640, base_url=line.url)


@pytest.fixture
def measure(page, line, record_property):
    counted = 0

    def measure(name, limit):
        nonlocal counted
        before = counted
        counted = comes_to_rest(page, line, A_MOMENT)
        record_property(f"bytes of {name}", f"{counted - before}, under {limit}")
        assert 0 < counted - before < limit, name

    return measure


@pytest.mark.long
def test_the_first_visit_and_later_pages_are_small_as_no_static_file_comes_again(
    page, measure
):
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


def first_visit(page, looks_at_home=lambda _page: None):
    """From an empty cache to the board before hand 1."""
    page.goto("/")
    # a page that is left before the worker is there makes the next one come twice
    looks_at_home(page)
    icon = page.locator("link[rel=icon]").get_attribute("href")
    # it is not asked for
    page.evaluate("address => fetch(address).then((answer) => answer.text())", icon)
    tap(page, "a[href='/new/']")
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


@extent.by_night("bytes of the engine")
@pytest.mark.long
def test_the_engine_comes_once_behind_the_first_board(pocket, line, record_property):
    page = first_visit(pocket().opens(), is_ready).page
    is_ready(page)
    comes_true(page, KEEPS_ALL)
    first = comes_to_rest(page, line, A_WHILE)
    record_property("bytes with the engine", f"{first}, under {WITH_THE_ENGINE}")
    assert WITH_WHAT_IS_KEPT < first < WITH_THE_ENGINE
    page.reload()
    is_ready(page)
    assert comes_to_rest(page, line, A_WHILE) - first < LATER_PAGE
