"""Measure open boards on loopback, run by hand: `python -m tests.tools.bench.live [SECONDS]` (default 30).

Serves the app on SQLite. First 500 phones (`--phones`) watch one match in which a hand is saved every second;
then 200 matches (`--matches`) have 4 phones each, and a hand is saved in one of them every second. Each phone
polls as `polling.js` does. Prints how long after the response to a save the phones had the new board, and the
processor time (per cent of one core) and memory of all server processes.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import re
import time
from dataclasses import dataclass, field
from statistics import quantiles

from tests.support.processor_time import megabytes_held, seconds_used, with_children
from tests.support.servers import UNLIMITED, Served, serving
from tests.support.wire import Phone

EVERY = 1.5  # seconds between two polls of a phone
SEEN = re.compile(r'data-seen="([\d.]+)"')
VERSION = re.compile(r"\d+")  # the first number of a tag


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

    async def watch(self, until: float) -> None:
        """One phone: polls every EVERY seconds, over one connection as long as it is open."""
        await asyncio.sleep(random.uniform(0, EVERY))
        tag, heard, stream = self.shown, self.hands, None
        while time.monotonic() < until:
            started = time.monotonic()
            stream = stream or await asyncio.open_connection("127.0.0.1", self.scorer.port)
            try:
                status, tag = await self._ask(*stream, tag)
            except (ConnectionError, asyncio.IncompleteReadError):
                stream = None
                continue
            self.polls += 1
            if status == 200:
                now, version = time.monotonic(), int(VERSION.search(tag)[0])
                news = range(heard + 1, version + 1)
                self.seen += [now - self.saved[new] for new in news if new in self.saved]
                heard = version
            await asyncio.sleep(max(0.0, EVERY - (time.monotonic() - started)))
        if stream:
            stream[1].close()

    async def _ask(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, tag: str
    ) -> tuple[int, str]:
        writer.write(
            f"GET {self.match}pulse/ HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept-Encoding: gzip\r\n"
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

    def save(self) -> None:
        answer = self.scorer.save(self.match, self.hands, *(random.randrange(60) for _seat in range(3)))
        assert answer.status == 302, answer
        self.hands += 1
        self.saved[self.hands] = time.monotonic()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.bench.live")
    parser.add_argument("seconds", nargs="?", type=float, default=30.0)
    parser.add_argument("--phones", type=int, default=500, help="on the board of the first match")
    parser.add_argument("--matches", type=int, default=200, help="of four phones each")
    chosen = parser.parse_args()
    seconds = chosen.seconds
    for matches, phones in ((1, chosen.phones), (chosen.matches, 4)):
        with serving(**UNLIMITED) as app:
            tables = [_table(app) for _number in range(matches)]
            print(f"{matches} × {phones} phones: {_measured(app, tables, phones, seconds)}")


def _table(app: Served) -> Table:
    scorer = Phone(app.port)
    match = scorer.start("Ana", "Luis", "Eva", "Paco")
    watcher = scorer.invites_a_watcher(match)
    table = Table(scorer, match, watcher.cookies["phone"])
    table.save()
    table.shown = f'"{SEEN.search(watcher.get(match).text).group(1)}"'
    return table


def _measured(app: Served, tables: list[Table], phones: int, seconds: float) -> str:
    busy, started = processor(app), time.monotonic()
    asyncio.run(_evening(tables, phones, started + seconds))
    took = (processor(app) - busy) / (time.monotonic() - started)
    polls = sum(table.polls for table in tables) / seconds
    seen = [one for table in tables for one in table.seen]
    cuts, held = quantiles(seen, n=100), megabytes_held(with_children(app.process.pid))
    return (
        f"seen after p50 {cuts[49]:.2f} s, p99 {cuts[98]:.2f} s ({len(seen)} times); "
        f"{polls:.0f} polls a second, {took:.1%} of a core, {held:.0f} MB"
    )


async def _evening(tables: list[Table], phones: int, until: float) -> None:
    watching = [asyncio.create_task(table.watch(until)) for table in tables for _number in range(phones)]
    while time.monotonic() < until - 2 * EVERY:
        await asyncio.sleep(1)
        await asyncio.to_thread(random.choice(tables).save)
    await asyncio.gather(*watching)


def processor(app: Served) -> float:
    """Seconds of processor time so far, of the server and its workers."""
    return seconds_used(with_children(app.process.pid))


if __name__ == "__main__":
    main()
