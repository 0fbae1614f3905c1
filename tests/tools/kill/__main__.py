"""No hand is lost or doubled, whatever is killed: `python -m tests.tools.kill [--kills 20] [--hands 500]`.

The app as people start it, first on SQLite, then on a PostgreSQL server of its own. Four phones save hands as
fast as they are answered, each into a match of its own and into one where another phone writes too. Meanwhile
SIGKILL meets, at random moments and in random order, a worker, the master, both at once, a backend of
PostgreSQL and its postmaster; what does not come back by itself is started again. The phones do as the app's
own page does: what has no answer is sent again under the same key; what came too late is saved again by the
form then shown.

A hand is acknowledged once a whole answer with 200 or 302 was read. In the end every acknowledged hand must
be there exactly once with the values that were sent, every other at most once, nothing that nobody sent, no
line missing, and every log fold to what is stored of it. If anything is not so it says what and exits with 1.
"""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from types import FrameType

from tests.tools.kill.ordeal import kinds, ordeal
from tests.tools.kill.patience import Stuck
from tests.tools.kill.postgresql import Server, a_server, programs

SHOWN = 20  # faults


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.kill")
    parser.add_argument("--kills", type=int, default=20, help="on each database")
    parser.add_argument("--hands", type=int, default=500, help="acknowledged at least, on each database")
    parser.add_argument("--minutes", type=int, default=15, help="on each, after which it has failed")
    chosen = parser.parse_args()
    signal.signal(signal.SIGALRM, too_long)
    databases = {"SQLite": nullcontext}
    if programs():
        databases["PostgreSQL"] = a_server
    else:
        print("*** SKIPPED: PostgreSQL. There is no server to start and kill (apt install postgresql). ***")
    good = []
    for name, database in databases.items():
        signal.alarm(60 * chosen.minutes)
        good.append(is_good(name, chosen.kills, chosen.hands, database))
    sys.exit(not all(good))


def is_good(
    name: str, kills: int, hands: int, database: Callable[[], AbstractContextManager[Server | None]]
) -> bool:
    with database() as server:
        outcome = ordeal(kinds(kills, server), hands, server)
    print(f"{name}: {outcome}")
    for fault in outcome.faults[:SHOWN]:
        print(f"  *** {fault}")
    verdict = (
        f"*** FAILED: {len(outcome.faults)} faults ***" if outcome.faults else "everything is as it was sent"
    )
    print(f"  {verdict}", flush=True)
    return not outcome.faults


def too_long(number: int, frame: FrameType | None) -> None:
    raise Stuck("the time is over")


if __name__ == "__main__":
    main()
