"""Every address that answers GET, with the most that can be stored: what it costs, and who waits."""

from __future__ import annotations

import json
from contextlib import closing
from dataclasses import astuple, replace
from http.client import HTTPConnection
from typing import Any

from tests.support.servers import ALONE, Served, manage, serving
from tests.tools.attack.measuring import PATIENCE, Cost, measured, processor_of_user

CPU_S, GROWN_MB, STOPPED_S = 0.25, 50.0, 0.3
ROUNDS = 4  # a busy machine can take twice as much processor for the same
STORE = """
from tests.support.worst_content import Extent, print_world
print_world(Extent(matches=2_000, phones=300))
"""


def every_address(server: Served) -> dict[str, Any]:
    """Of a group with 2,000 matches and 300 players, and of the fullest matches. Prints a table."""
    world = json.loads(manage(server.data, "shell", "--no-imports", "-c", STORE).stdout)
    cookies = "; ".join(f"{name}={value}" for name, value in world["cookies"].items())
    paths = [path for _name, path in world["addresses"]]
    costs: dict[str, Cost] = {}
    for _round in range(ROUNDS):
        if left := [path for path in paths if path not in costs or _is_over(costs[path])]:
            measured_now = _costs(server, left, cookies)
            costs |= {path: _least(costs.get(path, cost), cost) for path, cost in measured_now.items()}
    for path in sorted(costs, key=lambda path: -costs[path].cpu_s):
        print("  ", *(f"{key} {value:<5}" for key, value in costs[path].facts().items()), path)
    most = Cost(*(max(figures) for figures in zip(*map(astuple, costs.values()), strict=True)))
    over = [path for path in paths if _is_over(costs[path])]
    bound = f"{CPU_S} s, {GROWN_MB:.0f} MB, others wait {STOPPED_S} s"
    return {"held": not over, "bound": bound, "addresses": len(paths), **most.facts(), "over": over}


def _least(one: Cost, other: Cost) -> Cost:
    """The smaller figures of both: other work on the machine only adds to them."""
    return Cost(*map(min, astuple(one), astuple(other)))


def _costs(server: Served, paths: list[str], cookies: str) -> dict[str, Cost]:
    """What each costs the only worker of an app that answered in English before: no Spanish is cached."""
    with serving(server.data, **ALONE) as app:
        for path in paths:
            _get(app.port, path, cookies, "en")
        costs = {}
        for path in paths:
            before = processor_of_user(app)
            with measured(app) as cost:
                _get(app.port, path, cookies, "es")
            costs[path] = replace(cost, cpu_s=processor_of_user(app) - before)
        return costs


def _is_over(cost: Cost) -> bool:
    return cost.cpu_s > CPU_S or cost.grown_mb > GROWN_MB or cost.slowest_s > STOPPED_S


def _get(port: int, path: str, cookies: str, language: str) -> None:
    """Read the whole answer."""
    with closing(HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as wire:
        wire.request("GET", path, headers={"Cookie": cookies, "Accept-Language": language})
        wire.getresponse().read()
