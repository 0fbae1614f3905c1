"""Answers polls of open boards before Django runs: during a match nearly every request is a poll."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable
from contextlib import closing
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.core.signals import request_finished
from django.db import DatabaseError
from django.http import parse_cookie

from chinchon_site import metrics
from scores import versions
from scores.access import grants
from scores.models import Role
from scores.offline import middleware as offline

Environ = dict[str, Any]
Start = Callable[..., Any]
App = Callable[[Environ, Start], Iterable[bytes]]
Headers = list[tuple[str, str]]

POLL = re.compile(r"/m/([a-z0-9]+)/(big/)?pulse/")
CACHE_SECONDS = 30  # seconds; phones ask for a new version within a few polls
PER_RESPONSE_HEADERS = frozenset({"X-Request-ID"})
# The parts of a request that the board of a watcher depends on, besides its version.
VARIES_BY = (
    "PATH_INFO",
    "QUERY_STRING",
    "HTTP_HOST",
    "wsgi.url_scheme",
    "HTTP_X_FORWARDED_PROTO",
    "HTTP_ACCEPT_LANGUAGE",
    "HTTP_ACCEPT_ENCODING",
)


class Polls:
    """WSGI middleware: answers 304 itself, and serves a board drawn for one watcher to others from the
    cache.

    Only an optimisation: `board.polling_views` gives the same answers. Whatever is not known here is passed
    on, also when the database fails.
    """

    def __init__(self, app: App) -> None:
        self.app = app

    def __call__(self, environ: Environ, start: Start) -> Iterable[bytes]:
        started = time.perf_counter()
        poll = POLL.fullmatch(environ["PATH_INFO"]) if environ["REQUEST_METHOD"] == "GET" else None
        state = _pulse(environ, poll[1]) if poll else None
        if poll is None or state is None:
            return self.app(environ, start)
        tag = f'"{versions.board_etag(state.version, state.role)}"'
        if _strong(environ.get("HTTP_IF_NONE_MATCH", "")) == tag:
            start("304 Not Modified", [("ETag", tag), (offline.VERSION_HEADER, offline.version())])
            return _answered(poll, 304, started, [])
        if state.role > Role.WATCH and not poll[2]:
            # The board of a scorer has a form with data for one phone.
            return self.app(environ, start)
        key = _key(environ, tag)
        cached = cache.get(key)
        if cached is None:
            return self._draw(environ, start, key, tag)
        headers, body = cached
        start("200 OK", headers)
        return _answered(poll, 200, started, [body])

    def _draw(self, environ: Environ, start: Start, key: str, tag: str) -> Iterable[bytes]:
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
        if status == "200 OK" and _strong(named.get("ETag", "")) == tag and "Set-Cookie" not in named:
            cache.set(
                key,
                ([header for header in headers if header[0] not in PER_RESPONSE_HEADERS], body),
                CACHE_SECONDS,
            )
        return [body]


def _pulse(environ: Environ, code: str) -> grants.Pulse | None:
    phone = grants.phone_cookie(_cookies(environ))
    try:
        return grants.pulse(grants.phone_from_cookie(phone), code)
    except DatabaseError:
        return None


def _key(environ: Environ, tag: str) -> str:
    language = _cookies(environ).get(settings.LANGUAGE_COOKIE_NAME, "")
    parts = [tag, language, *(environ.get(name, "") for name in VARIES_BY)]
    return f"board:{sha256(repr(parts).encode()).hexdigest()}"


def _strong(tag: str) -> str:
    """The ETag without W/, which Django adds to compressed responses."""
    return tag.removeprefix("W/")


def _cookies(environ: Environ) -> dict[str, str]:
    return parse_cookie(environ.get("HTTP_COOKIE", ""))


def _answered(poll: re.Match[str], status: int, started: float, body: list[bytes]) -> list[bytes]:
    """Do what Django does at the end of a request: count it, and close database connections that are due."""
    request_finished.send(sender=Polls)
    if settings.METRICS_TOKEN:
        view = "big-pulse" if poll[2] else "pulse"
        metrics.count(view, "GET", status, time.perf_counter() - started)
    return body
