"""WSGI: which requests wait for the database how long; /readyz answers within READY_SECONDS, always."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from typing import Any

from django.db import connections

from chinchon_site.database.stalls import RequestKind, request_of, stalls
from chinchon_site.logs import ALIVE, READY

Environ = dict[str, Any]
Start = Callable[..., Any]
App = Callable[[Environ, Start], Iterable[bytes]]

READY_SECONDS = 1.5
READS = ("GET", "HEAD", "OPTIONS")
PROBES = (ALIVE, READY)
HANGS = b"the database hangs\n"


class Limited:
    """Limits how long a request waits for the database."""

    def __init__(self, app: App) -> None:
        self.app = app

    def __call__(self, environ: Environ, start: Start) -> Iterable[bytes]:
        _leave_hanging_server()
        with request_of(_kind(environ)):
            return self.app(environ, start)


class Ready:
    """Asks whether the app is ready in a thread of its own, one question at a time.

    While one has no answer yet, the next is answered as soon as the first is late.
    """

    def __init__(self, app: App) -> None:
        self.app = app
        self.thread = ThreadPoolExecutor(1, thread_name_prefix="ready")
        self.asked: Future[tuple[tuple[Any, ...], bytes]] | None = None

    def __call__(self, environ: Environ, start: Start) -> Iterable[bytes]:
        if environ["PATH_INFO"] != READY:
            return self.app(environ, start)
        is_late = self.asked is not None
        if self.asked is None or self.asked.done():
            self.asked, is_late = self.thread.submit(self._ask, environ), False
        try:
            head, body = self.asked.result(0 if is_late else READY_SECONDS)
        except TimeoutError:
            start("503 Service Unavailable", [("Content-Type", "text/plain; charset=utf-8")])
            return [HANGS]
        self.asked = None
        start(*head)
        return [body]

    def _ask(self, environ: Environ) -> tuple[tuple[Any, ...], bytes]:
        """What `start` is called with, and the body."""
        head: list[tuple[Any, ...]] = []
        answer = self.app(environ, lambda *arguments: head.append(arguments))
        with closing(answer):  # type: ignore[type-var]  # Django's responses have close()
            return head[0], b"".join(answer)


def _kind(environ: Environ) -> RequestKind:
    if environ["PATH_INFO"] == READY:
        return RequestKind.PROBE
    return RequestKind.READ if environ["REQUEST_METHOD"] in READS else RequestKind.WRITE


def _leave_hanging_server() -> None:
    """Close connections of this thread to a server that another thread has given up."""
    for connection in connections.all(initialized_only=True):
        opened_at = getattr(connection.connection, "opened_at", None)
        if opened_at is not None and opened_at < stalls.given_up_at[RequestKind.READ]:
            connection.close()
