"""Measure saves and boards, run by hand: `python -m tests.tools.bench.server [REQUESTS]` (200), on loopback.

Serves the app with 1, 2 and 4 workers (`--workers`), on SQLite or an empty PostgreSQL (`--database URL`).
Four phones send requests without pause, each in matches of 20 to 40 hands: saving a hand, whose response is
the board (as htmx sends it), and a whole board page. Prints p50, p95 and p99 in milliseconds, and
milliseconds of processor time for one request, of all server processes.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from statistics import quantiles

from tests.support.servers import UNLIMITED, Served, serving
from tests.support.wire import Phone
from tests.tools.bench.live import processor

PHONES = 4
HANDS = (20, 40)  # length of a match while it is measured


@dataclass
class Table:
    """A phone with a match; it starts another one when the match has HANDS[1] hands."""

    phone: Phone
    match: str = ""
    hands: int = 0

    def sit_down(self) -> None:
        self.match, self.hands = self.phone.start("Ana", "Luis", "Eva", "Paco"), 0
        while self.hands < HANDS[0]:
            self.save()

    def save(self) -> None:
        answer = self.phone.save(self.match, self.hands, 20, 12, 5, htmx=True)
        assert answer.status == 200, answer
        self.hands += 1

    def board(self) -> None:
        assert self.phone.get(self.match).status == 200


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.bench.server")
    parser.add_argument("requests", nargs="?", type=int, default=200)
    parser.add_argument("--workers", nargs="+", type=int, default=(1, 2, 4))
    parser.add_argument("--database", default="", metavar="URL")
    chosen = parser.parse_args()
    for workers in chosen.workers:
        variables = {"DATABASE_URL": chosen.database, "REENGANCHE_WORKERS": str(workers), **UNLIMITED}
        print(f"{workers} workers{' ' * 23}p50    p95    p99   processor, ms")
        with serving(**variables) as app:
            tables = [Table(Phone(app.port)) for _phone in range(PHONES)]
            measure(app, "save, answered by its board", tables, Table.save, chosen.requests)
            measure(app, "board", tables, Table.board, chosen.requests)


def measure(app: Served, name: str, tables: list[Table], act: Callable[[Table], None], requests: int) -> None:
    """Measure one kind of request and print a line."""
    took: list[float] = []
    busy, times = 0.0, HANDS[1] - HANDS[0]
    with ThreadPoolExecutor(PHONES) as phones:
        for _round in range(max(1, requests // PHONES // times)):
            list(phones.map(Table.sit_down, tables))
            before = processor(app)
            for of_one in phones.map(partial(waited, act=act, times=times), tables):
                took += of_one
            busy += processor(app) - before
    cuts, cost = quantiles(took, n=100), 1000 * busy / len(took)
    print(f"  {name:30}{cuts[49]:6.1f} {cuts[94]:6.1f} {cuts[98]:6.1f} {cost:9.2f}", flush=True)


def waited(one: Table, act: Callable[[Table], None], times: int) -> list[float]:
    """Milliseconds until each response."""
    took = []
    for _time in range(times):
        started = time.perf_counter()
        act(one)
        took.append(1000 * (time.perf_counter() - started))
    return took


if __name__ == "__main__":
    main()
