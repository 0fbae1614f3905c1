"""A night in a hall: `python -m tests.tools.club_night [--seed N]`.

On SQLite and on a PostgreSQL server of its own: 96 people, 24 tables, five rounds. Three come late, five go,
one table has no signal for a round, a result is corrected after the next round was published, 24 phones save
at once, and 120 watch. No hand may be lost, every log must replay to its stored results, publishing takes
under two seconds and a save under one (p95). What a killed app loses is asked by `tests.tools.kill`.
"""

import argparse
import sys
import tempfile
from functools import partial
from pathlib import Path

from tests.support.servers import UNLIMITED, serving
from tests.tools.club_night.night import SimulatedNight
from tests.tools.kill import run, verdict
from tests.tools.kill.postgresql import held_on_each_database


def main():
    parser = argparse.ArgumentParser(prog="python -m tests.tools.club_night")
    parser.add_argument("--seed", type=int, default=1)
    seed = parser.parse_args().seed
    print(f"seed {seed}")
    return not held_on_each_database(partial(is_good, seed))


def is_good(seed, server):
    """Whether a night on that database, SQLite without a server, was as it should be."""
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        variables = {**UNLIMITED, "DATABASE_URL": server.url if server else ""}
        with serving(data, **variables) as app:
            night = SimulatedNight(seed, app.port)
            night.play()
            lines, reported = verdict.stored(data, **variables)
    print("", *night.times(), sep="\n  ", flush=True)
    lost = verdict.faults(night.sent, lines)
    return run.is_good([*night.faults, *night.late(), *lost, *reported])


if __name__ == "__main__":
    sys.exit(main())
