"""Two tabs of one phone: one sends a waiting hand while the other changes it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.corrections.test_corrections import retype
from tests.browser.offline.test_match_pages import can_do_without_server
from tests.browser.offline.test_offline import FIRST, ONLINE, item
from tests.browser.support.pocket import IS_STORED, comes_true, expect_waiting, log, ready_board
from tests.browser.support.routes import Gate
from tests.browser.support.table import Table

pytestmark = pytest.mark.long

SAID = "Esto ya está apuntado."


@pytest.fixture
def sending(pocket, line, app) -> tuple[Table, Gate]:
    """A tab that sends a waiting hand; the server has not heard it yet."""
    table = ready_board(pocket(), "Ana", "Luis", "Eva")
    can_do_without_server(table.page, app, 0)
    line.cut()
    table.scores(0, "clean", {1: 23, 2: 7})
    expect_waiting(table.page, 1)
    gate = Gate(table.page, "**/hand/")
    line.mend()
    with table.page.expect_request("**/hand/"):
        table.page.evaluate(ONLINE)
    return table, gate


@pytest.fixture
def changing(sending) -> Table:
    """Another tab of the same phone, in which the hand has other numbers, not saved yet."""
    second = Table(sending[0].page.context.new_page())
    second.page.goto("/no-signal/")
    item(second.page).get_by_role("button", name="Cambiar los números").tap()
    retype(second, 1, "99")
    return second


def expect_asked(page: Page, address: str) -> None:
    """The server has the hand once, as it was, and the phone asks about the other numbers."""
    expect(page.locator("#waiting.asks")).to_be_visible()
    page.goto("/no-signal/")
    expect(item(page)).to_contain_text("Luis 99")
    expect(item(page)).to_contain_text(SAID)
    assert log(page, address) == [FIRST]


def test_a_hand_that_is_changed_while_another_tab_sends_it_asks(sending, changing):
    changing.save_button.tap()
    expect(changing.page.locator("h1")).to_contain_text("Mano 2")
    expect(changing.form.locator(":checked")).to_have_count(0)
    sending[1].lets_go()
    expect_asked(changing.page, sending[0].page.url)


def test_a_hand_that_is_being_changed_when_another_tab_has_sent_it_asks(sending, changing):
    sending[1].lets_go()
    comes_true(sending[0].page, IS_STORED, 1)
    expect(changing.field(1)).to_have_value("99")
    changing.save_button.tap()
    expect_asked(changing.page, sending[0].page.url)
