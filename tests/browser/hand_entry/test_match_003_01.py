"""The published case M-003-01, tapped and played on to its end: an exact 100 is out, one buy-in each."""

import pytest
from playwright.sync_api import expect

from tests.browser.support.table import published
from tests.support import extent

# What the published entries come to, line by line (the case prints only the end), and who is asked then.
AFTER = [
    ({"A": 30, "B": 40, "C": -10}, []),
    ({"A": 60, "B": 75, "C": -5}, []),
    ({"A": 72, "B": 100, "C": -1}, ["B"]),
    ({"A": 72, "B": 72, "C": -1}, []),
    ({"A": 100, "B": 62, "C": 49}, ["A"]),
    ({"A": 62, "B": 62, "C": 49}, []),
    ({"A": 67, "C": 73}, []),
]


@extent.by_night("matches by tapping")
@pytest.mark.long
def test_m_003_01_by_tapping_and_on_to_the_end(evening):
    case = published("M-003-01")
    names = case["players"]
    table = evening(*names, preset=case["ruleset"]).scorer(360, 640)
    for entry, (totals, asked) in zip(case["log"], AFTER, strict=True):
        table.plays(entry, names)
        assert (table.totals(), table.asked()) == (totals, asked)
    assert table.totals() == case["expect"]["totals"]
    table.scores(0, "clean", {2: 30})
    assert (table.totals(), table.asked()) == ({"A": 57, "C": 103}, ["C"])
    table.answers(2, "no")
    expect(table.headline).to_have_text("¡Gana A!")
    assert table.totals() == {"A": 57}
