"""Measure how 500 open boards go on after an outage, run by hand: `python -m tests.tools.bench.outage`.

Serves the app on SQLite with two workers. 500 phones on 125 matches wait for news and come back as
`polling.js` does. Then one worker is killed, or the server stops and starts again, or reloads. Prints how
long after its line was cut, or after the server was there again, each phone had an answer, and the most that
had one within a tenth of a second. Last, how long a stop takes while 200 polls wait, and whether each is
answered. Exits 1 where it takes longer than docs/SCALE.md promises.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sys
import time
from collections import Counter
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory

from tests.support.servers import UNLIMITED, free_port, serving
from tests.tools.bench.live import EVERY, SETTLING, WAIT, Table, table_at

MATCHES = 125
PHONES = 4
KILLED = "a worker is killed"
RELOADS = "the server reloads"
STARTS_AGAIN = "the server starts again"
PROMISED = 2.0  # seconds until all go on
WAITING = 200  # polls while the server stops
STOPPED = 3.0  # seconds
PATIENCE = 15.0
CUT = (
    OSError,
    asyncio.IncompleteReadError,
)  # what a phone meets while the server is away


@dataclass
class Board:
    """A phone that waits for news: when its line was cut first, and when it had an answer again."""

    table: Table
    cut: float = 0.0
    back: float = 0.0

    async def watch(self) -> None:
        await asyncio.sleep(random.uniform(0, SETTLING - 1))
        waits = 0
        line = None
        has_failed = False
        while True:
            asked = time.monotonic()
            is_early = False
            try:
                line = line or await asyncio.open_connection(
                    "127.0.0.1", self.table.scorer.port
                )
                await self.table.ask(*line, self.table.shown, waits)
            except CUT:
                self.cut = self.cut or time.monotonic()
                line = None
                has_failed = has_failed or not waits
                is_early = True
                waits = 0
            else:
                self.back = self.back or (time.monotonic() if self.cut else 0.0)
                is_early = has_failed or time.monotonic() - asked < 0.8 * waits
                waits = WAIT
                has_failed = False
            await asyncio.sleep(_pause(time.monotonic() - asked) if is_early else 0)


async def _stop() -> tuple[float, int]:
    """Seconds until the server has ended, and how many of those that waited had an answer."""
    with serving(**UNLIMITED) as app:
        table = table_at(app)
        lines = [
            await asyncio.open_connection("127.0.0.1", app.port)
            for _poll in range(WAITING)
        ]
        polls = [
            asyncio.create_task(table.ask(*line, table.shown, WAIT)) for line in lines
        ]
        await asyncio.sleep(SETTLING)
        stopped = time.monotonic()
        app.process.terminate()
        app.is_ended = True
        await asyncio.to_thread(app.process.wait)
        took = time.monotonic() - stopped
        answers = await asyncio.gather(*polls, return_exceptions=True)
    return took, sum(answer == (304, table.shown) for answer in answers)


def _pause(waited: float) -> float:
    """Seconds, as `pauseAfter` in polling.js."""
    return EVERY - waited if waited < EVERY else random.uniform(0, EVERY)


async def _seconds_away(happening: str, data: Path, port: int) -> list[float]:
    """Of each phone whose line was cut: from then on, or from when the server was there again."""
    with ExitStack() as end:
        app = end.enter_context(serving(data, port=port, **UNLIMITED))
        tables = [table_at(app) for _match in range(MATCHES)]
        boards = [Board(table) for table in tables for _phone in range(PHONES)]
        watching = [asyncio.create_task(board.watch()) for board in boards]
        await asyncio.sleep(SETTLING + EVERY)
        if happening == KILLED:
            os.kill(app.workers[0], signal.SIGKILL)
        elif happening == RELOADS:
            app.process.send_signal(signal.SIGHUP)
        else:
            await asyncio.to_thread(end.close)
            await asyncio.to_thread(
                end.enter_context, serving(data, port=port, **UNLIMITED)
            )
        there = time.monotonic()
        await asyncio.sleep(PATIENCE)
        for task in watching:
            task.cancel()
        return [
            (board.back or time.monotonic()) - max(board.cut, there)
            for board in boards
            if board.cut
        ]


def main() -> None:
    is_late = False
    for name in (KILLED, RELOADS, STARTS_AGAIN):
        with TemporaryDirectory() as place:
            away = asyncio.run(_seconds_away(name, Path(place), free_port()))
        cuts = quantiles(away, n=20)
        most = max(Counter(int(10 * one) for one in away).values())
        told = f"p50 {cuts[9]:.2f}, p95 {cuts[18]:.2f}, last {max(away):.2f} s"
        print(
            f"{name}: {len(away)} phones go on after {told}; at most {most} in a tenth of a second",
            flush=True,
        )
        is_late |= max(away) > PROMISED
    took, answered = asyncio.run(_stop())
    print(
        f"a stop takes {took:.1f} s and answers {answered} of {WAITING} polls that wait"
    )
    sys.exit(is_late or took > STOPPED or answered < WAITING)


if __name__ == "__main__":
    main()
