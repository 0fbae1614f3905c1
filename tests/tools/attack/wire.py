"""Slow clients: connections that send their requests slowly or not at all, or do not take the answers."""

from __future__ import annotations

import time
from functools import partial

from tests.support.servers import Served
from tests.tools.attack import crowd
from tests.tools.attack.measuring import Measured, measured, seconds_to_answer

HELD_OPEN = 200  # connections
BOUND = 2.0  # seconds until others are answered
MOST_MB = 150  # memory of both workers together for bodies that are half sent
WATCHED_SECONDS = 4
DEADLINE = 10 + 2  # seconds until a head that is not sent is given up, and a little
PAGES = ("/healthz", "/new/", "/history/")  # one that needs nothing, a large one, one that reads the database

LARGE = 15 * 2**20
PIPELINED = b"GET /help/ HTTP/1.1\r\nHost: localhost\r\n\r\n" * 20
UNCLOSED = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"


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


def _others_wait(server: Served, sent: bytes, drip: bytes = b"", size: int = HELD_OPEN) -> Measured:
    """How long others wait while `size` such connections are held open."""
    for page in PAGES * 4:
        seconds_to_answer(server.port, page)  # a page is slower the first time, in each worker
    with crowd.crowd(server.port, size, sent, drip), measured(server, *PAGES) as cost:
        time.sleep(WATCHED_SECONDS)
    return {"held": cost.slowest_s < BOUND, "bound": f"others within {BOUND} s", **cost.facts()}


ATTACKS = {
    "idle_connections": partial(_others_wait, sent=crowd.IDLE),
    "half_sent_heads": partial(_others_wait, sent=crowd.HALF_HEAD),
    "half_sent_bodies": partial(_others_wait, sent=crowd.HALF_BODY),
    "dripping_heads": partial(_others_wait, sent=crowd.HALF_HEAD, drip=b"X: y\r\n"),
    "dripping_bodies": partial(_others_wait, sent=crowd.HALF_BODY, drip=b"c"),
    "answers_that_are_not_read": partial(_others_wait, sent=PIPELINED, size=40),
    "connections_that_are_not_closed": partial(_others_wait, sent=UNCLOSED),
    "large_half_sent_bodies": large_half_sent_bodies,
    "heads_that_never_end": heads_that_never_end,
}
