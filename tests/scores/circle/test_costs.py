"""The pages of a group cost as many queries for one evening as for four."""

from uuid import uuid4

from django.db import connection
from django.test.utils import CaptureQueriesContext

from scores.circle.accounts import log
from scores.core.matches import ratings
from scores.models import Role
from tests.rules.support.table import hand
from tests.scores.support.circle_matches import new_circle, played, who
from tests.scores.support.factories import phone_of
from tests.scores.support.table import address_of

COSTS = {
    "account": 9,
    "against": 7,
    "circle": 28,
    "circle-matches?q=luis&who=Ana&rules=chinchon&since=2020-01-01": 9,
    "evening": 15,
    "evenings": 4,
    "league": 11,
    "league?since=2026-07-01&by=rating": 14,
    "person": 11,
    "records": 6,
}


def costs(phone, circle):
    """The number of queries of each page, once ratings and records are computed."""
    ana, luis = (who(circle, name) for name in ("Ana", "Luis"))
    others = {
        "person": [ana.uid],
        "against": [ana.uid, luis.uid],
        "evening": ["2026-07-01"],
    }
    found = {}
    for name in COSTS:
        page, mark, query = name.replace("=Ana", f"={ana.pk}").partition("?")
        address = address_of(page, circle, *others.get(page, [])) + mark + query
        phone.get(address)
        with CaptureQueriesContext(connection) as queries:
            assert phone.get(address).status_code == 200
        found[name] = len(queries)
    return found


def test_a_page_of_a_group_costs_the_same_after_one_evening_and_after_four():
    circle = new_circle()
    phone = phone_of(circle, Role.OWN)
    for day in range(4):
        names = ("Ana", "Luis", *(f"Eva {number}" for number in range(day)))
        played(circle, *names, days=day, stake=5)
        log.write(circle, None, {"key": str(uuid4()), "do": "zero"}, "")
        played(circle, *names, stake=1)
        played(circle, "Ana", "Luis", f"Paco {day}", hands=(hand(0, 3, 4),), days=day)
        ratings.bring_up_to_date(circle)
        if day in (0, 3):
            assert (day, costs(phone, circle)) == (day, COSTS)
