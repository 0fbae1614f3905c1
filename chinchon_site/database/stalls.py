"""A database that hangs holds only a part of a worker's threads, and each of them for a limited time.

Every wait for an answer of PostgreSQL is entered here while a request runs. A wait beyond STALLED is stalled.
Of those that stall only the oldest may go on, as many as `SHARES` allows; others, and those beyond LONGEST,
are given up. While a share is used up, a new statement is refused before it is sent. All of them end as
OperationalError, which a phone sees as 503.

Giving up closes the connection and never cancels: a commit that waits for its replica would be cancelled into
one that is visible and not replicated. Outside of requests (migrations, commands) nothing is limited."""

import time
from collections.abc import Generator, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from dataclasses import dataclass, field
from enum import Enum, auto
from threading import Lock
from typing import Any, TypeVar
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from django.db import connections

from chinchon_site.logs import READY

Result = TypeVar("Result")

STALLED = 2.0  # seconds; no statement of a page takes so long
LONGEST = 8.0  # seconds until a statement is given up
READS = ("GET", "HEAD", "OPTIONS")


class RequestKind(Enum):
    """What a request is for."""

    READ = auto()
    WRITE = auto()
    PROBE = auto()  # and what else has a thread of its own, so that it takes no share


# Of a worker's four threads: boards are read while every save hangs, and one thread always says why not.
SHARES = {RequestKind.WRITE: 2, RequestKind.READ: 3}


class Stalled(Exception):
    """Raised for a wait that is given up, or that must not begin."""


@dataclass(eq=False)
class Wait:
    kind: RequestKind
    since: float = field(default_factory=time.monotonic)

    @property
    def seconds(self) -> float:
        return time.monotonic() - self.since


class Stalls:
    """The waits of one process."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._waits: list[Wait] = []  # the oldest first
        # when a wait of that kind was given up last
        self.given_up_at = dict.fromkeys(RequestKind, -1.0)

    @contextmanager
    def waiting(self, kind: RequestKind) -> Iterator[Wait]:
        """A wait that begins now. Raises Stalled if the share of its kind is used up."""
        wait = Wait(kind)
        with self._lock:
            if self._has_no_room_for(wait):
                raise Stalled("other requests wait for the database already")
            self._waits.append(wait)
        try:
            yield wait
        finally:
            with self._lock:
                self._waits.remove(wait)

    def go_on(self, wait: Wait) -> None:
        """Raises Stalled if the wait must be given up now."""
        with self._lock:
            if wait.seconds > LONGEST or (
                wait.seconds > STALLED and self._has_no_room_for(wait)
            ):
                self.given_up_at[wait.kind] = time.monotonic()
                raise Stalled(
                    f"no answer of the database within {wait.seconds:.1f} seconds"
                )

    def _has_no_room_for(self, wait: Wait) -> bool:
        """Whether older waits that stall use up its share. Those beyond a share are about to be given up."""
        if wait.kind not in SHARES:
            return False
        older = [
            other
            for other in self._waits
            if other.since < wait.since and other.seconds > STALLED
        ]
        taken = {kind: sum(other.kind is kind for other in older) for kind in SHARES}
        in_all = sum(min(taken[kind], share) for kind, share in SHARES.items())
        return taken[wait.kind] >= SHARES[wait.kind] or in_all >= max(SHARES.values())


stalls = Stalls()
_kind: ContextVar[RequestKind | None] = ContextVar("kind of the request", default=None)


@contextmanager
def request_of(kind: RequestKind) -> Iterator[None]:
    """Limit the waits of this thread inside the block."""
    before = _kind.set(kind)
    try:
        yield
    finally:
        _kind.reset(before)


def connecting() -> AbstractContextManager[Any]:
    """A wait for a new connection, which `connect_timeout` ends."""
    kind = _kind.get()
    return nullcontext() if kind is None else stalls.waiting(kind)


def limited(steps: Generator[Any, Any, Result]) -> Generator[Any, Any, Result]:
    """The same steps of psycopg (see its `Connection.wait`), given up when they take too long. psycopg sends
    0 for every tick of its clock at which the server had nothing to say."""
    kind = _kind.get()
    if kind is None:
        return (yield from steps)
    with stalls.waiting(kind) as wait:
        try:
            wanted = next(steps)
            while True:
                ready = yield wanted
                if not ready:
                    stalls.go_on(wait)
                wanted = steps.send(ready)
        except StopIteration as end:
            return end.value


# The requests that wait


class Limited:
    """Limits how long a request waits for the database."""

    def __init__(self, app: WSGIApplication) -> None:
        self.app = app

    def __call__(
        self, environ: WSGIEnvironment, start: StartResponse
    ) -> Iterable[bytes]:
        _leave_hanging_server()
        kind = (
            RequestKind.READ
            if environ["REQUEST_METHOD"] in READS
            else RequestKind.WRITE
        )
        with request_of(RequestKind.PROBE if environ["PATH_INFO"] == READY else kind):
            return self.app(environ, start)


def _leave_hanging_server() -> None:
    """Close connections of this thread to a server that another thread has given up."""
    for connection in connections.all(initialized_only=True):
        opened_at = getattr(connection.connection, "opened_at", None)
        if opened_at is not None and opened_at < stalls.given_up_at[RequestKind.READ]:
            connection.close()
