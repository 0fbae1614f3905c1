"""Creates a circle with years of matches, to measure pages: `python -m tests.tools.history`.

Every hand is really played: shuffled, dealt, drawn and thrown by simple players, closed and counted by the
engine, in some two milliseconds. The same seed plays the same matches. Run by hand on the database of the
settings (REENGANCHE_DATA, or DATABASE_URL for PostgreSQL).
"""

from __future__ import annotations

import argparse
import os
import sys
from random import Random

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "chinchon_site.settings")
django.setup()

from scores.core.access import grants  # noqa: E402 -- these need the settings
from scores.group.sharing import share_links  # noqa: E402
from scores.models import Circle, Role  # noqa: E402
from tests.tools.history.years import History  # noqa: E402


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--matches", type=int, default=10_000)
    parser.add_argument("--hands", type=int, help="in all matches together; default: fifteen for each match")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--here", action="store_true", help="even though there are other circles")
    asked = parser.parse_args(arguments)
    hands = 15 * asked.matches if asked.hands is None else asked.hands
    if not 0 < asked.matches <= hands:
        sys.exit("There must be a match, and a hand for each.")
    if Circle.objects.exists() and not asked.here:
        sys.exit("This database is in use: other circles are in it. To add one all the same: --here.")
    history = History(asked.matches, hands, Random(asked.seed))
    for match_count, hand_count in history.make():
        print(f"{match_count:,} of {asked.matches:,} matches, {hand_count:,} hands")
    print(f"Its owner's link:\n  {share_links.url_for_terminal(grants.link_path(history.circle, Role.OWN))}")


if __name__ == "__main__":
    main()
