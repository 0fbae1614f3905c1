"""The pages of a group cost as many queries for one evening as for four."""

from django.db import connection
from django.test.utils import CaptureQueriesContext

from scores.core.matches import ratings
from tests.rules.support.table import hand
from tests.scores.support.circle_matches import new_circle, played, who
from tests.scores.support.factories import phone_of
from tests.scores.support.table import address_of

COSTS = {
    "person": 11,
    "against": 7,
    "league": 11,
    "league?since=2026-07-01&by=rating": 14,
    "records": 6,
    "evenings": 4,
}


def costs(phone, circle):
    """The number of queries of each page, once ratings and records are computed."""
    ana, luis = (who(circle, name).uid for name in ("Ana", "Luis"))
    others = {"person": [ana], "against": [ana, luis]}
    found = {}
    for name in COSTS:
        page, mark, query = name.partition("?")
        address = address_of(page, circle, *others.get(page, [])) + mark + query
        phone.get(address)
        with CaptureQueriesContext(connection) as queries:
            assert phone.get(address).status_code == 200
        found[name] = len(queries)
    return found


def test_a_page_of_a_group_costs_the_same_after_one_evening_and_after_four():
    circle = new_circle()
    phone = phone_of(circle)
    for day in range(4):
        played(
            circle, "Ana", "Luis", *(f"Eva {number}" for number in range(day)), days=day
        )
        played(circle, "Ana", "Luis", f"Paco {day}", hands=(hand(0, 3, 4),), days=day)
        ratings.bring_up_to_date(circle)
        if day in (0, 3):
            assert (day, costs(phone, circle)) == (day, COSTS)
