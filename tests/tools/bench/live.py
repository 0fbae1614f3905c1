"""Measure open boards on loopback, run by hand: `python -m tests.tools.bench.live [SECONDS]` (default 30).

Serves the app on SQLite. First 500 phones watch one match in which a hand is saved every second; then 200
matches have 4 phones each, and a hand is saved in one of them every second. Every phone polls as `polling.js`
does. Prints how long after the response to a save the phones had the new board, and the processor time (per
cent of one core) and memory of all server processes. Then the same phones poll an app that does nothing
(`bare.py`) under the same gunicorn, as the lower limit for any app.
"""

from __future__ import annotations

import asyncio
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from statistics import quantiles
from urllib.parse import urlencode

from tests.support.servers import Served, free_port, serving

EVERY = 1.5  # seconds between two polls of a phone
TICKS = os.sysconf("SC_CLK_TCK")
PAGE_SIZE = os.sysconf("SC_PAGE_SIZE")
CODE = re.compile("/m/([a-z0-9]+)/")
SEEN = re.compile(r'data-seen="([\d.]+)"')
VERSION = re.compile(r"\d+")  # the first number of a tag
WATCH = re.compile(r"http://[^/\"]+(/l/match/\w+/watch/[^\"]+)")


@dataclass
class Scorer:
    """A phone that starts a match and saves hands, one request after another."""

    app: Served
    cookies: dict[str, str] = field(default_factory=dict)
    code: str = ""
    saves: int = 0

    def start(self, *names: str) -> None:
        self._ask("GET", "/new/")
        seated = {f"name_{place}": name for place, name in enumerate(names)}
        form = {"uid": _uid(), "preset": "chinchon", "dealer": 0, "places": 4, "limit": 100_000, **seated}
        self.code = CODE.match(self._ask("POST", "/new/", form)).group(1)

    def save(self) -> None:
        form = {"seq": self.saves, "client_key": _uid(), "closer": 0, "close": "clean"}
        left = {f"deadwood_{seat}": random.randrange(60) for seat in (1, 2, 3)}
        self._ask("POST", f"/m/{self.code}/hand/", {**form, **left})
        self.saves += 1

    def _ask(self, method: str, path: str, form: dict[str, object] | None = None) -> str:
        """Send a request; the address that the response redirects to."""
        fields = {"csrfmiddlewaretoken": self.cookies.get("csrftoken", ""), **(form or {})}
        headers = {
            "Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()),
            "Content-Type": "application/x-www-form-urlencoded",
        }
        phone = HTTPConnection("127.0.0.1", self.app.port)
        phone.request(method, path, urlencode(fields) if form else None, headers)
        answer = phone.getresponse()
        answer.read()
        if answer.status not in (200, 302):
            raise RuntimeError(f"{method} {path}: {answer.status}")
        for cookie in answer.headers.get_all("Set-Cookie") or []:
            name, _is, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        phone.close()
        return answer.headers.get("Location", "")


