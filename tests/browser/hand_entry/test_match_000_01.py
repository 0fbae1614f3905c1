"""The published case M-000-01, tapped: an exact 100, double and second busts, no buy-back with two left."""

import pytest
from playwright.sync_api import expect

from tests.browser.support.table import published


@pytest.mark.long
def test_m_000_01_by_tapping(evening):
    case = published("M-000-01")
    names = case["players"]
    table = evening(*names, preset=case["ruleset"]).scorer(360, 640)
    for entry, expected in zip(case["log"], case["expect"]["after"], strict=True):
        table.plays(entry, names)
        assert table.totals() == expected
    expect(table.headline).to_contain_text(case["expect"]["winner"])
    assert table.totals() == case["expect"]["totals"]
    for name in case["expect"]["out"]:
        expect(table.row(names.index(name))).to_contain_text("fuera")
    table.page.goto("/")
    expect(table.page.locator(".matches li")).to_contain_text(f"Ganó {case['expect']['winner']}")
