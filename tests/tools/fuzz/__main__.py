"""Fuzz the whole app, run by hand: `python -m tests.tools.fuzz [REQUESTS] [--seed N]`.

Every evening of 2,000 requests has its own circles and phones, random by the seed and the number of the
evening, in a test database that is deleted afterwards (SQLite in memory, or the PostgreSQL of DATABASE_URL).

Prints the violated invariants, each kind once with the request that showed it. `--evening N` repeats one
evening. Exits with an error if an invariant was violated or an address was never reached.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "chinchon_site.settings")
django.setup()

from django.conf import settings  # noqa: E402 -- these need the settings
from django.db import connection  # noqa: E402
from django.test.utils import override_settings, setup_test_environment  # noqa: E402

from tests.support.servers import PLAIN  # noqa: E402
from tests.tools.fuzz.evening import Evening, Report, set_up  # noqa: E402
from tests.tools.fuzz.world import forget_everything, same_dice  # noqa: E402

AN_EVENING = 2_000


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.fuzz")
    parser.add_argument("requests", nargs="?", type=int, default=100_000)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--evening", type=int, help="only this one")
    chosen = parser.parse_args()
    is_all = chosen.evening is None
    with tempfile.TemporaryDirectory() as place, database(), plain_files(Path(place)):
        report = evenings(chosen, Path(place))
    found = report.faults.values()
    print(*found, sep="\n")
    print(f"Requests: {report.asked}, of which {report.writes} wrote.")
    print(f"Never reached: {report.unreached() or 'none'}. Faults: {len(found)}.")
    return 1 if found or (is_all and report.unreached()) else 0


def evenings(chosen: argparse.Namespace, place: Path) -> Report:
    report = Report()
    count = -(-chosen.requests // AN_EVENING)
    for number in range(count) if chosen.evening is None else [chosen.evening]:
        forget_everything()
        with same_dice(f"{chosen.seed}:{number}") as dice, set_up(place, number):
            Evening(dice, report, number).run(
                min(AN_EVENING, chosen.requests - number * AN_EVENING)
            )
        print(
            f"evening {number}: {report.asked} requests, {len(report.faults)} faults",
            file=sys.stderr,
        )
    return report


@contextmanager
def database() -> Iterator[None]:
    """An empty test database, deleted afterwards."""
    setup_test_environment(debug=False)
    name = connection.creation.create_test_db(
        verbosity=0, autoclobber=True, serialize=False
    )
    try:
        yield
    finally:
        connection.creation.destroy_test_db(name, verbosity=0)


@contextmanager
def plain_files(place: Path) -> Iterator[None]:
    """Serve static files by their own names, without the collected ones."""
    storages = {**settings.STORAGES, "staticfiles": PLAIN}
    with override_settings(STORAGES=storages, STATIC_ROOT=place / "static"):
        (place / "static").mkdir()
        yield


if __name__ == "__main__":
    sys.exit(main())
