"""Answers polls of open boards before Django runs: during an evening nearly every request is one. Those that
may wait are held back by the worker until there is something to say: `chinchon_site.waiting`."""

import re
import time
from collections.abc import Iterable
from contextlib import closing
from typing import Any
from uuid import UUID
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.core.handlers.wsgi import WSGIRequest
from django.core.signals import request_finished
from django.db import DatabaseError
from django.http import parse_cookie

from chinchon_site.middleware import count, language_of
from scores.core import versions
from scores.core.access import grants
from scores.core.bounded_cache import BoundedCache
from scores.models import Role
from scores.table.offline import without_signal as offline

Headers = list[tuple[str, str]]
Key = tuple[object, ...]

POLL = re.compile(r"/m/([a-z0-9]+)/(big/)?pulse/")
JSON = "application/json"
ACCEPTS_GZIP = re.compile(r"\bgzip\b")  # as Django's GZipMiddleware
CACHE_SECONDS = 30  # phones ask for a new version within a few polls
CACHED_ANSWERS = 500
CACHED_BYTES = 8 * 2**20  # of bodies; a board has 20 kB, compressed 4 kB
LARGEST = 2**18  # bytes of one body
VIEWS = ("pulse", "big-pulse")  # by whether the address is that of the big board
PER_RESPONSE_HEADERS = frozenset({"X-Request-ID"})

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
        state = _pulse(environ, poll[1])
        if state is None:
            return self.app(environ, start)
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
        seen = strong(environ.get("HTTP_IF_NONE_MATCH", ""))
        if seen == tag:
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
        named = dict(headers)
        # A made-up last entry is answered with a board, of which one copy is enough.
        is_for_key = named.get("Content-Type", "").startswith(JSON) == (key[-1] is not None)
        is_shared = status == "200 OK" and strong(named.get("ETag", "")) == tag and "Set-Cookie" not in named
        if is_for_key and is_shared:
            shared = [header for header in headers if header[0] not in PER_RESPONSE_HEADERS]
            cache.put(key, (time.monotonic(), shared, body), len(body))
        return [body]


def _pulse(environ: WSGIEnvironment, code: str) -> grants.Pulse | None:
    """The version and the role; None without a right, or while the database does not answer."""
    try:
        return grants.pulse(phone_of(environ.get("HTTP_COOKIE", "")), code)
    except DatabaseError:
        return None


def phone_of(cookies: str) -> UUID | None:
    """The phone that sent the header `Cookie`."""
    return grants.phone_from_cookie(*grants.phone_cookie(parse_cookie(cookies)))


def _key(environ: WSGIEnvironment, tag: str) -> Key:
    """What the board of a watcher depends on, and nothing else that a client can choose. The query string is
    not part of it: only a board with a form reads one. Last in it: the entry behind which a phone with the
    engine is told what was written, None for a board."""
    request = WSGIRequest(environ)
    is_zipped = ACCEPTS_GZIP.search(environ.get("HTTP_ACCEPT_ENCODING", "")) is not None
    site = request.build_absolute_uri("/")  # as Django knows it: links begin with it
    last = environ.get("HTTP_X_LAST_ENTRY") if environ.get("HTTP_ACCEPT", "").startswith(JSON) else None
    return environ["PATH_INFO"], tag, language_of(request), site, is_zipped, last


def strong(tag: str) -> str:
    """The ETag without W/, which Django adds to compressed responses."""
    return tag.removeprefix("W/")


def _answered(poll: re.Match[str], status: int, started: float, body: list[bytes]) -> list[bytes]:
    """Do what Django does at the end of a request: count it, and close database connections that are due."""
    request_finished.send(sender=Polls)
    if settings.METRICS_TOKEN:
        count(VIEWS[bool(poll[2])], "GET", status, time.perf_counter() - started)
    return body
