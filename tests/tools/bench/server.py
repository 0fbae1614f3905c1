"""Measure saves and boards, run by hand: `python -m tests.tools.bench.server [REQUESTS]` (200), on loopback.

Serves the app with 1, 2 and 4 workers (`--workers`), on SQLite and, with TEST_DATABASE_URL, on PostgreSQL.
Four phones send requests without pause, each in matches of 20 to 40 hands: saving a hand, whose response is
the board (as htmx sends it), and a whole board page. In the same run, under the same gunicorn, a minimal
Django app is measured (`plain`): a view that does nothing, an insert of one row into the same database, a
template with as many rows, and one with as many rows and cells as a scoresheet. Prints p50, p95 and p99 in
milliseconds, and milliseconds of processor time for one request, of all server processes. Then prints the
time to replay a match of 10, 100 and 1,000 hands.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from statistics import quantiles

import psycopg

from rules.match.board import new_board
from rules.match.play import replay
from rules.presets import CHINCHON
from tests.rules.support.table import hand
from tests.support.servers import UNLIMITED, Served, serving, serving_other
from tests.support.wire import Phone
from tests.tools.bench.live import processor

PHONES = 4
HANDS = (20, 40)  # length of a match while it is measured
ROWS = 34  # of such a board: thirty hands and four players
POSTGRESQL = os.environ.get("TEST_DATABASE_URL", "")


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
    chosen = parser.parse_args()
    for database, url in (("SQLite", ""), ("PostgreSQL", POSTGRESQL)):
        if database == "PostgreSQL" and not url:
            print("*** SKIPPED: PostgreSQL. Set TEST_DATABASE_URL. ***")
            continue
        for workers in chosen.workers:
            with tempfile.TemporaryDirectory() as data, a_database(url) as address:
                variables = {"DATABASE_URL": address, "REENGANCHE_WORKERS": str(workers), **UNLIMITED}
                print(f"{database}, {workers} workers{' ' * 13}p50    p95    p99   processor, ms")
                measure(Path(data), variables, chosen.requests)
    for hands in (10, 100, 1000):
        print(f"replay of {hands:5} hands: {replayed(hands):8.2f} ms")


def measure(data: Path, variables: dict[str, str], requests: int) -> None:
    each = HANDS[1] - HANDS[0]
    rounds = max(1, requests // PHONES // each)
    with serving(data, **variables) as app:
        tables = [Table(Phone(app.port)) for _phone in range(PHONES)]
        told = ("save, answered by its board", Table.save), ("board", Table.board)
        save, board = (timed(app, name, tables, act, each, rounds, Table.sit_down) for name, act in told)
    with plain(data, variables) as app:
        tables = [Table(Phone(app.port)) for _phone in range(PHONES)]
        paths = ("/bare/", "/insert/", f"/template/{ROWS}/", f"/cells/{ROWS}/")
        acts = [partial(asked, path=path) for path in paths]
        _bare, insert, template, cells = (
            timed(app, path, tables, act, requests // PHONES) for path, act in zip(paths, acts, strict=True)
        )
    print(f"  a save is {save / (insert + template):.1f} × insert + template, ", end="")
    print(f"a board {board / template:.1f} × template")
    print(f"  with as much in each cell: {save / (insert + cells):.1f} × and {board / cells:.1f} ×")


def asked(one: Table, path: str) -> None:
    assert one.phone.get(path).status == 200


def timed(
    app: Served,
    name: str,
    tables: list[Table],
    act: Callable[[Table], None],
    times: int,
    rounds: int = 1,
    prepare: Callable[[Table], None] = lambda one: None,
) -> float:
    """Measure one kind of request and print a line; returns processor milliseconds per request."""
    took: list[float] = []
    busy = 0.0
    with ThreadPoolExecutor(PHONES) as phones:
        for _round in range(rounds):
            list(phones.map(prepare, tables))
            before = processor(app)
            for of_one in phones.map(partial(waited, act=act, times=times), tables):
                took += of_one
            busy += processor(app) - before
    cuts, cost = quantiles(took, n=100), 1000 * busy / len(took)
    print(f"  {name:30}{cuts[49]:6.1f} {cuts[94]:6.1f} {cuts[98]:6.1f} {cost:9.2f}", flush=True)
    return cost


def waited(one: Table, act: Callable[[Table], None], times: int) -> list[float]:
    """Milliseconds until each response."""
    took = []
    for _time in range(times):
        started = time.perf_counter()
        act(one)
        took.append(1000 * (time.perf_counter() - started))
    return took


@contextmanager
def plain(data: Path, variables: dict[str, str]) -> Iterator[Served]:
    """Serve `tests.tools.bench.plain` with the same gunicorn."""
    there = {**variables, "REENGANCHE_DATA": str(data)}
    subprocess.run([sys.executable, "-m", "tests.tools.bench.plain"], env={**os.environ, **there}, check=True)
    as_ours = ("--config", "python:chinchon_site.server")
    with serving_other("tests.tools.bench.plain:app", *as_ours, **there) as served:
        yield served


@contextmanager
def a_database(url: str) -> Iterator[str]:
    if not url:
        yield ""
        return
    name = f"reenganche_{uuid.uuid4().hex}"
    with psycopg.connect(url, autocommit=True) as server:
        server.execute(f"CREATE DATABASE {name}")
        yield url.rpartition("/")[0] + f"/{name}"
        server.execute(f"DROP DATABASE {name} WITH (FORCE)")


def replayed(hands: int) -> float:
    """Milliseconds to replay a match; the best of five runs."""
    start = new_board(replace(CHINCHON, limit=1_000_000), 4)
    events = [hand(0, 20, 12, 5)] * hands
    took = []
    for _time in range(5):
        started = time.process_time()
        replay(start, events)
        took.append(1000 * (time.process_time() - started))
    return min(took)


if __name__ == "__main__":
    main()
