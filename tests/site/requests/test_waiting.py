"""Polls that wait for news: when they are answered, and who may wait."""

import json
import re
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.support import extent
from tests.support.servers import ALONE, PATIENCE, Served, serving
from tests.support.wire import Phone
from tests.tools.attack import crowd
from tests.tools.kill.patience import wait_until
from tests.tools.kill.postgresql import a_server, programs

LONG = {"Prefer": "wait=20"}
SOON = 15.0  # seconds; a poll that waits is answered after twenty
WAITING = 0.2  # seconds after which a poll that was not answered waits


@dataclass
class Table:
    """A match with one hand, who keeps its score, and who watches it."""

    app: Served
    scorer: Phone
    watcher: Phone
    match: str

    @property
    def shown(self):
        return self.watcher.get(f"{self.match}pulse/").tag

    def polled(self, shown, wait=20):
        """The answer to the watcher, who would wait for so many seconds."""
        self.watcher.headers = {"Prefer": f"wait={wait}"}
        self.watcher.patience = SOON
        return self.watcher.get(f"{self.match}pulse/", shown)

    def waiting(self):
        """A poll of the watcher waits inside the block; gives what waits for its answer."""
        return waiting(self.watcher, f"{self.match}pulse/")


@contextmanager
def waiting(phone, path):
    shown = phone.get(path).tag
    phone.headers = LONG
    with ThreadPoolExecutor(1) as thread:
        answer = thread.submit(phone.get, path, shown)
        time.sleep(WAITING)
        assert not answer.done()
        yield lambda: answer.result(SOON)
    phone.headers = {}


def table(app):
    scorer = Phone(app.port, patience=PATIENCE)
    match = scorer.start("Ana", "Luis")
    return Table(app, scorer, scorer.invites(match, "watch"), match)


@pytest.mark.long
def test_a_program_with_the_link_waits_until_a_hand_is_saved(app):
    one = table(app)
    program = Phone(app.port, patience=SOON)
    feed = f"{one.scorer.link(one.match, 'watch')}board.json"
    with waiting(program, feed) as answer:
        one.scorer.save(one.match, 0, 12)
        heard = answer()
    assert (heard.status, json.loads(heard.text)["hands"]) == (200, 1)
    program.headers = LONG
    forged = program.get(feed.replace("/watch/", "/watch/x"), heard.tag)
    assert forged.status == 404


@pytest.mark.long
def test_a_poll_waits_until_a_hand_is_saved(app):
    assert_a_hand_is_heard(table(app))


def assert_a_hand_is_heard(one):
    with one.waiting() as answer:
        one.scorer.save(one.match, 0, 12)
        heard = answer()
    assert (heard.status, "12" in heard.text, heard.tag) == (200, True, one.shown)


def test_without_news_it_is_told_so_after_the_seconds_it_asked_for_and_news_at_once(
    app,
):
    one = table(app)
    shown = one.shown
    asked = time.monotonic()
    answer = one.polled(shown, wait=1)
    assert (answer.status, answer.tag) == (304, shown)
    assert time.monotonic() - asked > 0.8
    one.scorer.save(one.match, 0, 12)
    assert one.polled(shown).status == 200


def test_who_is_removed_hears_so_and_waits_no_more_as_who_might_never_see_the_board(
    app,
):
    one = table(app)
    shown = one.shown
    with one.waiting() as answer:
        remove_watcher(one)
        assert answer().status == 404
    assert one.polled(shown).status == 404
    stranger = Phone(app.port, headers=LONG, patience=SOON)
    assert stranger.get(f"{one.match}pulse/", shown).status == 404


def remove_watcher(one):
    phones = one.scorer.get(f"{one.match}phones/").text
    other = next(path for path in re.findall(rf"{one.match}phones/\w+/", phones))
    one.scorer.post(other, do="remove")


def test_a_poll_with_a_body_does_not_wait(app):
    one = table(app)
    head = head_of_poll(one, one.shown).removesuffix(b"\r\n")
    for kind in (
        b"Content-Length: 4\r\n\r\na=b&",
        b"Transfer-Encoding: chunked\r\n\r\n4\r\na=b&\r\n0\r\n\r\n",
    ):
        with closing(socket.create_connection(("127.0.0.1", app.port), SOON)) as line:
            line.sendall(head + kind)
            assert line.recv(12) == b"HTTP/1.1 304"


def test_polls_that_wait_hold_up_nobody_and_a_client_that_leaves_is_forgotten(app):
    one = table(app)
    with crowd.crowd(app.port, 50, head_of_poll(one, one.shown)):
        before = files(app)
        assert Phone(app.port, patience=SOON).get("/healthz").status == 200
    wait_until(lambda: files(app) <= before - 50, "their connections are closed")


@extent.by_night("corners of operators")
def test_a_server_that_stops_sends_all_home_at_once():
    with serving(**ALONE) as app:
        one = table(app)
        with one.waiting() as answer:
            app.process.terminate()
            assert answer().status == 304


@extent.by_night("trouble")
@pytest.mark.skipif(
    not programs(), reason="*** there is no PostgreSQL server to start ***"
)
def test_on_postgresql_a_hand_of_another_machine_is_heard_also_after_a_restart(
    tmp_path,
):
    with (
        a_server() as server,
        serving(tmp_path, **ALONE, DATABASE_URL=server.url) as app,
    ):
        one = table(app)
        with (
            serving(tmp_path, **ALONE, DATABASE_URL=server.url) as other,
            one.waiting() as answer,
        ):
            one.scorer.at(other.port).save(one.match, 0, 12)
            assert answer().status == 200
        server.kill()
        server.start()
        # Each thread of the worker notices at its next statement that its session is gone.
        wait_until(lambda: all(one.shown for _time in range(8)), "the database is back")
        assert one.polled(one.shown, wait=1).status == 304
        with one.waiting() as answer:
            one.scorer.save(one.match, 1, 12)
            assert answer().status == 200


def head_of_poll(one, shown):
    head = f"GET {one.match}pulse/ HTTP/1.1\r\nHost: localhost\r\nPrefer: wait=20\r\n"
    return (
        f"{head}Cookie: {one.watcher.cookie}\r\nIf-None-Match: {shown}\r\n\r\n".encode()
    )


def files(app):
    """How many files the one worker has open."""
    [worker] = app.workers
    return len(list(Path(f"/proc/{worker}/fd").iterdir()))
