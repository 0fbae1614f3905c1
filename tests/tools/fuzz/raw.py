"""Send malformed requests over a socket to the served app, and malformed TLS to one with a certificate.

Behind each goes a request that ends the connection. Allowed are responses that refuse the request, also
gunicorn's 501 for an unknown transfer coding, which RFC 9112 asks for, and none where the request never ends.
Not allowed are other responses from 500 on, invalid responses, and a worker that died.
"""

from __future__ import annotations

import socket
import ssl
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from django.conf import settings

from tests.support.servers import Served, self_signed, serving
from tests.tools.attack import crowd

Way = Callable[[int, bytes], bytes]  # sends bytes to a port, and gives what came back

PATIENCE = 30  # seconds
# seconds without a byte, after which the server waits for the rest of a request
QUIET = 2
NOT_IMPLEMENTED = 501
# How records of TLS begin
ALERT = b"\x15\x03"
HANDSHAKE = b"\x16\x03"
SPARED = {
    f"REENGANCHE_LIMIT_{kind.replace('-', '_').upper()}": "1000000/second"
    for kind in settings.LIMITS
}
PROBED_AFTER = 100  # requests
TRACE = "Traceback (most recent call last):"
DYING = ("CRITICAL", "WORKER TIMEOUT", "Error handling", "SIGKILL")

# fmt: off
METHODS = (b"GET", b"POST", b"HEAD", b"PUT", b"get", b"G\x00T", b"", b"A" * 300, b"PRI", b"CONNECT")
TARGETS = (
    b"/", b"/new/", b"/history/?q=a", b"/check/?c=7o", b"/m/%00/", b"/import/", b"*", b"", b"//",
    b"http://evil.example/new/", b"http://[/", b"\xff", b"/" + b"a" * 5000, b"/%ff%fe", b"/a b", b"/#a",
    b"/m/abc/pulse/", b"/m/abc/big/pulse/",
)
VERSIONS = (*[b"HTTP/1.1"] * 8, b"HTTP/1.0", b"HTTP/2.0", b"HTTP/1.1.1", b"", b"HTP/1.1", b"http/1.1")
HEADERS = (
    b"Host: evil.example", b"Host:", b"Host: a\x00b", b"Host: localhost\r\nHost: b", b"Connection: close",
    b"Connection: upgrade\r\nUpgrade: h2c", b"Cookie: \xff\xfe", b"Cookie: " + b"a" * 9000, b"No colon",
    b": no name", b"Bad name: x", b"A\xff: x", b" folded: x", b"A: b\r\n folded", b"A: b\nB: c", b"A: \x00",
    b"A_B: underscore", b"\r\n".join([b"X-Many: 1"] * 65), b"Expect: 100-continue", b"Expect: x",
    b"X-Forwarded-Proto: x\r\nX-Forwarded-Ssl: on", b"Content-Type: multipart/form-data; boundary=x",
    b"Content-Type: text/plain; charset=base64", b"Content-Encoding: gzip", b"Trailer: A",
    *[b'Prefer: wait=1\r\nIf-None-Match: "%s.1"' % version for version in (b"1", b"9" * 5000, b"\xb2", b"")],
    b"Prefer: wait=\xb2", b"Prefer: wait=" + b"9" * 5000, b"Range: bytes=-" + b"9" * 5000,
    b"If-Modified-Since: Fri, 27 Nov " + b"9" * 5000 + b" 10:00:00 GMT",
)
LENGTHS = (
    b"5", b"0", b"500", b"-1", b"abc", b"5, 5", b"5\r\nContent-Length: 6", b"9" * 20, b"9" * 5000, b"+5",
    b"0x5", b"",
)
CODINGS = (
    b"chunked", b"chunked, gzip", b"gzip, chunked", b"identity", b"x", b"chunked\r\nContent-Length: 5",
    b"CHUNKED", b"chunked\r\nTransfer-Encoding: chunked", b"\x0bchunked",
)
CHUNKS = (
    b"5\r\na=b&c\r\n0\r\n\r\n", b"0\r\n\r\n", b"5\r\nabc", b"zz\r\nabc\r\n0\r\n\r\n",
    b"-5\r\nabc\r\n0\r\n\r\n", b"ffffffffffffffff\r\nabc", b"5\na=b&c\n0\n\n", b"5\r\na=b&cXX0\r\n\r\n",
    b"5\r\na=b&c\r\n0\r\n\xff: x\r\n\r\n", b"0" * 5000 + b"5\r\nabcde\r\n", b"1\r\na\r\n" * 2000, b"",
)
BODIES = (b"", b"a=b&c", b"\x00" * 100, b"a=" + b"b" * 100_000, b"--x--\r\n", b"GET / HTTP/1.1\r\n\r\n")
# fmt: on
SANE = b"GET /robots.txt HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"


def walk(seed: str, requests: int) -> list[str]:
    """Send that many requests to an app with a new database; the faults."""
    with serving(**SPARED) as plain:
        found = faults(plain, Random(f"{seed} raw"), requests)
    dice = Random(f"{seed} TLS")
    with serving_https() as secure:
        found += faults(
            secure,
            dice,
            requests,
            (in_tls, without_tls, partial(with_bent_hello, dice)),
        )
    return found + [
        f"it received: {line}" for app in (plain, secure) for line in complaints(app)
    ]


@contextmanager
def serving_https() -> Iterator[Served]:
    """An app that speaks HTTPS, as `make https` lets it."""
    with TemporaryDirectory() as place:
        self_signed(Path(place))
        with serving(Path(place), host="0.0.0.0", **SPARED) as app:
            yield app


