"""Measures what an attack costs: processor and memory of the workers, and how long others wait meanwhile."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from threading import Event, Thread

from tests.support.servers import Served

TICKS = os.sysconf("SC_CLK_TCK")
PATIENCE = 30  # seconds
PAUSE = 0.05  # seconds between two requests of the bystander


@dataclass
class Cost:
    """What was measured; complete at the end of the block."""

    cpu_s: float = 0.0  # of all workers
    grown_mb: float = 0.0  # by how much the resident memory of all workers is larger than before
    slowest_s: float = 0.0  # that a bystander waited for an answer
    answers: int = 0  # that the bystander got

    def facts(self) -> dict[str, float]:
        rounded = {"slowest_s": self.slowest_s, "cpu_s": self.cpu_s, "grown_mb": self.grown_mb}
        return {name: round(value, 2) for name, value in rounded.items()}


@contextmanager
def measured(server: Served, *paths: str) -> Iterator[Cost]:
    """Measure the block while a bystander asks for `paths` (/healthz) in turn, each on a new connection."""
    cost, is_over = Cost(), Event()
    cpu, memory = processor(server), resident(server)
    bystander = Thread(target=_ask, args=(server.port, paths or ("/healthz",), cost, is_over))
    bystander.start()
    try:
        yield cost
    finally:
        is_over.set()
        bystander.join()
        cost.cpu_s = processor(server) - cpu
        cost.grown_mb = resident(server) - memory


def processor(server: Served) -> float:
    """Seconds of processor that the workers have used, with the processes that they waited for."""
    return sum(sum(_ticks(pid)) for pid in server.workers) / TICKS


def processor_of_user(server: Served) -> float:
    """The same without the seconds of the kernel, which depend on how the heap of a worker happens to lie."""
    return sum(sum(_ticks(pid)[::2]) for pid in server.workers) / TICKS


def resident(server: Served) -> float:
    """Megabytes of memory that the workers hold."""
    return sum(_resident_kb(pid) for pid in server.workers) / 1024


def seconds_to_answer(port: int, path: str) -> float:
    """How long one answer takes; PATIENCE if none comes."""
    began = time.monotonic()
    wire = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        wire.request("GET", path, headers={"Connection": "close"})
        wire.getresponse().read()
    except OSError:
        return float(PATIENCE)
    finally:
        wire.close()
    return time.monotonic() - began


def _ask(port: int, paths: tuple[str, ...], cost: Cost, is_over: Event) -> None:
    while not is_over.wait(PAUSE):
        path = paths[cost.answers % len(paths)]
        cost.slowest_s = max(cost.slowest_s, seconds_to_answer(port, path))
        cost.answers += 1


def _ticks(pid: int) -> list[int]:
    """Of user and system, then the same of processes that it waited for.

    The name of the process, which may hold spaces, ends at the last bracket.
    """
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return [int(field) for field in fields[11:15]]


def _resident_kb(pid: int) -> int:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))
