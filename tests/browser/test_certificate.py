"""What a group prints at the end of a year."""

import pytest

from tests.browser.support.visit import Visit
from tests.rules.support.table import hand
from tests.scores.support.circle_matches import played

LONG = "Maximiliano Bartolomé de las Casas y Oca"
SHEETS = [
    (paper, is_landscape) for paper in ("A4", "A5") for is_landscape in (False, True)
]


@pytest.mark.long
def test_the_certificate_of_a_year_is_one_sheet_upright_on_its_side_and_small(
    phone, live_server
):
    names = ("Mari Ángeles", LONG, "Xènia de la Santísima", "Guadalupe")
    visit = Visit(phone(), live_server.url, names)
    match = visit.finished
    for days in range(10):  # a contest: every trophy has a line
        played(match.circle, LONG, *names[2:], days=days, hands=(hand(0, 60, 90),))
    visit.comes_as(visit.owner)
    page = visit.opens("certificate", match.circle.code, 2026)
    sheets = [
        page.pdf(format=paper, landscape=is_landscape).count(b"/Type /Page\n")
        for paper, is_landscape in SHEETS
    ]
    assert sheets == [1] * len(SHEETS)
