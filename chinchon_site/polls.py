"""Answers polls of open boards before Django runs: during a match nearly every request is a poll. Those of
phones that only watch are asked of a read replica (REENGANCHE_REPLICA_URL).

If the address leads to several replicas (haproxy), a check sees one of them, and the proxy must leave out
late ones: `lag=16MB` in deploy/cluster/haproxy.cfg. No phone is shown an older board in any case."""

import re
import time
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, nullcontext
from contextvars import ContextVar
from threading import Lock
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.core.handlers.wsgi import WSGIRequest
from django.core.signals import request_finished
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections
from django.http import parse_cookie

from chinchon_site.database.stalls import RequestKind, request_of
from chinchon_site.middleware import count, language_of
from scores.core import versions
from scores.core.access import grants
from scores.core.bounded_cache import BoundedCache
from scores.models import Role
from scores.table.offline import without_signal as offline

Headers = list[tuple[str, str]]
Key = tuple[object, ...]

POLL = re.compile(r"/m/([a-z0-9]+)/(big/)?pulse/")
ACCEPTS_GZIP = re.compile(r"\bgzip\b")  # as Django's GZipMiddleware
CACHE_SECONDS = 30  # phones ask for a new version within a few polls
CACHED_ANSWERS = 500
CACHED_BYTES = 8 * 2**20  # of bodies; a board has 20 kB, compressed 4 kB
LARGEST = 2**18  # bytes of one body
PER_RESPONSE_HEADERS = frozenset({"X-Request-ID"})
ALIAS = "replica"
CHECK_SECONDS = 2.0  # between two checks; a replica that is later than that is left out
PAUSE_SECONDS = 10.0  # until one that did not answer is asked again
_reads_from: ContextVar[str | None] = ContextVar("database of this request", default=None)


# The replica


@contextmanager
def reading() -> Iterator[None]:
    """Inside the block everything is read from the replica."""
    before = _reads_from.set(ALIAS)
    try:
        with request_of(RequestKind.REPLICA):
            yield
    finally:
        _reads_from.reset(before)


def is_read() -> bool:
    """Whether this request reads from the replica, which may be older than what its phone has seen."""
    return _reads_from.get() == ALIAS


class Router:
    """Django's database router."""

    def db_for_read(self, model: Any, **hints: Any) -> str | None:
        return _reads_from.get()

    def db_for_write(self, model: Any, **hints: Any) -> str:
        return DEFAULT_DB_ALIAS

    def allow_relation(self, one: Any, other: Any, **hints: Any) -> bool:
        return True

    def allow_migrate(self, db: str, app_label: str, **hints: Any) -> bool:
        return db != ALIAS


class Replica:
    """Whether the replica may be asked: it answers, and has all that the primary had at the last check. While
    the primary does not answer it may be late."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._is_good = False
        self._next_check = 0.0
        self._position: str | None = None  # of the primary's log at the last check

    def is_good(self) -> bool:
        if ALIAS not in settings.DATABASES:
            return False
        if time.monotonic() >= self._next_check and self._lock.acquire(blocking=False):
            try:
                self._next_check = time.monotonic() + CHECK_SECONDS
                self._check()
            finally:
                self._lock.release()
        return self._is_good

    def leave_out(self) -> None:
        """It did not answer."""
        self._is_good, self._next_check = False, time.monotonic() + PAUSE_SECONDS

    def _check(self) -> None:
        with request_of(RequestKind.REPLICA):
            try:
                has_all = self._position is not None and _has(self._position)
            except DatabaseError:
                return self.leave_out()
            position = _primary_position()
        self._is_good = has_all or position is None
        self._position = position or self._position


def _has(position: str) -> bool:
    with connections[ALIAS].cursor() as cursor:
        cursor.execute("SELECT pg_last_wal_replay_lsn() >= %s::pg_lsn", [position])
        return cursor.fetchone() == (True,)


def _primary_position() -> str | None:
    """The position of the primary's log; None if the primary does not answer."""
    try:
        with connections[DEFAULT_DB_ALIAS].cursor() as cursor:
            cursor.execute("SELECT pg_current_wal_lsn()::text")
            [position] = cursor.fetchone()
    except DatabaseError:
        return None
    return str(position)


replica = Replica()


# The polls

cache = BoundedCache(CACHED_ANSWERS, CACHED_BYTES, LARGEST)


