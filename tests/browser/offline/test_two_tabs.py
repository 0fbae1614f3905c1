"""Two tabs of one phone: what waits is sent once, and what one writes while the other sends counts."""

from __future__ import annotations

import pytest

from tests.browser.corrections.test_corrections import act, correct, retype, see_what_changes
from tests.browser.offline.test_match_pages import can_do_without_server
from tests.browser.offline.test_offline import FIRST, ONLINE
from tests.browser.support.pocket import expect_waiting, log, ready_board
from tests.browser.support.routes import Gate
from tests.browser.support.table import Table
from tests.support import extent

pytestmark = pytest.mark.long


@pytest.fixture
def tabs(pocket, line, app) -> tuple[Table, Table]:
    """Two tabs with the board of a match, in which a hand waits for a signal."""
    table = ready_board(pocket(), "Ana", "Luis", "Eva")
    can_do_without_server(table.page, app, 0)
    second = Table(table.page.context.new_page())
    second.page.goto(table.page.url)
    line.cut()
    table.scores(0, "clean", {1: 23, 2: 7})
    expect_waiting(second.page, 1)
    return table, second


def test_two_tabs_send_what_waits_once_and_both_show_it(tabs, line):
    table, second = tabs
    second.expect_totals(-10, 23, 7)
    second.scores(1, "knock-3", {0: 12, 2: 8})
    expect_waiting(table.page, 2)
    line.mend()
    for tab in tabs:
        expect_waiting(tab.page, 0)
        tab.expect_totals(2, 26, 15)
    assert len(log(table.page, table.page.url)) == 2


@extent.by_night("signal")
def test_a_hand_that_is_corrected_in_one_tab_while_another_sends_it_has_the_new_numbers(tabs, line):
    table, second = tabs
    address = table.page.url
    corrected = correct(second.page, 1)
    retype(corrected, 1, "99")
    see_what_changes(corrected)
    gate = Gate(table.page, "**/push/")
    line.mend()
    with table.page.expect_request("**/push/"):
        table.page.evaluate(ONLINE)
    act(second.page, "save")
    expect_waiting(table.page, 2)
    gate.lets_go()
    expect_waiting(table.page, 0)
    table.expect_totals(-10, 99, 7)
    assert log(table.page, address) == [FIRST, "Corrección"]
