"""What one request costs in this process, and how long no other thread could run meanwhile."""

from __future__ import annotations

import threading
import time
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import astuple, dataclass

from django.core.cache import cache

from scores.core.matches import replay_cache
from scores.group.forecast import course
from scores.group.sharing import share_links
from scores.table.board import html_cache
from tests.support.processor_time import seconds_of

# Of processor; of memory; seconds that nobody else runs. A page takes a quarter of a second where it is
# measured, and a machine on which tests run may be half as fast.
SECONDS, MEGABYTES, STOPPED = 2 * 0.25, 50.0, 0.3
SMALL = 0.01  # seconds of processor in which nobody fills much memory or stops others for long
TICK = 0.005  # seconds between two runs of the probe


@dataclass(frozen=True)
class Cost:
    seconds: float  # of processor, with the processes that it started
    megabytes: float = 0.0  # the most memory at once
    stopped: float = 0.0  # the longest time in seconds that no other thread ran

    @property
    def is_over(self) -> bool:
        return self.seconds > SECONDS or self.stopped > STOPPED or self.megabytes > MEGABYTES


def cost_of(act: Callable[[], object]) -> Cost:
    """What one call with empty caches costs."""
    empty_caches()
    seconds = seconds_of(act)
    return Cost(seconds, *_memory_and_stop(act)) if seconds > SMALL else Cost(seconds)


def least(one: Cost, other: Cost) -> Cost:
    """Of two measurements of the same the smaller figures: other work on the machine only adds to them."""
    return Cost(*map(min, astuple(one), astuple(other)))


def empty_caches() -> None:
    """As after a change of the match, and in a worker that has not answered about it yet."""
    for each in (html_cache.cache, replay_cache.cache, course.histories, course.cache, cache):
        each.clear()
    share_links._qr.cache_clear()


def _memory_and_stop(act: Callable[[], object]) -> tuple[float, float]:
    """The most megabytes at once, and the longest time that no other thread ran."""
    empty_caches()
    tracemalloc.start()
    try:
        with _probe() as gaps:
            act()
        return tracemalloc.get_traced_memory()[1] / 2**20, max(gaps)
    finally:
        tracemalloc.stop()


@contextmanager
def _probe() -> Iterator[list[float]]:
    """The seconds between two runs of a thread that sleeps for TICK."""
    gaps, is_over = [0.0], threading.Event()

    def tick() -> None:
        last = time.monotonic()
        while not is_over.wait(TICK):
            now = time.monotonic()
            gaps.append(now - last - TICK)
            last = now

    thread = threading.Thread(target=tick)
    thread.start()
    try:
        yield gaps
    finally:
        is_over.set()
        thread.join()
