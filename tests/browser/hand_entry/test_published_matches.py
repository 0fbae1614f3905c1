"""Published matches, tapped: busts, re-enlistments asked, paid and declined, and the pot."""

import pytest
from playwright.sync_api import expect

from tests.browser.support.table import Table, published
from tests.support import extent

# What the published entries of the next two come to, line by line (the cases print only the end), and who is
# asked then.
AFTER_M_001_01 = [
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
AFTER_M_003_01 = [
    ({"A": 30, "B": 40, "C": -10}, []),
    ({"A": 60, "B": 75, "C": -5}, []),
    ({"A": 72, "B": 100, "C": -1}, ["B"]),
    ({"A": 72, "B": 72, "C": -1}, []),
    ({"A": 100, "B": 62, "C": 49}, ["A"]),
    ({"A": 62, "B": 62, "C": 49}, []),
    ({"A": 67, "C": 73}, []),
]


def plays(table: Table, case: dict, after: list[tuple[dict[str, int], list[str]]]) -> None:
    """Tap the entries of a case; `after` are the totals after each, and who is asked."""
    for entry, (totals, asked) in zip(case["log"], after, strict=True):
        table.plays(entry, case["players"])
        expect(table.board.locator(".ask")).to_have_count(len(asked))
        assert (table.totals(), table.asked()) == (totals, asked)
    assert table.totals() == case["expect"]["totals"]


@pytest.mark.long
def test_m_000_01_with_an_exact_100_double_and_second_busts_and_no_buy_back_with_two_left(evening):
    case = published("M-000-01")
    names = case["players"]
    table = evening(*names, preset=case["ruleset"]).scorer(360, 640)
    plays(table, case, [(totals, []) for totals in case["expect"]["after"]])
    expect(table.headline).to_contain_text(case["expect"]["winner"])
    for name in case["expect"]["out"]:
        expect(table.row(names.index(name))).to_contain_text("fuera")
    table.page.goto("/")
    expect(table.page.locator(".matches li")).to_contain_text(f"Ganó {case['expect']['winner']}")


@extent.by_night("matches by tapping")
@pytest.mark.long
def test_m_001_01_with_re_enlistments_asked_paid_and_declined_and_the_pot(evening):
    case = published("M-001-01")
    rules = {"limit": str(case["options"]["limit"]), "stake": str(case["money"]["stake"])}
    table = evening(*case["players"], preset=case["ruleset"], **rules).scorer(360, 640)
    plays(table, case, AFTER_M_001_01)
    expect(table.headline).to_contain_text(case["expect"]["winner"])
    assert table.money() == case["expect"]["money"]


@extent.by_night("matches by tapping")
@pytest.mark.long
def test_m_003_01_with_one_buy_in_each_and_on_to_its_end(evening):
    case = published("M-003-01")
    table = evening(*case["players"], preset=case["ruleset"]).scorer(360, 640)
    plays(table, case, AFTER_M_003_01)
    table.scores(0, "clean", {2: 30})
    assert (table.totals(), table.asked()) == ({"A": 57, "C": 103}, ["C"])
    table.answers(2, "no")
    expect(table.headline).to_have_text("¡Gana A!")
    assert table.totals() == {"A": 57}
