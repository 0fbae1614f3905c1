"""Slow clients: bodies that are half sent, and heads that never end. The others: test_slow_clients.py."""

from __future__ import annotations

import time

from tests.support.servers import Served
from tests.tools.attack import crowd
from tests.tools.attack.measuring import Measured, measured

HELD_OPEN = 200  # connections
BOUND = 2.0  # seconds until others are answered
MOST_MB = 150  # memory of both workers together for bodies that are half sent
WATCHED_SECONDS = 4
DEADLINE = 10 + 2  # seconds until a head that is not sent is given up, and a little

LARGE = 15 * 2**20


def large_half_sent_bodies(server: Served) -> Measured:
    """Twenty bodies of 15 MB, of which all but the last bytes are sent."""
    with measured(server) as cost, crowd.crowd(server.port, 20, crowd.body_of(LARGE) + bytes(LARGE - 1)):
        time.sleep(WATCHED_SECONDS)
    is_held = cost.slowest_s < BOUND and cost.grown_mb < MOST_MB
    return {"held": is_held, "bound": f"others within {BOUND} s, {MOST_MB} MB", **cost.facts()}


def heads_that_never_end(server: Served) -> Measured:
    """Dripping does not lengthen the deadline of a head: then the server closes the connection."""
    with crowd.crowd(server.port, HELD_OPEN, crowd.HALF_HEAD, drip=b"X: y\r\n") as wires:
        time.sleep(DEADLINE)
        left = crowd.still_open(wires)
    return {"held": left == 0, "bound": f"closed after {DEADLINE} s", "still_open": left}


ATTACKS = {attack.__name__: attack for attack in (large_half_sent_bodies, heads_that_never_end)}
