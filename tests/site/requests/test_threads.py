"""The threads of the bridge: how many of them answer polls that are woken together, and who waits for one."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from threading import Event, Lock
from typing import TYPE_CHECKING, Any
from wsgiref.types import StartResponse, WSGIEnvironment

from tests.support.servers import PATIENCE

if TYPE_CHECKING:
    from chinchon_site.asgi import Scope, Site

POLLS = 20


class SlowBoards:
    """A WSGI app that saves at once, and answers no poll before `may_answer` is set."""

    def __init__(self) -> None:
        self.may_answer = Event()
        self.has_two = Event()
        self.lock = Lock()
        self.polls = 0  # that hold a thread
        self.most_polls = 0

    def __call__(
        self, environ: WSGIEnvironment, start: StartResponse
    ) -> Iterable[bytes]:
        if environ["REQUEST_METHOD"] == "GET":
            self._count(1)
            self.may_answer.wait(PATIENCE)
            self._count(-1)
        start("200 OK", [])
        return []

    def _count(self, change: int) -> None:
        with self.lock:
            self.polls += change
            self.most_polls = max(self.most_polls, self.polls)
            if self.polls == 2:
                self.has_two.set()


def test_a_hand_is_saved_while_two_of_many_woken_polls_hold_the_threads_of_polls():
    boards = SlowBoards()
    with ThreadPoolExecutor(1) as thread:  # an event loop runs in that of browser tests
        statuses = thread.submit(asyncio.run, _statuses(boards)).result()
    assert (statuses, boards.most_polls) == ([200] * (1 + POLLS), 2)


async def _statuses(boards: SlowBoards) -> list[int]:
    """How a save is answered, and then the polls that were woken before it."""
    from chinchon_site.asgi import Site  # only now: it needs the settings of tests

    site = Site(boards)
    site.is_stopping = lambda: True  # then nobody waits for news
    await site({"type": "lifespan"}, _nothing, _nothing)
    polls = [
        asyncio.create_task(_status(site, "GET", "/m/abc/pulse/"))
        for _poll in range(POLLS)
    ]
    try:
        assert await asyncio.to_thread(boards.has_two.wait, PATIENCE)
        async with asyncio.timeout(PATIENCE):
            saved = await _status(site, "POST", "/m/abc/hand/")
    finally:
        boards.may_answer.set()
    return [saved, *await asyncio.gather(*polls)]


async def _status(site: Site, method: str, path: str) -> int:
    messages: list[dict[str, Any]] = []

    async def send(message: dict[str, Any]) -> None:
        messages.append(message)

    scope: Scope = {
        "type": "http",
        "method": method,
        "raw_path": path.encode(),
        "query_string": b"",
        "headers": [(b"prefer", b"wait=20")],
        "server": ("localhost", 80),
        "client": ("127.0.0.1", 1),
        "scheme": "http",
    }
    await site(scope, _nothing, send)
    return messages[0]["status"]


async def _nothing(*_message: object) -> dict[str, Any]:
    return {}
