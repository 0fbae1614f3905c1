"""Two tabs of one phone: what is half typed in one stays, and what waits is sent once."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.offline.test_evening import NAMES
from tests.browser.support.pocket import comes_back, expect_waiting, is_ready, log, seated
from tests.browser.support.table import Table

pytestmark = pytest.mark.long


def test_what_is_half_typed_in_one_tab_stays_when_the_other_saves_and_both_hands_go_up_once(
    pocket, line, app
):
    table = seated(pocket(), app, *NAMES)
    second = Table.at(table.page.context.new_page(), table.page.url)
    is_ready(second.page)
    line.cut()
    second.fills(1, "clean", {0: 12})
    table.page.bring_to_front()
    table.scores(0, "clean", {1: 23, 2: 7})
    second.page.bring_to_front()
    expect(second.page.locator("[data-news-text]")).to_contain_text("Cierra Ana")
    expect(second.field(0)).to_have_value("12")
    second.field(2).fill("8")
    second.save_button.tap()
    expect_waiting(table.page, 2)
    comes_back(line, second.page)
    for tab in (second, table):
        tab.page.bring_to_front()
        expect_waiting(tab.page, 0)
        tab.expect_totals(2, 13, 15)
    assert len(log(table.page, table.page.url)) == 2
