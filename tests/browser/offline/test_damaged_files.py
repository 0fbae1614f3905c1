"""A file that comes damaged once, from a bad line or a login wall, does no lasting harm."""

from hashlib import sha256
from re import fullmatch
from urllib.request import urlopen

import pytest
from playwright.sync_api import expect

from tests.browser.support.phones import SAVES_DATA
from tests.browser.support.pocket import OPTIONS, comes_true
from tests.browser.support.table import Table
from tests.support import extent
from tests.support.line import answer_of_another, login_page
from tests.support.wire import Phone

pytestmark = pytest.mark.long

HURRIES = "part => part.getAnimations().forEach((animation) => animation.finish())"
HAS_WORKER = (
    "async () => Boolean((await navigator.serviceWorker.getRegistration())?.active)"
)


def test_every_static_file_is_named_by_its_content_as_the_worker_expects(app):
    files = [
        file
        for file in (app.data / "static").rglob("*.*")
        if file.suffix not in (".gz", ".br")
    ]
    hashed = {file: fullmatch(r".*\.([0-9a-f]{12})\.\w+", file.name) for file in files}
    wrong = [
        file.name
        for file, name in hashed.items()
        if name and name[1] != sha256(file.read_bytes()).hexdigest()[:12]
    ]
    assert (wrong, len([name for name in hashed.values() if name]) > 100) == ([], True)


def test_a_static_file_is_cached_for_ever_and_has_nothing_to_be_asked_again_with(app):
    with urlopen(f"{app.url}{app.static('js/dom.js')}") as answer:
        headers = answer.headers
    assert headers["Cache-Control"] == "max-age=315360000, public, immutable"
    assert (headers["Last-Modified"], headers["ETag"]) == (None, None)


def script(body, **more):
    return answer_of_another(
        body,
        "Content-Type: text/javascript",
        "Cache-Control: max-age=315360000, public, immutable",
        **more,
    )


def half(right):
    return right[: len(right) // 2]


OF_ANOTHER_VERSION = script(b"export const inAnotherVersion = true;")
DAMAGES = {
    "login page": lambda _right: login_page(),
    "truncated": lambda right: script(half(right), length=len(right)),
    # a part that a proxy sends as a whole
    "shortened": lambda right: script(half(right)),
    "of another version": lambda _right: OF_ANOTHER_VERSION,
    "partial content": lambda right: script(half(right), status="206 Partial Content"),
}


@extent.by_night("damaged files")
@pytest.mark.parametrize("damage", DAMAGES)
def test_a_keypad_that_came_damaged_once_works_once_the_line_is_good(
    browser, app, line, damage
):
    path = app.static("js/hand_entry/hand_form.js")
    with urlopen(app.url + path) as right:
        line.is_answered_by_another(DAMAGES[damage](right.read()), path)
    page = board_behind(browser, line)
    page.reload()
    page.wait_for_timeout(500)
    line.mend()
    page.reload()
    comes_true(page, HAS_WORKER)
    page.reload()
    writes_a_hand(page)


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
