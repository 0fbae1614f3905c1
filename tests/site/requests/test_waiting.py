"""Polls that wait for news: when they are answered, and who may wait."""

from __future__ import annotations

import re
import socket
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.support import extent
from tests.support.servers import ALONE, PATIENCE, Served, serving
from tests.support.wire import Answer, Phone
from tests.tools.kill.patience import wait_until
from tests.tools.kill.postgresql import a_server, programs

LONG = {"Prefer": "wait=20"}
SOON = 2.0  # seconds; far from the twenty of a poll that waits
WAITING = 0.5  # seconds after which a poll that was not answered waits


@dataclass
class Table:
    """A match with one hand, who keeps its score, and who watches it."""

    app: Served
    scorer: Phone
    watcher: Phone
    match: str

    @property
    def shown(self) -> str:
        return self.watcher.get(f"{self.match}pulse/").tag

    @contextmanager
    def waiting(self) -> Iterator[Callable[[], Answer]]:
        """A poll of the watcher waits inside the block; gives what waits for its answer."""
        shown = self.shown
        self.watcher.headers = LONG
        with ThreadPoolExecutor(1) as thread:
            answer: Future[Answer] = thread.submit(self.watcher.get, f"{self.match}pulse/", shown)
            time.sleep(WAITING)
            assert not answer.done()
            yield lambda: answer.result(SOON)
        self.watcher.headers = {}


def table(app: Served) -> Table:
    scorer = Phone(app.port, patience=PATIENCE)
    match = scorer.start("Ana", "Luis")
    return Table(app, scorer, scorer.invites(match, "watch"), match)


@pytest.fixture(scope="module")
def app() -> Iterator[Served]:
    with serving(**ALONE) as served:
        yield served


@pytest.mark.long
def test_a_poll_waits_until_a_hand_is_saved(app):
    one = table(app)
    with one.waiting() as answer:
        one.scorer.save(one.match, 0, 12)
        heard = answer()
    assert (heard.status, "12" in heard.text, heard.tag) == (200, True, one.shown)


def test_what_was_saved_before_the_poll_came_is_said_at_once(app):
    one = table(app)
    shown = one.shown
    one.scorer.save(one.match, 0, 12)
    one.watcher.headers = LONG
    asked = time.monotonic()
    assert one.watcher.get(f"{one.match}pulse/", shown).status == 200
    assert time.monotonic() - asked < SOON


def test_without_news_it_is_told_so_after_the_seconds_it_asked_for(app):
    one = table(app)
    shown = one.shown
    one.watcher.headers = {"Prefer": "wait=1"}
    asked = time.monotonic()
    answer = one.watcher.get(f"{one.match}pulse/", shown)
    assert (answer.status, answer.tag, 0.8 < time.monotonic() - asked < SOON) == (304, shown, True)


def test_a_phone_that_is_removed_while_it_waits_hears_so(app):
    one = table(app)
    phones = one.scorer.get(f"{one.match}phones/").text
    other = next(path for path in re.findall(rf"{one.match}phones/\w+/", phones))
    with one.waiting() as answer:
        one.scorer.post(other, do="remove")
        assert answer().status == 404


def test_who_may_not_see_a_board_does_not_wait_at_it(app):
    one = table(app)
    stranger = Phone(app.port, headers=LONG, patience=SOON)
    assert stranger.get(f"{one.match}pulse/", one.shown).status == 404


def test_polls_that_wait_hold_up_nobody_and_a_client_that_leaves_is_forgotten(app):
    one = table(app)
    sent = (
        f"GET {one.match}pulse/ HTTP/1.1\r\nHost: localhost\r\nPrefer: wait=20\r\n"
        f"Cookie: {one.watcher.cookie}\r\nIf-None-Match: {one.shown}\r\n\r\n"
    ).encode()
    lines = [socket.create_connection(("127.0.0.1", app.port), timeout=PATIENCE) for _number in range(50)]
    for line in lines:
        line.sendall(sent)
    time.sleep(WAITING)
    before = files(app)
    assert Phone(app.port, patience=SOON).get("/healthz").status == 200
    for line in lines:
        line.close()
    wait_until(lambda: files(app) <= before - 50, "their connections are closed")


def test_a_request_behind_a_poll_ends_its_waiting(app):
    one = table(app)
    shown = one.shown
    with closing(socket.create_connection(("127.0.0.1", app.port), timeout=SOON)) as line:
        head = f"GET {one.match}pulse/ HTTP/1.1\r\nHost: localhost\r\nPrefer: wait=20\r\n"
        line.sendall(f"{head}Cookie: {one.watcher.cookie}\r\nIf-None-Match: {shown}\r\n\r\n".encode())
        time.sleep(WAITING)
        line.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        answers = b""
        while part := line.recv(65536):
            answers += part
    assert re.findall(rb"HTTP/1\.1 (\d+)", answers) == [b"304", b"200"]


@pytest.mark.long
def test_a_server_that_stops_sends_all_home_at_once():
    with serving(**ALONE) as app:
        one = table(app)
        with one.waiting() as answer:
            app.process.terminate()
            assert answer().status == 304


@extent.by_night("trouble")
@pytest.mark.long
@pytest.mark.skipif(not programs(), reason="*** there is no PostgreSQL server to start ***")
def test_on_postgresql_a_hand_of_another_machine_is_heard_and_a_restart_of_the_database_is_survived(tmp_path):
    with a_server() as server, serving(tmp_path, **ALONE, DATABASE_URL=server.url) as app:
        one = table(app)
        with serving(tmp_path, **ALONE, DATABASE_URL=server.url) as other, one.waiting() as answer:
            one.scorer.at(other.port).save(one.match, 0, 12)
            assert answer().status == 200
        server.kill()
        server.start()
        # Each thread of the worker notices at its next statement that its session is gone.
        one.watcher.headers = {"Prefer": "wait=1"}
        wait_until(lambda: all(one.shown for _time in range(8)), "the database is back")
        assert one.watcher.get(f"{one.match}pulse/", one.shown).status == 304
        with one.waiting() as answer:
            one.scorer.save(one.match, 1, 12)
            assert answer().status == 200


def files(app: Served) -> int:
    """How many files the one worker has open."""
    [worker] = app.workers
    return len(list(Path(f"/proc/{worker}/fd").iterdir()))
