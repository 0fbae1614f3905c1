"""The served app and clients that are slow, on purpose or not."""

import resource
import socket
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.support.servers import ALONE, PATIENCE, Served, serving
from tests.support.wire import Phone
from tests.tools.attack import crowd

HALTING = [
    crowd.IDLE,
    crowd.HALF_HEAD,
    crowd.HALF_BODY,
    b"GET /help/ HTTP/1.1\r\nHost: localhost\r\n\r\n" * 20,
]
KEPT = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
LAST = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
POST = b"POST /healthz HTTP/1.1\r\nHost: localhost\r\n"
OK = b"HTTP/1.1 200 OK\r\n"
IDLE_CROWD = 700  # connections
FILES = 256  # that may be open at once: the usual limit on a Mac


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("slow"), **ALONE) as served:
        yield served
    assert (served.exit_code, served.stderr) == (0, "")


def test_connections_that_send_half_a_request_or_take_no_answer_stop_nobody(app):
    with ExitStack() as crowds:
        for sent in HALTING:
            crowds.enter_context(crowd.crowd(app.port, 50, sent, drip=b"X" if sent else b""))
        assert Phone(app.port, patience=PATIENCE / 2).get("/new/").status == 200


@pytest.mark.parametrize(
    ("sent", "answers"),
    [
        (KEPT + KEPT + LAST, 3),
        (b"\r\n" + KEPT + b"\r\n\r\n" + LAST, 2),
        (POST + b"Content-Length: 4\r\n\r\na=b&" + LAST, 2),
        (POST + b"Transfer-Encoding: chunked\r\n\r\n5\r\na=b&c\r\n0\r\n\r\n", 1),
        (POST + b"Content-Length: 99999999\r\n\r\nabc", 1),
    ],
    ids=["kept alive", "empty lines", "a body", "in chunks", "too long"],
)
def test_each_request_of_a_connection_is_answered(app, sent, answers):
    assert conversation(app.port, sent).count(OK) == answers


def test_a_body_that_is_announced_is_asked_for_and_then_answered(app):
    with closing(socket.create_connection(("127.0.0.1", app.port), timeout=PATIENCE)) as wire:
        wire.sendall(POST + b"Connection: close\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n")
        assert wire.recv(100) == b"HTTP/1.1 100 Continue\r\n\r\n"
        wire.sendall(b"a=b&")
        assert wire.recv(10_000).startswith(OK)


@pytest.mark.long
def test_pictures_take_no_thread_from_others(app):
    def picture(number: int) -> float:
        with closing(
            urlopen(f"{app.url}/check/picture.png?c=Ks&c=Qh&g={number}", timeout=PATIENCE)
        ) as answer:
            assert answer.headers["Content-Type"] == "image/png"
        return time.monotonic()

    with ThreadPoolExecutor(12) as chats:
        drawn = list(map(partial(chats.submit, picture), range(12)))
        drawn[0].result()
        assert Phone(app.port, patience=PATIENCE).get("/robots.txt").status == 200
        answered = time.monotonic()
    assert sum(each.result() < answered for each in drawn) < len(drawn) / 2


def test_half_sent_requests_do_not_keep_a_server_from_stopping(tmp_path):
    with serving(tmp_path, **ALONE) as app, crowd.crowd(app.port, 20, crowd.HALF_HEAD):
        app.press_ctrl_c()
        app.process.wait(timeout=PATIENCE)
    assert (app.exit_code, app.stderr) == (0, "")


def ready_workers(served: Served) -> list[int]:
    """The workers, once they answer: a server listens before."""
    assert Phone(served.port, patience=PATIENCE).get("/healthz").status == 200
    return served.workers


def at_most(files: int, which: str = "") -> Sequence[str]:
    """A command that runs another with this limit of open files; `which` is -S if it can be raised."""
    return ["sh", "-c", f'ulimit {which} -n {files} && exec "$@"', "sh"]


@pytest.mark.long
def test_idle_connections_that_take_all_files_make_room_and_end_no_worker(app):
    with serving(app.data, **ALONE, under=at_most(FILES)) as served:
        workers = ready_workers(served)
        with crowd.crowd(served.port, IDLE_CROWD, crowd.IDLE):
            answers = [Phone(served.port, patience=PATIENCE / 2).get("/new/").status for _time in range(3)]
        assert (answers, served.workers) == ([200, 200, 200], workers)
    assert (served.exit_code, served.stderr) == (0, "")


def test_a_connection_that_finds_no_file_left_takes_the_place_of_an_idle_one(app):
    with serving(app.data, **ALONE) as served:
        [worker] = ready_workers(served)
        with crowd.crowd(served.port, 20, crowd.IDLE) as idle:
            opened = max(int(file.name) for file in Path(f"/proc/{worker}/fd").iterdir()) + 1
            limits = resource.prlimit(worker, resource.RLIMIT_NOFILE)
            resource.prlimit(worker, resource.RLIMIT_NOFILE, (opened, limits[1]))
            with crowd.crowd(served.port, 15, crowd.IDLE):
                assert (crowd.still_open(idle), served.workers) == (5, [worker])
            resource.prlimit(worker, resource.RLIMIT_NOFILE, limits)
            assert Phone(served.port, patience=PATIENCE / 2).get("/new/").status == 200
    assert (served.exit_code, served.stderr) == (0, "")


def test_a_server_raises_its_limit_of_open_files_to_what_its_connections_need(app):
    with serving(app.data, **ALONE, under=at_most(FILES, "-S")) as served:
        [worker] = ready_workers(served)
        [soft, _hard] = resource.prlimit(worker, resource.RLIMIT_NOFILE)
    assert soft == 800 + 64


def conversation(port: int, sent: bytes) -> bytes:
    """Everything that comes until the server closes; ours stays open."""
    with closing(socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)) as wire:
        wire.sendall(sent)
        received = b""
        while part := wire.recv(65536):
            received += part
        return received
