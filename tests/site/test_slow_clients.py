"""The served app and clients that are slow, on purpose or not; crowds of them are in `tests.tools.attack`."""

import resource
import socket
from contextlib import closing

from tests.site.conftest import FILES
from tests.support.servers import PATIENCE
from tests.support.wire import Phone, everything
from tests.tools.attack import crowd

KEPT = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
LAST = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
POST = b"POST /healthz HTTP/1.1\r\nHost: localhost\r\n"
OK = b"HTTP/1.1 200 OK\r\n"


def test_each_request_of_a_connection_is_answered(app):
    for sent, answers in (
        (b"\r\n" + KEPT + b"\r\n" + LAST, 2),
        (POST + b"Content-Length: 4\r\n\r\na=b&" + LAST, 2),
        (POST + b"Transfer-Encoding: chunked\r\n\r\n5\r\na=b&c\r\n0\r\n\r\n", 1),
        (POST + b"Content-Length: 99999999\r\n\r\nabc", 1),
    ):
        assert (sent, everything(app.port, sent).count(OK)) == (sent, answers)


def test_a_head_that_is_too_large_is_refused(app):
    for line in ("X: " + "7" * 9000, "\r\n".join(f"X-{n}: 1" for n in range(70))):
        refused = everything(
            app.port, f"GET / HTTP/1.1\r\nHost: localhost\r\n{line}\r\n\r\n".encode()
        )
        assert refused.startswith(b"HTTP/1.1 431 ")
    long = f"GET /check/?c={'7' * 5000} HTTP/1.1\r\nHost: localhost\r\n\r\n"
    assert everything(app.port, long.encode()).startswith(b"HTTP/1.1 414 ")


def test_a_body_that_is_announced_is_asked_for_and_then_answered(app):
    with closing(
        socket.create_connection(("127.0.0.1", app.port), timeout=PATIENCE)
    ) as wire:
        wire.sendall(
            POST
            + b"Connection: close\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n"
        )
        assert wire.recv(100) == b"HTTP/1.1 100 Continue\r\n\r\n"
        wire.sendall(b"a=b&")
        assert wire.recv(10_000).startswith(OK)


def test_a_server_raises_its_limit_of_files_so_that_idle_connections_stop_nobody(
    app,
):
    [worker] = app.workers
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    assert resource.prlimit(worker, resource.RLIMIT_NOFILE) == (most, most)
    with crowd.crowd(app.port, 2 * FILES, crowd.IDLE) as idle:
        assert Phone(app.port, patience=PATIENCE / 2).get("/new/").status == 200
        assert (crowd.still_open(idle), app.workers) == (2 * FILES, [worker])


def test_bodies_that_are_half_sent_leave_room_for_the_files_of_others(app):
    """The slowest of them is ended."""
    with crowd.crowd(
        app.port, 3, crowd.body_of(15 * 2**20) + bytes(14 * 2**20)
    ) as others:
        phone = Phone(app.port, patience=PATIENCE)
        assert phone.post("/import/", junk="x" * 2**20).status == 422
        assert 0 < crowd.still_open(others) < 3


def test_who_goes_on_sending_is_answered_beside_many_that_fell_silent(app):
    begun = crowd.body_of(20 * 2**20) + bytes(230_000)
    with crowd.crowd(app.port, 80, begun) as silent:
        phone = Phone(app.port, patience=PATIENCE)
        answers = [
            phone.post("/import/", junk="x" * 2**20).status for _time in range(3)
        ]
        assert answers == [422, 422, 422]
        assert 0 < crowd.still_open(silent) < 80


def test_an_upgrade_to_a_websocket_is_refused(app):
    asked = b"GET /m/abc/pulse/ HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    key = b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    assert everything(app.port, asked + key).startswith(b"HTTP/1.1 403 ")
