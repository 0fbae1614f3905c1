"""Hostile clients, many at once, against the app alone or through a proxy: how long others wait meanwhile."""

import socket
import struct
import time
from collections import Counter
from contextlib import closing, contextmanager, suppress
from functools import partial
from itertools import product
from statistics import quantiles
from threading import Event, Thread

from tests.support.wire import Phone
from tests.tools.attack.crowd import (
    HALF_BODY,
    HALF_HEAD,
    IDLE,
    crowd,
    in_tls,
    opened,
)
from tests.tools.attack.measuring import ended, seconds_to_answer

PAGES = ("/healthz", "/new/")
WATCHED_SECONDS = 6.0
NO_LINGER = struct.pack("ii", 1, 0)  # a close sends RST
LARGE = "js/phone/engine.json"  # a static file that no window holds


@contextmanager
def _resets(sent, port, size, wrap):
    """Connections that are reset in the middle of a request or of an answer, so many again and again."""
    is_over = Event()
    storm = Thread(target=_storm, args=(sent, port, size, wrap, is_over))
    storm.start()
    try:
        yield
    finally:
        is_over.set()
        storm.join()


def _storm(sent, port, size, wrap, is_over):
    while not is_over.is_set():
        wires = []
        with suppress(OSError):
            wires += (
                opened(port, (HALF_BODY, sent)[each % 2], wrap) for each in range(size)
            )
        for wire in wires:
            wire.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, NO_LINGER)
            wire.close()


def _crowds(app):
    large = f"GET {app.static(LARGE)} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
    return {
        "dripping heads": partial(crowd, sent=HALF_HEAD, drip=b"X: y\r\n"),
        "slow bodies": partial(crowd, sent=HALF_BODY, drip=b"c"),
        "slow readers": partial(crowd, sent=large),
        "silent connections": partial(crowd, sent=IDLE),
        "resets": partial(_resets, large),
    }


def waits_of_others(
    app,
    port,
    sizes,
    bound,
    tls=None,
):
    """The p95 of others beside each crowd in turn, and whether the app kept its workers."""
    for page in PAGES:
        seconds_to_answer(port, page, tls)
    before = {*app.workers}
    crowds = _crowds(app)
    waits = {
        name: _wait_beside(crowds[name], port, size, tls)
        for name, size in sizes.items()
    }
    return {
        **{name: (wait, bound) for name, wait in waits.items()},
        **ended(app, before),
    }


def _wait_beside(gather, port, size, tls):
    waits = []
    with gather(port=port, size=size, wrap=in_tls if tls else None):
        until = time.monotonic() + WATCHED_SECONDS
        while time.monotonic() < until or len(waits) < len(PAGES):
            waits += [seconds_to_answer(port, page, tls) for page in PAGES]
    return quantiles(waits, n=20)[18]


# What two parsers could read as two different requests.
CODINGS = (
    b"Transfer-Encoding: chunked",
    b"Transfer-Encoding:\tchunked",
    b"Transfer-Encoding : chunked",
    b"Transfer-Encoding: \x0bchunked",
    b"Transfer-Encoding: xchunked",
    b"Transfer-Encoding: chunked, identity",
    b"Transfer-Encoding: identity, chunked",
    b"Transfer-Encoding: chunked\r\nTransfer-Encoding: identity",
    b"Transfer-Encoding:\r\n chunked",
    b"Transfer_Encoding: chunked",
    b"X: y\nTransfer-Encoding: chunked",
    b"X: y\rTransfer-Encoding: chunked",
)
LENGTHS = (b"", b"Content-Length: 4\r\n", b"Content-Length: 60\r\n")
ODD_LENGTHS = (
    b"+4",
    b"-4",
    b"4, 4",
    b"4 4",
    b"0x4",
    b"04",
    b"4\r\nContent-Length: 60",
    b"4;",
    b"",
    b"9" * 5000,
)
CHUNKS = (
    b"0\n\n",
    b"0 \r\n\r\n",
    b"0;\n\r\n\r\n",
    b"0x0\r\n\r\n",
    b"1\r\nZ\r\n0\r\nContent-Length: 9\r\n\r\n",
)
INNER = b"GET /undo/ HTTP/1.1\r\nHost: localhost\r\nX: "
POST = b"POST /healthz HTTP/1.1\r\nHost: localhost\r\n"


def _shapes():
    for coding, length in product(CODINGS, LENGTHS):
        yield POST + length + coding + b"\r\n\r\n0\r\n\r\n" + INNER
    for length in ODD_LENGTHS:
        yield POST + b"Content-Length: " + length + b"\r\n\r\na=b&" + INNER
    for chunks in CHUNKS:
        yield POST + CODINGS[0] + b"\r\n\r\n" + chunks + INNER
    yield b"GET http://evil.example/healthz HTTP/1.1\r\nHost: localhost\r\n\r\n" + INNER
    yield (
        b"POST /healthz HTTP/1.0\r\nHost: localhost\r\nConnection: keep-alive\r\n"
        + CODINGS[0]
        + b"\r\n\r\n0\r\n\r\n"
        + INNER
    )


def answers_to_others(app, port, tls=None):
    """Whether each request of others gets its own answer after every shape of a smuggled one."""
    before = {*app.workers}
    answers = Counter([_answers(port, tls)])
    for shape in _shapes():
        with closing(opened(port, shape, in_tls if tls else None)):
            answers[_answers(port, tls)] += 1
    right = answers.pop((200, 404, 200), 0)
    return {"right": (right, None), "wrong": (answers.total(), 0), **ended(app, before)}


def _answers(port, tls):
    return tuple(
        Phone(port, tls=tls).get(path).status
        for path in ("/healthz", "/undo/", "/new/")
    )