def faults(
    app: Served, dice: Random, requests: int, ways: Sequence[Way] = ()
) -> list[str]:
    """What went wrong with that many requests, each sent in one of the ways, of which the first is whole."""
    ways = ways or (answered,)
    found: dict[str, str] = {}
    while not ways[0](app.port, SANE):
        pass  # no worker is there yet
    before = {*app.workers}
    for number in range(requests):
        sent = bent(dice)
        wrong = judged(dice.choice(ways), app.port, sent)
        if wrong:
            found.setdefault(wrong.split(":")[0], f"{wrong} to {sent[:2000]!r}")
        if number % PROBED_AFTER == 0 and (
            wrong := judged(ways[0], app.port, SANE, only=200)
        ):
            found.setdefault("sane", f"afterwards {wrong} to {SANE!r}")
    if not before <= {*app.workers}:
        found["workers"] = f"workers were {before}, are {app.workers}"
    return list(found.values())


def complaints(app: Served) -> Iterator[str]:
    """The tracebacks in the log of an app that has ended, and its lines about dying workers."""
    for trace in app.stderr.split(TRACE)[1:]:
        yield TRACE + trace[:3000]
    yield from (
        line for line in app.stderr.splitlines() if any(word in line for word in DYING)
    )


def bent(dice: Random) -> bytes:
    """Malformed bytes: a request, two in a row, one cut off, one with a byte inserted, or random bytes."""
    sent = malformed(dice)
    act = dice.random()
    if act < 0.15:
        return sent + (SANE if dice.random() < 0.5 else malformed(dice))
    if act < 0.3:
        return sent[: dice.randrange(len(sent) + 1)]
    if act < 0.4:
        place = dice.randrange(len(sent) + 1)
        return (
            sent[:place]
            + dice.choice((b"\x00", b"\r", b"\n", b"\xff", b" ", b"\r\n\r\n"))
            + sent[place:]
        )
    return dice.randbytes(dice.randrange(500)) if act < 0.43 else sent


def malformed(dice: Random) -> bytes:
    first = b" ".join(
        (
            dice.choice(METHODS[:5] * 3 + METHODS),
            dice.choice(TARGETS),
            dice.choice(VERSIONS),
        )
    )
    headers = [b"Host: localhost"] * (dice.random() < 0.8)
    headers += [dice.choice(HEADERS) for _number in range(dice.randrange(4))]
    body = dice.choice(BODIES)
    act = dice.random()
    if act < 0.3:
        headers.append(b"Content-Length: " + dice.choice(LENGTHS))
    elif act < 0.6:
        headers.append(b"Transfer-Encoding: " + dice.choice(CODINGS))
        body = dice.choice(CHUNKS)
    elif act < 0.9:
        headers.append(b"Content-Length: %d" % len(body))
    return b"\r\n".join([first, *headers, b"", body])


def judged(way: Way, port: int, sent: bytes, only: int = 0) -> str:
    """The fault of the responses; empty if there is none."""
    received = way(port, sent)
    statuses = list(_statuses(received))
    if only and statuses != [only]:
        return f"answered {statuses}: not {only}"
    if received and not received.startswith(b"HTTP/1."):
        return f"no answer of HTTP: {received[:200]!r}"
    wrong = [
        status for status in statuses if status >= 500 and status != NOT_IMPLEMENTED
    ]
    return f"answered {wrong}: {received[:200]!r}" if wrong else ""


def _statuses(received: bytes) -> Iterator[int]:
    """The statuses of the responses, by their status lines."""
    for line in received.split(b"\r\n"):
        if line.startswith(b"HTTP/1.") and line[9:12].isdigit():
            yield int(line[9:12])


def answered(port: int, sent: bytes) -> bytes:
    with closing(socket.create_connection(("127.0.0.1", port), PATIENCE)) as wire:
        return _exchanged(wire, sent + SANE)


def _exchanged(wire: socket.socket, sent: bytes) -> bytes:
    """What comes until the server closes, or is quiet."""
    received = b""
    with suppress(OSError):  # it closed before it had all, or waits
        wire.sendall(sent)
        wire.settimeout(QUIET)
        while part := wire.recv(65536):
            received += part
    return received


def without_tls(port: int, sent: bytes) -> bytes:
    """What comes without a handshake: an alert of TLS, which is no answer to the request."""
    received = answered(port, sent)
    return b"" if received.startswith(ALERT) else received


def with_bent_hello(dice: Random, port: int, _sent: bytes) -> bytes:
    """What comes after a bent handshake: an alert, or the server's part of it."""
    received = answered(port, bent_hello(dice))
    return b"" if received.startswith((ALERT, HANDSHAKE)) else received


def in_tls(port: int, sent: bytes) -> bytes:
    """What comes after a handshake."""
    with closing(
        crowd.in_tls(socket.create_connection(("127.0.0.1", port), PATIENCE))
    ) as wire:
        return _exchanged(wire, sent + SANE)


def bent_hello(dice: Random) -> bytes:
    """What a client says first in TLS, with some bytes changed, and maybe cut off."""
    said = ssl.MemoryBIO()
    client = crowd.unverified().wrap_bio(
        ssl.MemoryBIO(), said, server_hostname="localhost"
    )
    with suppress(ssl.SSLWantReadError):
        client.do_handshake()
    hello = bytearray(said.read())
    for _change in range(dice.randrange(1, 6)):
        hello[dice.randrange(len(hello))] = dice.randrange(256)
    return bytes(
        hello[: dice.randrange(len(hello) + 1)] if dice.random() < 0.3 else hello
    )
