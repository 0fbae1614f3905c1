"""The app alone, as at home: many hostile clients, smuggled requests, headers with numbers of any length."""

import time
from collections import Counter
from contextlib import closing
from itertools import product

from tests.tools.attack import crowd, hostile
from tests.tools.attack.measuring import (
    by_name,
    ended,
    measured,
    seconds_to_answer,
)

BOUND = 2.0  # seconds until others are answered
MOST_MB = 150  # memory of both workers together for bodies that are half sent
WATCHED_SECONDS = 4

LARGE = 15 * 2**20

# Python refuses to read a number of more than 4,300 digits, and a header may have so many bytes.
DIGITS = ("9" * 20, "9" * 4200, "9" * 5000, "-" + "9" * 5000, "٣" * 2500)
HEADERS = (  # with a number where the app, or what it stands on, reads one
    "Accept: text/html;q={}",
    "Accept-Encoding: gzip;q={}",
    "Accept-Language: en-{};q={}",
    "Authorization: Bearer {}",
    "Content-Length: {}",
    "Content-Type: multipart/form-data; boundary={}",
    "Cookie: phone={}:{}:{}; passkey-offer={}-01-01; csrftoken={}",
    "Expect: {}",
    "HX-Request: {}",
    "Host: localhost:{}",
    'If-Match: "{}.1"',
    "If-Modified-Since: Fri, {} Nov {} {}:00:00 GMT",
    'If-None-Match: "{}.1"',
    "If-Range: {}",
    "If-Unmodified-Since: Friday, {}-Nov-{} 10:{}:00 GMT",
    "Keep-Alive: timeout={}",
    "Prefer: wait={}",
    "Range: bytes={}-{}",
    "Transfer-Encoding: chunked\r\nTrailer: {}",
    "X-Forwarded-For: {}",
    "X-Last-Entry: {}",
    "X-Request-ID: {}",
)
POLL = {
    "Host": "localhost",
    "Prefer": "wait=1",
    "If-None-Match": '"1.1"',
    "Accept": "application/json",
}
ADDRESSES = (
    "GET /m/abc/pulse/",
    "GET /m/abc/big/pulse/",
    "GET /healthz",
    "GET /metrics",
    "GET /",
    "POST /m/abc/push/",
)


def large_half_sent_bodies(server):
    """Twenty bodies of 15 MB, of which all but the last bytes are sent."""
    with (
        measured(server) as cost,
        crowd.crowd(server.port, 20, crowd.body_of(LARGE) + bytes(LARGE - 1)),
    ):
        time.sleep(WATCHED_SECONDS)
    return cost.figures(slowest_s=BOUND, grown_mb=MOST_MB)


def hostile_crowds(server):
    """More than a home network has."""
    sizes = {
        "dripping heads": 400,
        "slow bodies": 400,
        "slow readers": 400,
        "silent connections": 400,
        "resets": 100,
    }
    return hostile.waits_of_others(server, server.port, sizes, 0.5)


def smuggled_requests(server):
    return hostile.answers_to_others(server, server.port)


def numbers_of_any_length(server):
    """Each address that is answered outside Django, and two others, with a long number in each header."""
    seconds_to_answer(server.port, "/healthz")
    before = {*server.workers}
    statuses = Counter(
        _status_of(server.port, sent) for sent in _requests_with_numbers(server)
    )
    failed = [status for status in statuses if not 200 <= status < 500]
    tried = {"tried": (statuses.total(), None), "failed": (failed, [])}
    return {**tried, **ended(server, before)}


def _requests_with_numbers(server):
    addresses = (*ADDRESSES, f"GET {server.static('css/app.css')}")
    for address, header, digits in product(addresses, HEADERS, DIGITS):
        named = header.replace("{}", digits, 1).replace("{}", digits[:1000])
        others = [
            f"{name}: {value}"
            for name, value in POLL.items()
            if not named.startswith(f"{name}:")
        ]
        head = (f"{address} HTTP/1.1", *others, named, "Connection: close")
        yield "\r\n".join((*head, "", "")).encode()


def _status_of(port, sent):
    """The status of the answer; 0 without one."""
    with closing(crowd.opened(port, sent)) as wire:
        answer = wire.recv(12)
    return int(answer[9:12] or 0)


ATTACKS = by_name(
    large_half_sent_bodies, hostile_crowds, smuggled_requests, numbers_of_any_length
)
