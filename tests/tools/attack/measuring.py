"""Measures what an attack costs: processor and memory of the workers, and how long others wait meanwhile."""

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import astuple, dataclass
from itertools import cycle
from ssl import SSLContext
from threading import Event, Thread
from typing import Any

from tests.support.processor_time import (
    SYSTEM,
    SYSTEM_OF_ENDED,
    USER,
    USER_OF_ENDED,
    megabytes_held,
    seconds_used,
)
from tests.support.servers import Served
from tests.support.wire import Phone

PATIENCE = 30  # seconds
PAUSE = 0.05  # seconds between two requests of the bystander

Figure = tuple[Any, Any]
"""A value, and the most that was promised; None without a promise."""
Figures = dict[str, Figure]
Attack = Callable[[Served], Figures]


def by_name(*attacks: Attack) -> dict[str, Attack]:
    return {attack.__name__: attack for attack in attacks}


def is_kept(figure: Figure) -> bool:
    value, most = figure
    return most is None or value <= most


def told(value: Any, most: Any) -> str:
    rounded = round(value, 2) if isinstance(value, float) else value
    return f"{rounded}" if most is None else f"{rounded} (at most {most})"


def ended(server: Served, before: set[int]) -> Figures:
    """The workers that were there before, and have ended: there should be none."""
    return {"ended workers": (len(before - {*server.workers}), 0)}


@dataclass
class Cost:
    """What was measured; complete at the end of the block."""

    cpu_s: float = 0.0  # of all workers
    # by how much the resident memory of all workers is larger than before
    grown_mb: float = 0.0
    slowest_s: float = 0.0  # that a bystander waited for an answer

    def figures(self, **most: float) -> Figures:
        names = ("slowest_s", "cpu_s", "grown_mb")
        return {name: (getattr(self, name), most.get(name)) for name in names}


def each(choose: Callable[[Iterable[float]], float], costs: Iterable[Cost]) -> Cost:
    """The cost of which each figure is chosen of those of all."""
    return Cost(
        *(choose(figures) for figures in zip(*map(astuple, costs), strict=True))
    )


@contextmanager
def measured(
    server: Served, *paths: str, wait: Callable[[], float] | None = None
) -> Iterator[Cost]:
    """Measure the block while a bystander asks for `paths` (/healthz) in turn, each on a new connection; or
    calls `wait`, which returns the seconds of a wait."""
    cost = Cost()
    is_over = Event()
    cpu = processor(server)
    memory = resident(server)
    pages = cycle(paths or ["/healthz"])
    wait = wait or (lambda: seconds_to_answer(server.port, next(pages)))
    bystander = Thread(target=_wait_again, args=(wait, cost, is_over))
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
    return seconds_used(server.workers, (USER, SYSTEM, USER_OF_ENDED, SYSTEM_OF_ENDED))


def processor_of_user(server: Served) -> float:
    """The same without the seconds of the kernel, which depend on how the heap of a worker happens to lie."""
    return seconds_used(server.workers, (USER, USER_OF_ENDED))


def resident(server: Served) -> float:
    """Megabytes of memory that the workers hold."""
    return megabytes_held(server.workers)


def seconds_to_answer(port: int, path: str, tls: SSLContext | None = None) -> float:
    """How long one answer takes; PATIENCE if none comes. Over TLS it has to be a page."""
    phone = Phone(port, patience=PATIENCE, headers={"Connection": "close"}, tls=tls)
    began = time.monotonic()
    try:
        answer = phone.get(path)
    except OSError:
        return float(PATIENCE)
    assert not tls or (answer.status == 200 and answer.text), (path, answer.status)
    return time.monotonic() - began


def _wait_again(wait: Callable[[], float], cost: Cost, is_over: Event) -> None:
    while not is_over.wait(PAUSE):
        cost.slowest_s = max(cost.slowest_s, wait())
