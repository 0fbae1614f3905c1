"""The bridge to Django: how many threads a kind of request may hold, who waits for one, made-up headers."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from threading import Event, Lock

import pytest

from tests.support.servers import PATIENCE

MANY = 20
# Address of requests that take long, and how many threads they hold
SLOW = {"/m/abc/pulse/": 2, "/m/abc/picture.png": 1, "/c/abc/people/uid/photo/": 1}


class Slow:
    """A WSGI app that saves hands at once, and answers nothing else before `may_answer` is set."""

    def __init__(self, most):
        self.most = most  # that may hold a thread
        self.may_answer = Event()
        self.has_most = Event()
        self.lock = Lock()
        self.held = 0  # threads
        self.most_held = 0

    def __call__(self, environ, start):
        if not environ["PATH_INFO"].endswith("/hand/"):
            self._count(1)
            self.may_answer.wait(PATIENCE)
            self._count(-1)
        start("200 OK", [])
        return []

    def _count(self, change):
        with self.lock:
            self.held += change
            self.most_held = max(self.most_held, self.held)
            if self.held == self.most:
                self.has_most.set()


@pytest.mark.parametrize("path", SLOW)
def test_a_hand_is_saved_while_many_of_one_kind_hold_the_threads_of_that_kind(path):
    app = Slow(SLOW[path])
    with ThreadPoolExecutor(1) as thread:  # an event loop runs in that of browser tests
        statuses = thread.submit(asyncio.run, _statuses(app, path)).result()
    assert (statuses, app.most_held) == ([200] * (1 + MANY), SLOW[path])


async def _statuses(app, path):
    """How a save is answered, and then the slow requests that came before it."""
    from chinchon_site.asgi import Site  # only now: it needs the settings of tests

    site = Site(app)
    site.is_stopping = lambda: True  # then nobody waits for news
    await site({"type": "lifespan"}, _nothing, _nothing)
    slow = [asyncio.create_task(_status(site, path)) for _request in range(MANY)]
    try:
        assert await asyncio.to_thread(app.has_most.wait, PATIENCE)
        async with asyncio.timeout(PATIENCE):
            saved = await _status(site, "/m/abc/hand/")
    finally:
        app.may_answer.set()
    return [saved, *await asyncio.gather(*slow)]


async def _status(site, path):
    messages = []

    async def send(message):
        messages.append(message)

    await site(scope_of(path, (b"prefer", b"wait=20")), _nothing, send)
    return messages[0]["status"]


def scope_of(path, header):
    return {
        "type": "http",
        "method": "GET",
        "raw_path": path.encode(),
        "query_string": b"",
        "headers": [header],
        "server": ("localhost", 80),
        "client": ("127.0.0.1", 1),
        "scheme": "http",
    }


async def _nothing(*_message):
    return {}


def test_a_header_with_an_underscore_stands_for_none_of_a_proxy():
    from chinchon_site.asgi import (
        environ_of,  # only now: it needs the settings of tests
    )

    environ = environ_of(scope_of("/", (b"x_forwarded_for", b"10.0.0.1")))
    assert [name for name in environ if "FORWARDED" in name] == []
