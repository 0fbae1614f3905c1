"""Without a signal: the app opens, a hand waits in its form, and nothing is lost or doubled.

Phones without the engine; with it, `test_totals` and `test_one_way`.
"""

from __future__ import annotations

import shutil
import time
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.board.test_polling import link
from tests.browser.support.pocket import (
    Pocket,
    comes_true,
    expect_waiting,
    is_ready,
    log,
    ready_board,
    waiting,
    writes,
)
from tests.browser.support.pool import SAVES_DATA
from tests.browser.support.routes import Obstacle, is_poll
from tests.browser.support.table import Table
from tests.support import extent
from tests.support.line import line_to
from tests.support.servers import ALONE, ROOT, free_port, serving

FIRST = "Cierra Ana, limpio · Luis 23 · Eva 7"
SECOND = "Cierra Luis, con carta suelta (3) · Ana 12 · Eva 8"
NAMES = ("Ana", "Luis", "Eva")
ONLINE = "dispatchEvent(new Event('online'))"


def board_of(phone: Pocket, *names: str, **rules: object) -> Table:
    """A new match on a phone that could do without the server from now on, and never loads the engine."""
    phone.before = phone.before or SAVES_DATA
    return ready_board(phone, *(names or NAMES), **rules)


HAS = """async ([address, text]) => {
  const page = await caches.match(address);
  return page && (await page.text()).includes(text);
}"""


def is_kept_with(page: Page, text: str, address: str = "") -> None:
    """Wait until the page that the browser keeps of an address, or of this one, has a text."""
    comes_true(page, HAS, [address or page.url, text])


def tries_again(page: Page) -> None:
    """Have the page send whatever still waits, and wait until that would have been heard."""
    page.evaluate(ONLINE)
    page.wait_for_event("response", is_poll)
    page.wait_for_event("response", is_poll)


def test_a_board_and_a_hand_written_without_a_signal_outlive_the_browser_and_the_hand_goes_up_once(
    pocket, line
):
    phone = pocket(is_kept=True)
    table = board_of(phone)
    address = table.page.url
    table.scores(0, "clean", {1: 23, 2: 7})
    is_kept_with(table.page, "Cierra Ana −10")
    line.cut()
    writes(table, 1, "knock-3", {0: 12, 2: 8})
    table.expect_totals(-10, 23, 7)
    phone.closes()
    page = phone.opens(address)
    Table(page).expect_totals(-10, 23, 7)
    expect(page.locator("#lost")).to_contain_text("Sin señal: así estaba hace")
    expect_waiting(page, 1)
    expect(Table(page).field(0)).to_have_value("12")
    line.mend()
    Table(page).expect_totals(2, 26, 15)
    expect_waiting(page, 0)
    assert log(page, address) == [FIRST, SECOND]


@pytest.mark.long
def test_a_server_that_hangs_leads_to_the_kept_page_and_the_hand_waits(pocket, line):
    table = board_of(pocket())
    page = table.page
    line.hang()
    asked = time.monotonic()
    page.goto(page.url, wait_until="domcontentloaded")
    assert time.monotonic() - asked < 4  # three seconds of patience
    expect(page.locator("#lost")).to_contain_text("así estaba hace")
    table.fills(0, "clean", {1: 23, 2: 7})
    table.save_button.dblclick()
    expect_waiting(page, 1)
    line.mend()
    table.expect_totals(-10, 23, 7)
    tries_again(page)
    expect(page.locator("#lost")).to_be_hidden()
    assert log(page, table_address(page)) == [FIRST]


def table_address(page: Page) -> str:
    return page.url.split("log/")[0]


def test_a_hand_that_waits_is_plainly_not_counted_and_if_it_is_changed_sent_when_it_is_saved(pocket, line):
    table = board_of(pocket())
    line.cut()
    writes(table, 0, "clean", {1: 23, 2: 7})
    table.expect_totals(0, 0, 0)
    expect(table.line).to_have_text(WAITS)
    expect(table.spoken).to_have_text(WAITS)
    expect(table.page.locator("h1")).to_have_text("Mano 1")
    expect(table.field(1)).to_have_value("23")
    table.row(2).tap()
    table.digit("erase").tap()
    expect_waiting(table.page, 0)
    line.mend()
    tries_again(table.page)
    table.expect_totals(0, 0, 0)
    table.tap_keys("8")
    table.saves()
    table.expect_totals(-10, 23, 8)


