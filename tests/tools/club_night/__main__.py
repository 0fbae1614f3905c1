"""A night in a hall: `python -m tests.tools.club_night [--seed N] [--only SQLite]`.

On SQLite and on a PostgreSQL server of its own: 96 people, 24 tables, five rounds. Three come late, five go,
one table has no signal for a round, a result is corrected after the next round was published, 24 phones save
at once, and 120 watch. No hand may be lost, publishing takes under two seconds and a save under one (p95),
and the standings are those of a second count. What a killed app loses is asked by `tests.tools.kill`.
"""

import argparse
import sys
import tempfile
from pathlib import Path

from tests.support.servers import UNLIMITED, serving
from tests.tools.club_night.night import SimulatedNight
from tests.tools.club_night.stored import Stored
from tests.tools.kill.postgresql import Server, databases


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.club_night")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=("SQLite", "PostgreSQL"))
    wanted = parser.parse_args()
    good = []
    for name, database in databases().items():
        if wanted.only in (None, name):
            with database() as server:
                print(f"{name}, seed {wanted.seed}:")
                good.append(is_good(wanted.seed, server))
    return 0 if all(good) else 1


def is_good(seed: int, server: Server | None) -> bool:
    """Whether a night on that database, SQLite without a server, was as it should be."""
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        variables = {**UNLIMITED, "DATABASE_URL": server.url if server else ""}
        with serving(data, **variables) as app:
            night = SimulatedNight(seed, app.port)
            night.play()
            stored = Stored.of(data, **variables)
    faults = [*night.faults, *night.late(), *stored.faults(night.sent)]
    print("", *night.times(), *faults, sep="\n  ", flush=True)
    return not faults


if __name__ == "__main__":
    sys.exit(main())
