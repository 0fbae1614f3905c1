"""Measure open boards on loopback, run by hand: `python -m tests.tools.bench.live [SECONDS]` (default 40).

Serves the app, on SQLite or on the database in DATABASE_URL, with two workers. Phones that watch poll as
`polling.js` does, and a poll waits for news:

* busy: 500 phones on one match, in which a hand is saved every second;
* spread: 200 matches of 4 phones, a hand in one of them every second;
* idle: 500 phones on 125 matches in which nothing happens;
* many, if it is named with `--only`: 5,000 phones on 1,250 matches in which nothing happens.

Prints how long after the response to a save the phones had the new board (p95), the polls of a phone in a
minute, the processor time (of one core) and the memory of all server processes. Exits with 1 where a figure
that docs/SCALE.md promises is missed.
"""

import argparse
import asyncio
import os
import random
import re
import resource
import sys
import time
from contextlib import suppress
from dataclasses import dataclass, field
from statistics import quantiles

from tests.support.processor_time import megabytes_held, seconds_used, with_children
from tests.support.servers import UNLIMITED, serving
from tests.support.wire import Phone

EVERY = 1.5  # seconds between two polls of a phone that has heard nothing
WAIT = 20  # seconds of one that waits
SETTLING = 5.0  # seconds until all phones have opened their boards
VERSION = re.compile(r"\d+")  # the first number of a tag
P95 = "p95 in seconds"
CORES = "cores"
MEGABYTES = "megabytes"
POLLS = "polls in a minute"


@dataclass
class Evening:
    matches: int
    phones: int  # of each match
    has_saves: bool  # one a second
    most: dict[str, float]  # of each figure that docs/SCALE.md promises


EVENINGS = {
    "busy": Evening(1, 500, True, {P95: 0.3}),
    "spread": Evening(200, 4, True, {P95: 0.3}),
    "idle": Evening(125, 4, False, {CORES: 0.02, POLLS: 3.5}),
    "many": Evening(1250, 4, False, {CORES: 0.08, MEGABYTES: 420, POLLS: 3.5}),
}


@dataclass
class Table:
    """A match: when each version was acknowledged, and the delay until each phone had it."""

    scorer: Phone
    match: str
    cookie: str  # of a phone that may watch
    shown: str = ""  # the ETag of the page that every phone has open
    hands: int = 0
    saved: dict[int, float] = field(default_factory=dict)
    seen: list[float] = field(default_factory=list)
    polls: int = 0

    async def watch(self, until):
        """One phone, over one connection as long as it is open."""
        await asyncio.sleep(random.uniform(0, SETTLING - 1))
        tag = self.shown
        waits = 0
        reader, writer = await asyncio.open_connection("127.0.0.1", self.scorer.port)
        with suppress(TimeoutError):
            while (left := until - time.monotonic()) > 0:
                status, newest = await asyncio.wait_for(
                    self._ask(reader, writer, tag, waits), left + EVERY
                )
                self.polls += 1
                if status == 200:
                    self._hear(tag, newest)
                tag = newest
                waits = WAIT
        writer.close()

    def _hear(self, shown, newest):
        now = time.monotonic()
        versions = [int(VERSION.search(tag)[0]) for tag in (shown, newest)]
        news = range(versions[0] + 1, versions[1] + 1)
        self.seen += [now - self.saved[new] for new in news if new in self.saved]

    async def _ask(self, reader, writer, tag, waits):
        """One poll: its status and the ETag of the answer."""
        prefer = f"Prefer: wait={waits}\r\n" if waits else ""
        writer.write(
            f"GET {self.match}pulse/ HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept-Encoding: gzip\r\n{prefer}"
            f"Cookie: phone={self.cookie}\r\nIf-None-Match: {tag}\r\n\r\n".encode()
        )
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        status = int(head.split(" ", 2)[1])
        if status not in (200, 304):
            raise RuntimeError(head)
        fields = (line.split(": ", 1) for line in head.split("\r\n")[1:-2])
        headers = {name.lower(): value for name, value in fields}
        await reader.readexactly(int(headers.get("content-length", 0)))
        return status, headers["etag"]

    def save(self):
        points = [random.randrange(60) for _seat in range(3)]
        answer = self.scorer.save(self.match, self.hands, *points)
        assert answer.status == 302, answer
        self.hands += 1
        self.saved[self.hands] = time.monotonic()


def main():
    parser = argparse.ArgumentParser(prog="python -m tests.tools.bench.live")
    parser.add_argument("seconds", nargs="?", type=float, default=2.0 * WAIT)
    usual = [name for name in EVENINGS if name != "many"]
    parser.add_argument("--only", nargs="+", choices=EVENINGS, default=usual)
    chosen = parser.parse_args()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    url = os.environ.get("DATABASE_URL", "")
    missed = []
    for name in chosen.only:
        evening = EVENINGS[name]
        with serving(**UNLIMITED, DATABASE_URL=url) as app:
            tables = [_table_at(app) for _number in range(evening.matches)]
            figures = asyncio.run(_played(app, evening, tables, chosen.seconds))
        told = [f"{what} {figure:.3f}" for what, figure in figures.items()]
        print(f"{name}: {', '.join(told)}", flush=True)
        missed += [
            f"{name}: {what} {figures[what]:.3f} > {most}"
            for what, most in evening.most.items()
            if figures[what] > most
        ]
    sys.exit("\n".join(missed) if missed else 0)


def _table_at(app):
    """A match with a hand."""
    scorer = Phone(app.port)
    match = scorer.start("Ana", "Luis", "Eva", "Paco")
    watcher = scorer.invites(match, "watch")
    table = Table(scorer, match, watcher.cookies["phone"])
    table.save()
    table.shown = watcher.get(f"{match}pulse/").tag
    return table


async def _played(app, evening, tables, seconds):
    """What the evening cost, and how soon the phones saw each hand."""
    until = time.monotonic() + SETTLING + seconds
    watching = [
        asyncio.create_task(table.watch(until))
        for table in tables
        for _number in range(evening.phones)
    ]
    await asyncio.sleep(SETTLING)
    used = _processor(app)
    started = time.monotonic()
    polls = sum(table.polls for table in tables)
    while time.monotonic() < until - 2 * EVERY:
        await asyncio.sleep(1)
        if evening.has_saves:
            await asyncio.to_thread(random.choice(tables).save)
    await asyncio.sleep(max(0.0, until - time.monotonic()))
    took = time.monotonic() - started
    asked = sum(table.polls for table in tables) - polls
    figures = {
        CORES: (_processor(app) - used) / took,
        MEGABYTES: megabytes_held(with_children(app.process.pid)),
        POLLS: 60 * asked / took / len(watching),
    }
    await asyncio.gather(*watching)
    seen = [delay for table in tables for delay in table.seen]
    return {P95: quantiles(seen, n=20)[18], **figures} if seen else figures


def _processor(app):
    """Seconds of processor time so far, of the server and its workers."""
    return seconds_used(with_children(app.process.pid))


if __name__ == "__main__":
    main()
