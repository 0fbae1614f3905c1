"""A night in a hall: `python -m tests.tools.club_night [--seed N]`; `--seatings N` only random evenings.

The night, on SQLite and on a PostgreSQL server of its own: 96 people, 24 tables, five rounds.
Three come late, five go, one table has no signal for a round, a result is corrected after the next round was
published, the app is killed while 24 phones save at once, and 120 watch. Nothing may be lost, publishing
takes under two seconds and a save under one (p95, of an app that runs), and the standings are those of a
second count.

With `--seatings` N evenings with up to 150 people are seated, of whom some are late, gone, bound to tables or
kept apart, and every round that the engine made or planned is checked. Prints each fault with its seed; exits
with an error if there is one.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from contextlib import nullcontext
from pathlib import Path

from tests.tools.club_night.evening import Evening, Found
from tests.tools.club_night.simulated.night import SimulatedNight
from tests.tools.kill.postgresql import a_server, programs

DATABASES = {"SQLite": nullcontext, "PostgreSQL": a_server}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.club_night")
    parser.add_argument(
        "--seatings", type=int, metavar="N", help="how many evenings are seated"
    )
    parser.add_argument(
        "--seed", type=int, default=1, help="of the night, or of the first evening"
    )
    parser.add_argument("--only", choices=DATABASES, help="the night on this database")
    wanted = parser.parse_args()
    if wanted.seatings:
        return seatings(wanted)
    good = [
        night(wanted.seed, name) for name in DATABASES if wanted.only in (None, name)
    ]
    return 0 if all(good) else 1


def night(seed: int, name: str) -> bool:
    """Whether a night on that database was as it should be."""
    if name == "PostgreSQL" and not programs():
        print(
            "*** SKIPPED: PostgreSQL. There is no server to start (apt install postgresql). ***"
        )
        return True
    with (
        DATABASES[name]() as server,
        tempfile.TemporaryDirectory(prefix="reenganche-night.") as data,
    ):
        played = SimulatedNight(seed, Path(data), server.url if server else "")
        played.play()
    print(
        f"{name}, seed {seed}:", *played.told(), *played.faults, sep="\n  ", flush=True
    )
    return not played.faults


def seatings(wanted: argparse.Namespace) -> int:
    start = time.process_time()
    found = Found()
    for seed in range(wanted.seed, wanted.seed + wanted.seatings):
        told = len(found.faults)
        Evening(seed, found).play()
        for fault in found.faults[told:]:
            print(fault, flush=True)
    print(report(found, wanted.seatings, time.process_time() - start))
    return 1 if found.faults else 0


def report(found: Found, evenings: int, seconds: float) -> str:
    return (
        f"{evenings} evenings, {found.seatings} seatings, {len(found.faults)} faults; {found.with_broken} "
        f"could not keep every wish, {found.made_twice} made twice alike; {seconds:.0f} s"
    )


if __name__ == "__main__":
    sys.exit(main())
