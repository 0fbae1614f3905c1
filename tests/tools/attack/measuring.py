"""Measures what an attack costs: processor and memory of the workers, and how long others wait meanwhile."""

import time
from contextlib import contextmanager
from dataclasses import astuple, dataclass
from itertools import cycle
from threading import Event, Thread

from tests.support.processor_time import (
    SYSTEM,
    SYSTEM_OF_ENDED,
    USER,
    USER_OF_ENDED,
    megabytes_held,
    seconds_used,
)
from tests.support.wire import Phone

PATIENCE = 30  # seconds
PAUSE = 0.05  # seconds between two requests of the bystander


def by_name(*attacks):
    return {attack.__name__: attack for attack in attacks}


def ended(server, before):
    """The workers that were there before, and have ended: there should be none."""
    return {"ended workers": (len(before - {*server.workers}), 0)}


@dataclass
class Cost:
    """What was measured; complete at the end of the block."""

    cpu_s: float = 0.0  # of all workers
    # by how much the resident memory of all workers is larger than before
    grown_mb: float = 0.0
    slowest_s: float = 0.0  # that a bystander waited for an answer

    def figures(self, **most):
        names = ("slowest_s", "cpu_s", "grown_mb")
        return {name: (getattr(self, name), most.get(name)) for name in names}


def each(choose, costs):
    """The cost of which each figure is chosen of those of all."""
    return Cost(
        *(choose(figures) for figures in zip(*map(astuple, costs), strict=True))
    )


@contextmanager
def measured(server, *paths, wait=None):
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


def processor(server):
    """Seconds of processor that the workers have used, with the processes that they waited for."""
    return seconds_used(server.workers, (USER, SYSTEM, USER_OF_ENDED, SYSTEM_OF_ENDED))


def processor_of_user(server):
    """The same without the seconds of the kernel, which depend on how the heap of a worker happens to lie."""
    return seconds_used(server.workers, (USER, USER_OF_ENDED))


def resident(server):
    """Megabytes of memory that the workers hold."""
    return megabytes_held(server.workers)


def seconds_to_answer(port, path, tls=None):
    """How long one answer takes; PATIENCE if none comes. Over TLS it has to be a page."""
    phone = Phone(port, patience=PATIENCE, headers={"Connection": "close"}, tls=tls)
    began = time.monotonic()
    try:
        answer = phone.get(path)
    except OSError:
        return float(PATIENCE)
    assert not tls or (answer.status == 200 and answer.text), (path, answer.status)
    return time.monotonic() - began


def _wait_again(wait, cost, is_over):
    while not is_over.wait(PAUSE):
        cost.slowest_s = max(cost.slowest_s, wait())
