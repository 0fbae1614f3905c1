"""One way to write: what is saved is judged, stored, drawn and pushed, whatever happens between."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.board.test_polling import link
from tests.browser.offline.test_match_pages import can_do_without_server
from tests.browser.offline.test_offline import FIRST, ONLINE, is_kept_with, item
from tests.browser.support.pocket import Pocket, comes_true, expect_waiting, log, ready_board
from tests.browser.support.routes import Gate, is_poll
from tests.browser.support.table import Table
from tests.support import extent
from tests.support.line import line_to
from tests.support.servers import Served

pytestmark = pytest.mark.long

OTHERS = "Cierra Eva, limpio · Ana 3 · Luis 4"
# The engine draws late; what else it is asked comes at once.
DRAWS_LATE = """
const post = Worker.prototype.postMessage;
Worker.prototype.postMessage = function (message) {
  setTimeout(() => post.call(this, message), message.name === "draw" ? 1500 : 0);
};"""


def seated(phone: Pocket, app: Served, **rules: object) -> Table:
    """A new match of three on a phone that could do without a signal."""
    table = ready_board(phone, "Ana", "Luis", "Eva", **rules)
    can_do_without_server(table.page, app, 0)
    return table


def comes_back(page: Page) -> None:
    """The page hears that there is a signal, and what it then says has been said."""
    page.evaluate(ONLINE)
    for _time in range(2):
        page.wait_for_event("response", is_poll)


def test_an_undo_without_a_signal_takes_back_no_hand_that_another_phone_saved_meanwhile(pocket, line, app):
    table = seated(pocket(), app)
    page, address = table.page, table.page.url
    with line_to(app.port) as own:
        other = pocket(own).takes(link(table, "Apuntar"))
        page.goto(address)
        table.scores(0, "clean", {1: 23, 2: 7})
        can_do_without_server(page, app, 1)
        line.cut()
        table.undoes()
        table.expect_totals(0, 0, 0)
        expect_waiting(page, 1)
        other.scores(2, "clean", {0: 3, 1: 4})
        line.mend()
        comes_back(page)
        expect(page.locator("#waiting.asks")).to_be_visible()
        table.expect_totals(-7, 27, -3)
        assert log(page, address) == [FIRST, OTHERS]


def test_the_question_of_a_board_that_is_loaded_again_without_a_signal_can_be_answered(pocket, line, app):
    table = seated(pocket(), app, preset="chinchon-fournier")
    page = table.page
    table.scores(0, "clean", {1: 60, 2: 7})
    can_do_without_server(page, app, 1)
    line.cut()
    table.scores(0, "clean", {1: 60, 2: 7})
    assert table.asked() == ["Luis"]
    is_kept_with(page, "ask-panel")
    page.goto(page.url)
    assert table.asked() == ["Luis"]
    table.answers(1, "yes")
    table.expect_totals(-20, 14, 14)
    table.undoes()
    table.undoes()
    table.expect_totals(-10, 60, 7)
    expect_waiting(page, 4)
    line.mend()
    comes_back(page)
    expect_waiting(page, 0)


@pytest.mark.parametrize("has_signal", [extent.night_param("signal", True), False], ids=["signal", "none"])
def test_a_hand_that_is_typed_before_the_board_of_the_one_before_is_drawn_counts(
    pocket, line, app, has_signal
):
    table = seated(pocket(before=DRAWS_LATE), app)
    page, address = table.page, table.page.url
    if not has_signal:
        line.cut()
    before = table.key
    table.fills(0, "clean", {1: 23, 2: 7})
    table.save_button.tap()
    table.expect_totals(-10, 23, 7)
    table.fills(1, "knock-3", {0: 12, 2: 8})
    assert table.key == before, "the board was drawn too early to prove anything"
    table.save_button.tap()
    table.expect_totals(2, 26, 15)
    expect(page.locator("h1")).to_have_text("Mano 3")
    table.expect_totals(2, 26, 15)
    line.mend()
    page.evaluate(ONLINE)
    expect_waiting(page, 0)
    assert log(page, address) == [FIRST, "Cierra Luis, con carta suelta (3) · Ana 12 · Eva 8"]


def test_what_is_half_typed_when_the_next_board_is_drawn_stays(pocket, line, app):
    table = seated(pocket(before=DRAWS_LATE), app)
    table.fills(0, "clean", {1: 23, 2: 7})
    table.save_button.tap()
    table.expect_totals(-10, 23, 7)
    table.closes(1, "knock-3")
    table.tap_keys("12")
    expect(table.page.locator("h1")).to_have_text("Mano 2")
    expect(table.field(0)).to_have_value("12")
    table.types({2: 8})
    table.saves()
    table.expect_totals(2, 26, 15)


def test_a_hand_that_is_stored_is_not_typed_again_where_the_page_is_left_before_it_is_drawn(
    pocket, line, app
):
    table = seated(pocket(before=DRAWS_LATE), app)
    page, before = table.page, table.key
    line.cut()
    table.fills(0, "clean", {1: 23, 2: 7})
    table.save_button.tap()
    expect_waiting(page, 1)
    assert table.key == before, "the board was drawn too early to prove anything"
    page.goto(page.url)
    table.expect_totals(-10, 23, 7)
    expect(page.locator("h1")).to_have_text("Mano 2")
    expect(table.form.locator("[name=closer]:checked")).to_have_count(0)


def test_a_hand_on_line_is_stored_before_it_is_pushed_and_outlives_the_page(pocket, line, app):
    table = seated(pocket(), app)
    page, address = table.page, table.page.url
    gate = Gate(page, "**/push/")
    table.scores(0, "clean", {1: 23, 2: 7})
    table.expect_totals(-10, 23, 7)
    assert gate.held
    expect_waiting(page, 1)
    page.unroute_all(behavior="ignoreErrors")
    page.goto(address)
    expect_waiting(page, 0)
    table.expect_totals(-10, 23, 7)
    assert log(page, address) == [FIRST]


def test_a_right_that_was_taken_away_keeps_the_hand_and_drops_the_kept_pages(pocket, line, app):
    owner = seated(pocket(), app)
    other = pocket().takes(link(owner, "Apuntar"))
    can_do_without_server(other.page, app, 0)
    address = owner.page.url
    line.cut()
    other.scores(1, "knock-3", {0: 12, 2: 8})
    page = other.page
    page.goto("about:blank")
    line.mend()
    owner.page.goto(f"{address}revoke/score/")
    owner.page.locator("[name=take]").check()
    with owner.page.expect_navigation():
        owner.page.get_by_role("button", name="Anular el enlace").tap()
    page.goto("/no-signal/")
    expect(item(page)).to_contain_text("Cierra Luis")
    expect(item(page)).to_contain_text("no tiene permiso")
    page.goto(address)
    expect(page.locator("main")).to_contain_text("no tiene permiso")
    expect_waiting(page, 1)
    comes_true(page, "async () => !(await caches.match(location.pathname))")
