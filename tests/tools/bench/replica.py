"""What polls of watchers cost with and without a read replica: `python -m tests.tools.bench.replica`.

One worker, a PostgreSQL and its replica on this machine. Prints milliseconds of processor time for a poll
without news, of the app, of the primary and of the replica, and how many open boards (a poll every 1.5 s) one
core of each would carry.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from http.client import HTTPConnection
from pathlib import Path

from tests.support.processor_time import seconds_used, with_children
from tests.support.replica import is_used, seated, with_replica
from tests.support.servers import Served
from tests.support.wire import Phone
from tests.tools.bench.live import processor
from tests.tools.kill.patience import wait_until
from tests.tools.kill.postgresql import Server

SECONDS_BETWEEN_POLLS = 1.5


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.bench.replica")
    parser.add_argument("polls", nargs="?", type=int, default=5000)
    polls = parser.parse_args().polls
    for name in ("with the replica", "without"):
        with tempfile.TemporaryDirectory() as place:
            measure(name, Path(place), polls)


def measure(name: str, place: Path, polls: int) -> None:
    is_named = name != "without"
    with with_replica(place, is_named) as (app, primary, standby):
        _scorer, watcher, match = seated(app)
        if is_named:
            wait_until(lambda: is_used(app, primary, standby, watcher, match), "the replica is used")
        before = costs(app, primary, standby)
        poll(watcher, match, polls)
        spent = [later - first for later, first in zip(costs(app, primary, standby), before, strict=True)]
    print(f"{name}, load {os.getloadavg()[0]:.1f}:")
    for what, seconds in zip(("app", "primary", "replica"), spent, strict=True):
        each = seconds / polls
        carried = f"{SECONDS_BETWEEN_POLLS / each:,.0f} boards a core" if seconds else "nothing"
        print(f"  {what} {1000 * each:.3f} ms a poll, {carried}", flush=True)


def costs(app: Served, *servers: Server) -> list[float]:
    """Seconds of processor time so far, of each with its processes."""
    return [processor(app), *(seconds_used(with_children(server.process.pid)) for server in servers)]


def poll(phone: Phone, match: str, times: int) -> None:
    """Poll without news, over one connection."""
    tag = phone.get(f"{match}pulse/").tag
    wire = HTTPConnection("127.0.0.1", phone.port, timeout=60)
    for _time in range(times):
        wire.request("GET", f"{match}pulse/", headers={"Cookie": phone.cookie, "If-None-Match": tag})
        answer = wire.getresponse()
        answer.read()
        assert answer.status == 304
    wire.close()


if __name__ == "__main__":
    main()
