"""Measure lists and statistics after years of play: `python -m tests.tools.bench.history`.

Run by hand on the database of the settings (REENGANCHE_DATA, or DATABASE_URL for PostgreSQL) after
`python -m tests.tools.history` has filled it. Django's test client requests each page many times in this
process, so the time includes middlewares, templates and database, but no server, network or browser. Prints
in milliseconds the time of the first request (it may compute ratings that are then stored), and of the others
the median, the 95th percentile and the median of the processor time of this process, which shows how busy the
machine was; and the number of queries. Pages that this version does not have are reported as missing. Exits
with an error if a median is over the limit.

The owner's link of the circle is accepted, which leaves a phone in the database.
"""

import argparse
import os
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from statistics import median, quantiles
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "chinchon_site.settings")
django.setup()

from django.conf import settings  # noqa: E402 -- these need the settings
from django.db import connection  # noqa: E402
from django.db.models import Count  # noqa: E402
from django.test import Client, override_settings  # noqa: E402
from django.test.utils import CaptureQueriesContext  # noqa: E402
from django.urls import NoReverseMatch, reverse  # noqa: E402

from scores.core.access import grants  # noqa: E402
from scores.models import Circle, Match, Role  # noqa: E402
from tests.support.servers import PLAIN  # noqa: E402

TIMES = 25
LIMIT = 100  # milliseconds, of a median


@dataclass(frozen=True)
class Page:
    """A page to measure, by the name of its address."""

    name: str
    args: tuple[Any, ...] = ()
    asked: dict[str, Any] = field(default_factory=dict)
    state: str = ""

    def __str__(self) -> str:
        asked = " ".join(f"{key}={value}" for key, value in self.asked.items())
        return ", ".join(filter(None, (self.name, self.state, asked)))


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.bench.history")
    parser.add_argument("--times", type=int, default=TIMES)
    chosen = parser.parse_args()
    circle = Circle.objects.annotate(matches_there=Count("matches")).latest("matches_there")
    hands = sum(circle.matches.values_list("hands", flat=True))
    print(
        f"{connection.vendor}: {circle.matches_there:,} matches, {hands:,} hands; limit {LIMIT} ms",
        flush=True,
    )
    with override_settings(STORAGES={**settings.STORAGES, "staticfiles": PLAIN}):
        phone = Client(SERVER_NAME="localhost")
        phone.post(grants.link_path(circle, Role.OWN))
        medians = [measured(phone, page, chosen.times) for page in pages(circle)]
    return int(any(one > LIMIT for one in medians))


def pages(circle: Circle) -> Iterator[Page]:
    code = circle.code
    most, *_others, least = circle.players.annotate(seats_there=Count("seats")).order_by("-seats_there")
    second = circle.players.annotate(seats_there=Count("seats")).order_by("-seats_there")[1]
    yield Page("home")
    yield Page("circle", (code,))
    yield from lists("matches", (), most.pk)
    yield from lists("circle-matches", (code,), most.pk)
    yield Page("person", (code, most.uid), state="who played most")
    yield Page("person", (code, most.uid), {"game": "chinchon"}, "who played most")
    yield Page("person", (code, least.uid), state="who played least")
    yield Page("against", (code, most.uid, second.uid), state="the two who played most")
    yield from leagues(circle)
    yield Page("evenings", (code,))
    yield Page("records", (code,))
    yield Page("records", (code,), {"game": "chinchon"})
    yield from of_match(circle)
    yield Page("person-edit", (code, most.uid))
    yield Page("person-merge", (code, most.uid))


def lists(name: str, args: tuple[Any, ...], person: int) -> Iterator[Page]:
    """The lists: the first page, a late page, and each kind of search."""
    first, last = Match.objects.earliest("played_on").played_on, Match.objects.latest("played_on").played_on
    middle = first + (last - first) / 2
    for asked in (
        {},
        {"page": 100},
        {"q": "cumpleanos"},
        {"q": "begona"},
        {"q": "no such thing"},
        {"who": person},
        {"rules": "gin"},
        {"since": middle, "until": middle.replace(day=28)},
        {"state": "abandoned"},
        {"state": "archived"},
        {"q": "bar", "who": person, "rules": "chinchon", "since": middle},
    ):
        yield Page(name, args, asked)


def leagues(circle: Circle) -> Iterator[Page]:
    year = circle.matches.latest("played_on").played_on.year
    season = {"since": f"{year}-01-01", "until": f"{year}-12-31"}
    for asked in ({}, season, {"by": "rating"}, {**season, "by": "rating"}, {"game": "chinchon"}):
        yield Page("league", (circle.code,), asked)


def of_match(circle: Circle) -> Iterator[Page]:
    """The pages of the longest finished match."""
    longest = circle.matches.exclude(finished_at=None).order_by("-hands", "pk")[0]
    largest = (
        circle.matches.exclude(finished_at=None).annotate(there=Count("seats")).order_by("-there", "pk")[0]
    )
    for match, state in ((longest, f"{longest.hands} hands"), (largest, f"{largest.there} players")):
        for name in ("match", "log", "tell", "picture"):
            yield Page(name, (match.code,), state=state)


def measured(phone: Client, page: Page, times: int) -> float:
    """Print the figures of a page and return the median; 0 for a missing page."""
    try:
        address = reverse(page.name, args=page.args)
    except NoReverseMatch:
        print(f"{page!s:60}missing", flush=True)
        return 0
    first, _work = asked_for(phone, page, address)
    with CaptureQueriesContext(connection) as queries:
        asked_for(phone, page, address)
        asked = len(queries)  # the log is emptied by the next request
    taken, work = zip(*(asked_for(phone, page, address) for _ in range(times)), strict=True)
    middle, worst = median(taken), quantiles(taken, n=20)[-1]
    told = f"first {first:7.1f}  median {middle:6.1f}  p95 {worst:6.1f}  work {median(work):6.1f}"
    print(f"{page!s:60}{told}  queries {asked:2}{'  OVER' if middle > LIMIT else ''}", flush=True)
    return middle


def asked_for(phone: Client, page: Page, address: str) -> tuple[float, float]:
    """The time of a request, and the processor time of this process."""
    start, work = time.perf_counter(), time.process_time()
    answer = phone.get(address, page.asked)
    taken = 1000 * (time.perf_counter() - start), 1000 * (time.process_time() - work)
    if answer.status_code != 200:
        raise RuntimeError(f"{page}: {answer.status_code}")
    return taken


if __name__ == "__main__":
    sys.exit(main())
