"""A published match, tapped to its end."""

import pytest
from playwright.sync_api import expect

from tests.browser.support.table import published


@pytest.mark.long
def test_m_000_01_with_an_exact_100_double_and_second_busts_and_no_buy_back_with_two_left(evening):
    case = published("M-000-01")
    names = case["players"]
    table = evening(*names, preset=case["ruleset"]).scorer(360, 640)
    for entry, totals in zip(case["log"], case["expect"]["after"], strict=True):
        table.plays(entry, names)
        expect(table.board.locator(".ask")).to_have_count(0)
        assert table.totals() == totals
    expect(table.headline).to_contain_text(case["expect"]["winner"])
    for name in case["expect"]["out"]:
        expect(table.row(names.index(name))).to_contain_text("fuera")
    table.page.goto("/")
    expect(table.page.locator(".matches li")).to_contain_text(f"Ganó {case['expect']['winner']}")
