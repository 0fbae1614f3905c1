"""Every order of things: `python -m tests.tools.simulate [--seeds A-B] [--minutes N]`.

One to four phones with tabs run the app's own static/js/sync/ in Node; the server is the app itself. One
scheduler chooses from the seed what users do and which request, answer, step of the storage, lock, message or
timer goes on next, and what is lost, late, twice, cut, refused or killed. At the end everything is sent, the
user has answered every question, and it is checked that no entry is lost, twice or changed (see judge.js). In
every fifth run the engine that phones load judges (see engine.js).

A run that fails prints its seed, the shortest list of choices that was found to fail likewise, and what was
violated; then the exit status is 1. `--plant NAME` builds a fault into the app that has to be found.
"""

import argparse
import os
import sys

from tests.tools.simulate import plants


def main():
    parser = argparse.ArgumentParser(prog="python -m tests.tools.simulate")
    parser.add_argument("--seeds", default="1-20", metavar="A-B")
    parser.add_argument(
        "--minutes", type=float, help="go on with new seeds for so long"
    )
    parser.add_argument(
        "--jobs", type=int, default=1, help="processes, each with a part of the seeds"
    )
    parser.add_argument(
        "--plant",
        choices=[*plants.PLANTS],
        help="a fault of plants.toml that has to be found",
    )
    parser.add_argument(
        "--whole", action="store_true", help="do not look for a shorter list of choices"
    )
    parser.add_argument(
        "--tell", action="store_true", help="print what happened in each run"
    )
    parser.add_argument(
        "--first", action="store_true", help="stop at the first run that fails"
    )
    chosen = parser.parse_args()
    if chosen.plant:
        plants.build_in(plants.PLANTS[chosen.plant])
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "chinchon_site.settings")
    from tests.tools.simulate.playing import played  # only now: it imports the app

    return played(chosen)


if __name__ == "__main__":
    sys.exit(main())