def test_home_the_log_and_help_open_with_their_age_and_other_pages_say_what_they_need(pocket, line):
    table = board_of(pocket())
    page, board = table.page, table.page.url
    table.scores(0, "clean", {1: 23, 2: 7})
    is_kept_with(page, "Cierra Ana −10")
    for address in (f"{board}log/", "/help/chinchon/", "/help/gin/example/7/", "/"):
        page.goto(address)
        is_ready(page)
    page.goto(board)
    page.goto("/")
    line.cut()
    page.go_back()
    table.expect_totals(-10, 23, 7)
    for address in ("/", f"{board}log/", "/help/chinchon/", "/help/gin/example/7/"):
        page.goto(address)
        said = page.locator("#lost")
        expect(said).to_contain_text("Sin señal: así estaba hace")
        assert "\n" not in said.inner_text()  # no column beside another
        expect(page.locator("#missing")).to_have_count(0)
    page.goto(f"{board}share/")
    needs = page.locator("#missing p:visible")
    expect(needs).to_have_text(["Los enlaces, el código QR y los teléfonos necesitan señal."])


def test_the_checker_without_the_engine_says_when_it_checks(pocket, line):
    page = pocket(before=SAVES_DATA).opens("/check/")
    line.cut()
    page.locator(".deck label").first.tap()
    expect(page.locator("#lost")).to_have_text("Sin señal: se comprueba cuando vuelva.")


WAITS = "Sin enviar, aún no cuenta: se envía sola cuando haya señal."
NO_ANSWER = "No hay respuesta: no sé si se guardó."


@pytest.mark.long
def test_an_undo_or_an_answer_that_needs_a_signal_speaks_of_no_button_that_is_not_there(pocket, line):
    table = pocket(before=SAVES_DATA).starts(*NAMES, preset="chinchon-fournier")
    table.scores(0, "clean", {1: 60, 2: 7})
    line.cut()
    table.undo_button.tap()
    expect(table.line).to_have_text(NO_ANSWER)
    line.mend()
    table.scores(0, "clean", {1: 60, 2: 7})
    assert table.asked() == ["Luis"]
    line.cut()
    table.page.get_by_role("button", name="Sí, se reengancha").tap()
    expect(table.board.locator(".line")).to_have_text(NO_ANSWER)


def second_phone(pocket, table: Table) -> Table:
    """Somebody else at the table who may write."""
    return pocket().takes(link(table, "Apuntar"))


def test_a_hand_that_waited_and_meets_anothers_asks_in_its_form(pocket, line, app):
    with line_to(app.port) as own:
        table = board_of(pocket(own))
        other = second_phone(pocket, table)
        own.cut()
        writes(table, 1, "knock-3", {0: 12, 2: 8})
        other.scores(0, "clean", {1: 23, 2: 7})
        own.mend()
        expect(table.trouble).to_contain_text("Cierra Ana")
        expect(table.field(0)).to_have_value("12")
        expect_waiting(table.page, 0)
        table.form.get_by_role("button", name="Es otra: guardarla").tap()
        other.expect_totals(2, 26, 15)


def item(page: Page):
    return page.locator("#hands > li")


@extent.by_night("signal")
@pytest.mark.long
def test_a_new_version_takes_over_while_a_hand_waits_and_old_pages_are_told_to_reload(pocket, tmp_path):
    port, other = free_port(), tmp_path / "newer"
    with line_to(port) as line:
        with serving(tmp_path / "data", port=port, **ALONE):
            owner, watcher = pocket(line), pocket(line)
            table = board_of(owner)
            address = table.page.url
            looks = watcher.takes(link(table, "Mirar")).page
        writes(table, 0, "clean", {1: 23, 2: 7})
        deploy(other)
        with serving(tmp_path / "data", port=port, root=other, **ALONE):
            table.expect_totals(-10, 23, 7)
            for page in (table.page, looks):
                page.locator("#newer").tap()
                expect(page.locator("#newer")).to_be_hidden()
                assert page.locator("html").get_attribute("data-version") != version_of(ROOT)
            table.scores(1, "knock-3", {0: 12, 2: 8})
            assert log(table.page, address) == [FIRST, SECOND]


def deploy(place: Path) -> None:
    """Another version of the app: one script and one template changed."""
    ignored = shutil.ignore_patterns(
        ".git", ".venv*", "var", "node_modules", "__pycache__", ".*_cache", "screens"
    )
    shutil.copytree(ROOT, place, ignore=ignored)
    for file in ("static/js/hand_entry/hand_form.js", "templates/base.html"):
        with (place / file).open("a") as changed:
            changed.write("\n")


def version_of(root: Path) -> str:
    from scores.table.offline import without_signal as offline

    return offline.version_of(*(root / folder for folder in offline.SHOWN))


def test_what_somebody_else_answers_is_no_answer(pocket, line):
    table = board_of(pocket())
    line.cut()
    writes(table, 0, "clean", {1: 23, 2: 7})
    for status in ("200 OK", "404 Not Found", "502 Bad Gateway"):
        line.is_answered_by_another(status)
        with table.page.expect_response("**/hand/"):
            table.page.evaluate(ONLINE)
        table.page.wait_for_event("response", is_poll)
        assert waiting(table.page) == 1
        expect(table.form).to_be_visible()
    line.mend()
    table.page.evaluate(ONLINE)
    table.expect_totals(-10, 23, 7)


