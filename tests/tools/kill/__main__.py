"""No hand is lost or doubled, whatever is killed: `python -m tests.tools.kill [--kills 20]`.

The app as people start it, first on SQLite, then on a PostgreSQL server of its own. Four phones save hands as
fast as they are answered, each into its own match and into some where another phone writes too. Meanwhile
SIGKILL is sent, at random times and in random order, to a worker, the master, both at once, a backend of
PostgreSQL and its postmaster; a process that does not restart by itself is started again. The phones do as
the page of the app does: a request without a response is sent again with the same key; a hand that was
refused as stale is saved again with the form in the response.

A hand is acknowledged when a whole response with status 200 or 302 was read. At the end every acknowledged
hand must be stored exactly once with the values that were sent, every other hand at most once, and nothing
else; no line may be missing, and every log must replay to its stored results. Otherwise the faults are
printed and the exit status is 1.

With `--cluster` the database is a cluster of three machines, from the files of deploy/cluster; see
`tests.tools.kill.cluster` and docs/CLUSTER.md. `--short` does each thing once; `--only crash freeze` only
those; `--setup asynchronous` shows that it finds what such a cluster loses.
"""

import argparse
import sys
from functools import partial

from tests.tools.kill import machine
from tests.tools.kill.cluster import programs as programs_of_cluster, run as cluster
from tests.tools.kill.cluster.happenings import HAPPENINGS
from tests.tools.kill.cluster.machines import SETUPS
from tests.tools.kill.cluster.ways import WAYS
from tests.tools.kill.postgresql import held_on_each_database
from tests.tools.kill.run import is_good


def main():
    chosen = options()
    if chosen.cluster:
        sys.exit(not is_good_on_cluster(chosen))
    sys.exit(not held_on_each_database(partial(is_good_on_machine, chosen.kills)))


def is_good_on_machine(kills, server):
    return is_good(machine.faults(kills, server))


def options():
    parser = argparse.ArgumentParser(prog="python -m tests.tools.kill")
    parser.add_argument("--kills", type=int, default=20, help="on each database")
    on = parser.add_argument_group("on a cluster of three machines")
    on.add_argument("--cluster", action="store_true")
    on.add_argument("--short", action="store_true", help="each thing once")
    on.add_argument(
        "--only", nargs="+", choices=HAPPENINGS, default=[], help="these things"
    )
    on.add_argument(
        "--setup",
        choices=SETUPS,
        default="chosen",
        help="as in deploy/cluster, or one that loses",
    )
    on.add_argument(
        "--ways", nargs=2, choices=WAYS, default=WAYS[:2], help="from each app server"
    )
    return parser.parse_args()


def is_good_on_cluster(options):
    """Whether nothing was lost; also where it cannot be tried, which is said loudly."""
    if lacking := programs_of_cluster.missing():
        print(
            f"*** SKIPPED: the cluster. It needs apt install {' '.join(lacking)}. ***"
        )
        return True
    return cluster.is_good(
        cluster.chosen(options.only, options.short), options.setup, options.ways
    )


if __name__ == "__main__":
    main()
