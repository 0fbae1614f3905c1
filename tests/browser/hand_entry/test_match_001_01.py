"""The published case M-001-01, tapped: re-enlistments asked, paid and declined, and the pot."""

import pytest
from playwright.sync_api import expect

from tests.browser.support.table import published
from tests.support import extent

# What the published entries come to, line by line (the case prints only the end), and who is asked then.
AFTER = [
    ({"P1": 12, "P2": 30, "P3": -10, "P4": 25}, []),
    ({"P1": 32, "P2": 70, "P3": 5, "P4": 28}, ["P2"]),
    ({"P1": 32, "P2": 32, "P3": 5, "P4": 28}, []),
    ({"P1": 36, "P2": 70, "P3": 26, "P4": 58}, ["P2"]),
    ({"P1": 36, "P2": 58, "P3": 26, "P4": 58}, []),
    ({"P1": 70, "P2": 70, "P3": 28, "P4": 69}, ["P1", "P2"]),
    ({"P1": 69, "P2": 70, "P3": 28, "P4": 69}, ["P2"]),
    ({"P1": 69, "P3": 28, "P4": 69}, []),
    ({"P3": 18}, []),
]


@extent.by_night("matches by tapping")
@pytest.mark.long
def test_m_001_01_by_tapping(evening):
    case = published("M-001-01")
    names = case["players"]
    rules = {"limit": str(case["options"]["limit"]), "stake": str(case["money"]["stake"])}
    table = evening(*names, preset=case["ruleset"], **rules).scorer(360, 640)
    for entry, (totals, asked) in zip(case["log"], AFTER, strict=True):
        table.plays(entry, names)
        expect(table.board.locator(".ask")).to_have_count(len(asked))
        assert (table.totals(), table.asked()) == (totals, asked)
    expect(table.headline).to_contain_text(case["expect"]["winner"])
    assert table.totals() == case["expect"]["totals"]
    assert table.money() == case["expect"]["money"]
