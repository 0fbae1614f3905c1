"""Every page costs little processor and memory, and lets others run, with the most that can be stored."""

from __future__ import annotations

import time
from collections import defaultdict
from functools import partial

import pytest
from django.http import StreamingHttpResponse
from django.test import Client

from tests.support import extent
from tests.support.addresses import names
from tests.support.request_cost import Cost, cost_of, least
from tests.support.worst_content import Extent, store

KNOWN_OVER: dict[str, str] = {}
"""Names of addresses that cost too much, with the reason. One that no longer does fails the test."""

SHOWN = 5  # of the most expensive addresses, at the end of the run
TRIES, PAUSE = 8, 3  # a busy machine can take twice as much processor for the same, for many seconds


@extent.by_night("costs")
@pytest.mark.long
def test_every_address_is_cheap_with_the_most_expensive_content(db, record_property):
    world = store(Extent())
    phone = Client()
    phone.cookies.load(world.cookies())
    statuses: dict[str, set[int]] = defaultdict(set)
    costs: dict[tuple[str, str], Cost] = {}
    for name, path in world.addresses():
        statuses[name].add(status := _status(phone, path))
        if status == 200:
            costs[name, path] = cost_of(partial(_status, phone, path))
    assert [name for name in names() if not statuses[name] & {200, 302, 405}] == []
    _measure_again(phone, costs)
    for name, path in sorted(costs, key=lambda address: -costs[address].seconds)[:SHOWN]:
        record_property(f"{name} {path}", str(costs[name, path]))
    over = {name: cost for (name, _path), cost in costs.items() if cost.is_over}
    assert {name: over[name] for name in over if name not in KNOWN_OVER} == {}
    assert [name for name in KNOWN_OVER if name not in over] == []


def _measure_again(phone: Client, costs: dict[tuple[str, str], Cost]) -> None:
    """Measure what cost too much again, at other times."""
    for _try in range(TRIES):
        for (name, path), cost in costs.items():
            if cost.is_over:
                costs[name, path] = least(cost, cost_of(partial(_status, phone, path)))
        if not any(cost.is_over for cost in costs.values()):
            return
        time.sleep(PAUSE)


def _status(phone: Client, path: str) -> int:
    """The status of the answer, read to its end."""
    answer = phone.get(path)
    if isinstance(answer, StreamingHttpResponse):
        b"".join(answer)
    return answer.status_code
