"""The served app and clients that are slow, on purpose or not."""

import resource
import socket
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from tests.support import extent
from tests.support.servers import ALONE, PATIENCE, Served, serving
from tests.support.wire import Phone, everything
from tests.tools.attack import crowd

HALTING = [
    crowd.IDLE,
    crowd.HALF_HEAD,
    crowd.HALF_BODY,
    b"GET /help/ HTTP/1.1\r\nHost: localhost\r\n\r\n" * 20,
    b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",  # and is not closed
]
KEPT = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
LAST = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
POST = b"POST /healthz HTTP/1.1\r\nHost: localhost\r\n"
OK = b"HTTP/1.1 200 OK\r\n"
IDLE_CROWD = 700  # connections
FILES = 256  # that may be open at once: the usual limit on a Mac


def at_most(files: int, which: str = "") -> Sequence[str]:
    """A command that runs another with this limit of open files; `which` is -S if it can be raised."""
    return ["sh", "-c", f'ulimit {which} -n {files} && exec "$@"', "sh"]


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """With a limit of open files that it can raise. Half-sent requests do not keep it from stopping."""
    with serving(tmp_path_factory.mktemp("slow"), **ALONE, under=at_most(FILES, "-S")) as served:
        yield served
        with crowd.crowd(served.port, 20, crowd.HALF_HEAD):
            served.press_ctrl_c()
            served.process.wait(timeout=PATIENCE)
    assert (served.exit_code, served.stderr) == (0, "")


def test_connections_that_send_half_a_request_or_take_no_answer_stop_nobody(app):
    with ExitStack() as crowds:
        for sent in HALTING:
            crowds.enter_context(crowd.crowd(app.port, 50, sent, drip=b"X" if sent else b""))
        assert Phone(app.port, patience=PATIENCE / 2).get("/new/").status == 200


def test_each_request_of_a_connection_is_answered(app):
    for sent, answers in (
        (b"\r\n" + KEPT + b"\r\n\r\n" + LAST, 2),
        (POST + b"Content-Length: 4\r\n\r\na=b&" + LAST, 2),
        (POST + b"Transfer-Encoding: chunked\r\n\r\n5\r\na=b&c\r\n0\r\n\r\n", 1),
        (POST + b"Content-Length: 99999999\r\n\r\nabc", 1),
    ):
        assert (sent, everything(app.port, sent).count(OK)) == (sent, answers)


def test_a_head_that_is_too_large_is_refused(app):
    for line in ("X: " + "7" * 9000, "\r\n".join(f"X-{n}: 1" for n in range(70))):
        refused = everything(app.port, f"GET / HTTP/1.1\r\nHost: localhost\r\n{line}\r\n\r\n".encode())
        assert refused.startswith(b"HTTP/1.1 431 ")
    long = f"GET /check/?c={'7' * 5000} HTTP/1.1\r\nHost: localhost\r\n\r\n"
    assert everything(app.port, long.encode()).startswith(b"HTTP/1.1 414 ")


def test_a_body_that_is_announced_is_asked_for_and_then_answered(app):
    with closing(socket.create_connection(("127.0.0.1", app.port), timeout=PATIENCE)) as wire:
        wire.sendall(POST + b"Connection: close\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n")
        assert wire.recv(100) == b"HTTP/1.1 100 Continue\r\n\r\n"
        wire.sendall(b"a=b&")
        assert wire.recv(10_000).startswith(OK)


@extent.by_night("trouble")
@pytest.mark.long
def test_idle_connections_that_take_all_files_make_room_and_end_no_worker(tmp_path):
    with serving(tmp_path, **ALONE, under=at_most(FILES)) as served:
        assert Phone(served.port, patience=PATIENCE).get("/healthz").status == 200
        workers = served.workers
        with crowd.crowd(served.port, IDLE_CROWD, crowd.IDLE):
            answers = [Phone(served.port, patience=PATIENCE / 2).get("/new/").status for _time in range(3)]
        assert (answers, served.workers) == ([200, 200, 200], workers)
    assert (served.exit_code, served.stderr) == (0, "")


def test_a_server_raises_its_limit_of_files_and_a_connection_too_many_takes_the_place_of_an_idle_one(app):
    assert Phone(app.port, patience=PATIENCE).get("/healthz").status == 200
    [worker] = app.workers
    limits = resource.prlimit(worker, resource.RLIMIT_NOFILE)
    assert limits[0] == 4000 + 64  # what its connections need
    with crowd.crowd(app.port, 20, crowd.IDLE) as idle:
        opened = max(int(file.name) for file in Path(f"/proc/{worker}/fd").iterdir()) + 1
        resource.prlimit(worker, resource.RLIMIT_NOFILE, (opened, limits[1]))
        with crowd.crowd(app.port, 15, crowd.IDLE):
            assert (crowd.still_open(idle), app.workers) == (5, [worker])
        resource.prlimit(worker, resource.RLIMIT_NOFILE, limits)
        assert Phone(app.port, patience=PATIENCE / 2).get("/new/").status == 200