class Polls:
    """WSGI middleware: answers 304 itself, and serves a board drawn for one watcher to others from the cache.
    Only an optimisation: what is not known here, also when the database fails, `board.views` answers."""

    def __init__(self, app: WSGIApplication) -> None:
        self.app = app

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        started = time.perf_counter()
        poll = POLL.fullmatch(environ["PATH_INFO"]) if environ["REQUEST_METHOD"] in ("GET", "HEAD") else None
        if poll is None:
            return self.app(environ, start)
        state, is_from_replica = _pulse(environ, poll[1])
        if state is None:
            return self.app(environ, start)
        with reading() if is_from_replica else nullcontext():
            return self._answer(environ, start, poll, state, started)

    def _answer(
        self,
        environ: WSGIEnvironment,
        start: StartResponse,
        poll: re.Match[str],
        state: grants.Pulse,
        started: float,
    ) -> Iterable[bytes]:
        tag = f'"{versions.board_etag(state.version, state.role)}"'
        seen = _strong(environ.get("HTTP_IF_NONE_MATCH", ""))
        if seen == tag or (is_read() and versions.is_older(state.version, seen)):
            start("304 Not Modified", [("ETag", seen), (offline.VERSION_HEADER, offline.version())])
            return _answered(poll, 304, started, [])
        if state.role > Role.WATCH and not poll[2]:
            # The board of a scorer has a form with data for one phone.
            return self.app(environ, start)
        try:
            key = _key(environ, tag)
        except DisallowedHost:
            return self.app(environ, start)
        drawn_at, headers, body = cache.get(key) or (-CACHE_SECONDS, [], b"")
        if drawn_at + CACHE_SECONDS <= time.monotonic():
            return self._draw(environ, start, key, tag)
        start("200 OK", headers)
        return _answered(poll, 200, started, [body])

    def _draw(self, environ: WSGIEnvironment, start: StartResponse, key: Key, tag: str) -> Iterable[bytes]:
        """The answer of the app; cached if it is the same for every watcher."""
        started: list[Any] = []

        def record_start(status: str, headers: Headers, *more: Any) -> Any:
            started[:] = [status, headers]
            return start(status, headers, *more)

        answer = self.app(environ, record_start)
        with closing(answer):  # type: ignore[type-var]  # Django's responses have close()
            body = b"".join(answer)
        status, headers = started
        if is_read() and status.startswith("5"):
            replica.leave_out()
        named = dict(headers)
        if status == "200 OK" and _strong(named.get("ETag", "")) == tag and "Set-Cookie" not in named:
            shared = [header for header in headers if header[0] not in PER_RESPONSE_HEADERS]
            cache.put(key, (time.monotonic(), shared, body), len(body))
        return [body]


def _pulse(environ: WSGIEnvironment, code: str) -> tuple[grants.Pulse | None, bool]:
    """The version and the role, and whether they are those of the replica: it is asked for watchers alone."""
    phone = grants.phone_from_cookie(*grants.phone_cookie(parse_cookie(environ.get("HTTP_COOKIE", ""))))
    if versions.is_of_watcher(environ.get("HTTP_IF_NONE_MATCH", "")) and replica.is_good():
        try:
            with reading():
                state = grants.pulse(phone, code)
            if state and state.role is Role.WATCH:
                return state, True
        except DatabaseError:
            replica.leave_out()
    try:
        return grants.pulse(phone, code), False
    except DatabaseError:
        return None, False


def _key(environ: WSGIEnvironment, tag: str) -> Key:
    """What the board of a watcher depends on, and nothing else that a client can choose. The query string is
    not part of it: only a board with a form reads one."""
    request = WSGIRequest(environ)
    is_zipped = ACCEPTS_GZIP.search(environ.get("HTTP_ACCEPT_ENCODING", "")) is not None
    site = request.build_absolute_uri("/")  # as Django knows it: links begin with it
    return environ["PATH_INFO"], tag, language_of(request), site, is_zipped


def _strong(tag: str) -> str:
    """The ETag without W/, which Django adds to compressed responses."""
    return tag.removeprefix("W/")


def _answered(poll: re.Match[str], status: int, started: float, body: list[bytes]) -> list[bytes]:
    """Do what Django does at the end of a request: count it, and close database connections that are due."""
    request_finished.send(sender=Polls)
    if settings.METRICS_TOKEN:
        view = "big-pulse" if poll[2] else "pulse"
        count(view, "GET", status, time.perf_counter() - started)
    return body