@extent.by_night("signal")
@pytest.mark.long
@pytest.mark.parametrize("status", [429, 500])
def test_a_server_that_fails_or_is_asked_too_often_is_asked_again(pocket, line, status):
    table = board_of(pocket())
    ours = {"X-Reenganche": version_of(ROOT)}
    line.cut()
    writes(table, 0, "clean", {1: 23, 2: 7})
    obstacle = Obstacle(
        table.page,
        "**/hand/",
        lambda route: route.fulfill(status=status, headers=ours, body="<h1>No</h1>"),
    )
    with table.page.expect_response("**/hand/"):
        line.mend()
    table.page.wait_for_event("response", is_poll)
    assert waiting(table.page) == 1
    expect(table.page.locator("#waiting")).not_to_have_class("asks")  # nobody has to do anything
    obstacle.lets_pass()
    table.expect_totals(-10, 23, 7)
    expect_waiting(table.page, 0)


def test_a_page_that_is_reloaded_while_it_sends_sends_once(pocket, line):
    table = board_of(pocket())
    line.cut()
    writes(table, 0, "clean", {1: 23, 2: 7})
    line.mend()
    for _time in range(4):
        # Playwright's own reload stumbles over a page that is on its way.
        table.page.goto(table.page.url, wait_until="commit")
    table.expect_totals(-10, 23, 7)
    expect_waiting(table.page, 0)
    assert log(table.page, table.page.url) == [FIRST]


REFUSES = """Object.defineProperty(window, "indexedDB", {
  value: { databases: async () => [], open() { throw new Error("no"); } } })"""
FULL = """IDBObjectStore.prototype.put = function () {
  if (this.transaction.mode === "readwrite") throw new DOMException("full", "QuotaExceededError");
}"""
INSECURE = "Object.defineProperty(window, 'isSecureContext', { value: false })"


KEEPS = """async (addresses) => {
  const names = (await caches.keys()).filter((name) => name.startsWith("pages "));
  const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  const kept = all.flat().map(({ url }) => new URL(url).pathname).sort();
  return JSON.stringify(kept) === JSON.stringify(addresses);
}"""


def keeps(page: Page, addresses: list[str]) -> None:
    """Wait until these are the addresses of all pages that the browser keeps."""
    comes_true(page, KEEPS, addresses)


def test_neither_links_nor_forms_nor_a_page_of_another_language_or_phone_is_kept(pocket, line):
    table = board_of(pocket(before=SAVES_DATA))
    page = table.page
    board, address = page.url, link(table, "Mirar")
    path = board.removeprefix(line.url)
    for one in (address, f"{board}share/", f"{board}everyday/", f"{board}correct/0/", "/new/", "/phone/"):
        page.goto(one)
    page.goto(f"{board}log/")
    is_ready(page)  # once this is kept they would be
    keeps(page, ["/", path, f"{path}log/", "/new/document/", "/no-signal/"])
    page.get_by_role("button", name="English").tap()
    expect(page.locator("h1")).to_have_text("Log")
    keeps(page, ["/", f"{path}log/", "/new/document/", "/no-signal/"])
    page.context.clear_cookies()
    page.goto("/help/")
    keeps(page, ["/", "/help/", "/new/document/", "/no-signal/"])


def test_no_more_than_forty_pages_are_kept_and_the_newest_are(pocket):
    page = board_of(pocket(before=SAVES_DATA)).page
    page.evaluate(
        """async () => {
          const name = (await caches.keys()).find((name) => name.startsWith("pages "));
          const cache = await caches.open(name);
          for (let old = 0; old < 60; old += 1) await cache.put(`/old/${old}/`, new Response(""));
        }"""
    )
    page.goto("/help/gin/tips/")
    is_ready(page)
    newest = [f"/old/{old}/" for old in range(21, 60)]
    keeps(page, sorted(["/", "/help/gin/tips/", "/new/document/", "/no-signal/", *newest]))


@pytest.mark.long
def test_a_form_without_who_closed_does_not_wait_and_while_a_hand_waits_the_way_home_is_free(pocket, line):
    table = board_of(pocket())
    line.cut()
    table.form.evaluate("form => form.requestSubmit()")
    expect(table.line).to_contain_text(NO_ANSWER)
    expect_waiting(table.page, 0)
    writes(table, 0, "clean", {1: 23, 2: 7})
    for width in (320, 1280, 390):
        table.page.set_viewport_size({"width": width, "height": 844})
        table.page.locator(".bar .home").tap(trial=True)
    table.page.locator(".bar .home").tap()
    expect(table.page).to_have_url("/")