@dataclass
class Table:
    """A match: when each version was acknowledged, and the delay until each phone had it."""

    scorer: Scorer
    shown: str = ""  # the ETag of the page that every phone has open
    saved: dict[int, float] = field(default_factory=dict)
    seen: list[float] = field(default_factory=list)
    polls: int = 0

    async def watch(self, until: float) -> None:
        """One phone: polls every EVERY seconds, over one connection as long as it is open."""
        await asyncio.sleep(random.uniform(0, EVERY))
        tag, heard, stream = self.shown, self.scorer.saves, None
        while time.monotonic() < until:
            started = time.monotonic()
            stream = stream or await asyncio.open_connection("127.0.0.1", self.scorer.app.port)
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
        cookie = self.scorer.cookies["watch"]
        writer.write(
            f"GET /m/{self.scorer.code}/pulse/ HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept-Encoding: gzip\r\n"
            f"Cookie: phone={cookie}\r\nIf-None-Match: {tag}\r\n\r\n".encode()
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
        version = self.scorer.saves + 1
        self.scorer.save()
        self.saved[version] = time.monotonic()


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 30.0
    for matches, phones in ((1, 500), (200, 4)):
        with tempfile.TemporaryDirectory() as data, serving(Path(data)) as app:
            tables = [_table(app) for _number in range(matches)]
            print(f"{matches} × {phones} phones: {_measured(app, tables, phones, seconds)}")
        with _doing_nothing() as bare:
            table = Table(Scorer(bare, {"watch": "x"}, code="x"))
            took, polls = _busy(bare, [table], matches * phones, seconds, save=False)
            print(f"  at an app that does nothing: {polls:.0f} polls a second, {took:.1%} of a core")


def _table(app: Served) -> Table:
    scorer = Scorer(app)
    scorer.start("Ana", "Luis", "Eva", "Paco")
    scorer.save()
    scorer.cookies["watch"] = _watcher(scorer)
    board = _page(scorer, f"/m/{scorer.code}/", scorer.cookies["watch"])
    return Table(scorer, f'"{SEEN.search(board).group(1)}"')


def _watcher(scorer: Scorer) -> str:
    """The cookie of a phone that accepted the watch link on the board."""
    path = WATCH.search(_page(scorer, f"/m/{scorer.code}/share/", scorer.cookies["phone"])).group(1)
    watcher = Scorer(scorer.app, {"csrftoken": scorer.cookies["csrftoken"]})
    watcher._ask("POST", path, {"take": 1})
    return watcher.cookies["phone"]


def _page(scorer: Scorer, path: str, phone: str) -> str:
    wire = HTTPConnection("127.0.0.1", scorer.app.port)
    wire.request("GET", path, headers={"Cookie": f"phone={phone}"})
    return wire.getresponse().read().decode()


def _measured(app: Served, tables: list[Table], phones: int, seconds: float) -> str:
    took, polls = _busy(app, tables, phones, seconds, save=True)
    seen = [one for table in tables for one in table.seen]
    cuts = quantiles(seen, n=100)
    return (
        f"seen after p50 {cuts[49]:.2f} s, p99 {cuts[98]:.2f} s ({len(seen)} times); "
        f"{polls:.0f} polls a second, {took:.1%} of a core, {_memory(app) / 1e6:.0f} MB"
    )


def _busy(
    app: Served, tables: list[Table], phones: int, seconds: float, *, save: bool
) -> tuple[float, float]:
    """The processor time of the server as a part of one core, and requests per second."""
    busy, started = processor(app), time.monotonic()
    asyncio.run(_evening(tables, phones, started + seconds, save))
    took = (processor(app) - busy) / (time.monotonic() - started)
    return took, sum(table.polls for table in tables) / seconds


@contextmanager
def _doing_nothing() -> Iterator[Served]:
    port = free_port()
    gunicorn = [sys.executable, "-m", "gunicorn", "--no-control-socket", "--workers", "2", "--threads", "4"]
    where = ["--bind", f"127.0.0.1:{port}", "--log-level", "warning", "tests.tools.bench.bare:app"]
    with subprocess.Popen([*gunicorn, *where], text=True) as process:
        time.sleep(2)
        yield Served(port, process, Path(os.devnull))
        process.terminate()


async def _evening(tables: list[Table], phones: int, until: float, save: bool) -> None:
    watching = [asyncio.create_task(table.watch(until)) for table in tables for _number in range(phones)]
    while save and time.monotonic() < until - 2 * EVERY:
        await asyncio.sleep(1)
        await asyncio.to_thread(random.choice(tables).save)
    await asyncio.gather(*watching)


def of_all(app: Served, read: Callable[[int], float]) -> float:
    children = Path(f"/proc/{app.process.pid}/task/{app.process.pid}/children").read_text().split()
    return sum(read(int(pid)) for pid in [app.process.pid, *children])


def processor(app: Served) -> float:
    """Seconds of processor time so far, of the server and its workers."""

    def read(pid: int) -> float:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    return of_all(app, read)


def _memory(app: Served) -> float:
    """Bytes of memory; pages shared by several processes count for each of them."""
    return of_all(app, lambda pid: int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE_SIZE)


def _uid() -> str:
    return f"{random.getrandbits(128):032x}"


if __name__ == "__main__":
    main()
