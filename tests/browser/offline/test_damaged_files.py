"""A file that comes damaged once, from a bad line or a login wall, does no lasting harm."""

from hashlib import sha256
from re import fullmatch
from urllib.request import urlopen

import pytest
from playwright.sync_api import expect

from tests.browser.support.phones import SAVES_DATA
from tests.browser.support.pocket import OPTIONS
from tests.browser.support.table import Table
from tests.support import extent
from tests.support.line import answer_of_another, login_page
from tests.support.wire import Phone

pytestmark = pytest.mark.long

HURRIES = "part => part.getAnimations().forEach((animation) => animation.finish())"


def test_a_static_file_is_named_by_its_content_and_cached_for_ever(app):
    hashed = 0
    for file in (app.data / "static").rglob("*.*"):
        name = fullmatch(r".*\.([0-9a-f]{12})\.\w+", file.name)
        if name and file.suffix not in (".gz", ".br"):
            assert name[1] == sha256(file.read_bytes()).hexdigest()[:12], file
            hashed += 1
    assert hashed > 100
    with urlopen(f"{app.url}{app.static('js/dom.js')}") as answer:
        headers = answer.headers
    assert headers["Cache-Control"] == "max-age=315360000, public, immutable"
    # nothing that it could be asked again with
    assert (headers["Last-Modified"], headers["ETag"]) == (None, None)


OF_ANOTHER_VERSION = answer_of_another(
    b"export const inAnotherVersion = true;",
    "Content-Type: text/javascript",
    "Cache-Control: max-age=315360000, public, immutable",
)


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        extent.night_param("damaged files", "hand_entry/hand_form", login_page()),
        extent.night_param("damaged files", "board/signals", OF_ANOTHER_VERSION),
        ("dom", OF_ANOTHER_VERSION),
        extent.night_param("damaged files", "offline/connection", login_page()),
    ],
)
def test_a_page_without_one_of_its_scripts_says_so_and_its_repair_brings_the_keypad(
    browser, app, line, name, answer
):
    line.is_answered_by_another(answer, app.static(f"js/{name}.js"))
    page = board_behind(browser, line)
    said = page.locator("#broken")
    expect(said).to_have_text("Esta página no ha llegado entera: repararla")
    said.evaluate(HURRIES)  # it waits ten seconds for the scripts
    expect(said).to_be_visible()
    line.mend()
    said.tap()
    expect(said).to_be_hidden()
    writes_a_hand(page)


def writes_a_hand(page):
    table = Table(page)
    table.scores(0, "clean", {1: 23, 2: 7})
    table.expect_totals(-10, 23, 7)
    page.context.close()


def board_behind(browser, line):
    """A board on a new phone without the engine."""
    wire = Phone(line.to)
    address = wire.start("Ana", "Luis", "Eva")
    context = browser.new_context(**OPTIONS, base_url=line.url)
    context.add_init_script(SAVES_DATA)
    context.add_cookies(
        [{"name": "phone", "value": wire.cookies["phone"], "url": line.url}]
    )
    page = context.new_page()
    page.goto(address)
    return page
