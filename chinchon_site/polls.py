"""Answers open boards before Django is asked: of an evening nearly every request is one of their polls."""

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
KEPT = 30  # seconds; a version of a board is asked for as long as phones take to notice it
OF_ONE_ANSWER = frozenset({"X-Request-ID"})
# What a board for watchers depends on, beside its version. The rest of a request changes nothing of it.
DEPENDS_ON = (
    *("PATH_INFO", "QUERY_STRING", "HTTP_HOST", "wsgi.url_scheme", "HTTP_X_FORWARDED_PROTO"),
    *("HTTP_ACCEPT_LANGUAGE", "HTTP_ACCEPT_ENCODING"),
)


class Polls:
    """WSGI around the app: says "nothing new", and hands a board drawn for one watcher to the others.

    Only quicker than the app, which answers the same by `board.polling_views`: whatever is not known here is
    asked there, a database that does not answer included.
    """

    def __init__(self, app: App) -> None:
        self.app = app

    def __call__(self, environ: Environ, start: Start) -> Iterable[bytes]:
        started = time.perf_counter()
        poll = POLL.fullmatch(environ["PATH_INFO"]) if environ["REQUEST_METHOD"] == "GET" else None
        found = _pulse(environ, poll[1]) if poll else None
        if poll is None or found is None:
            return self.app(environ, start)
        tag = f'"{versions.board_etag(found.version, found.role)}"'
        if _strong(environ.get("HTTP_IF_NONE_MATCH", "")) == tag:
            start("304 Not Modified", [("ETag", tag), (offline.OURS, offline.version())])
            return _answered(poll, 304, started, [])
        if found.role > Role.WATCH and not poll[2]:
            # It holds a form, and so what is meant for one phone alone.
            return self.app(environ, start)
        key = _key(environ, tag)
        kept = cache.get(key)
        if kept is None:
            return self._drawn(environ, start, key, tag)
        headers, body = kept
        start("200 OK", headers)
        return _answered(poll, 200, started, [body])

    def _drawn(self, environ: Environ, start: Start, key: str, tag: str) -> Iterable[bytes]:
        """What the app answers, kept for the next who asks if it is for anybody who watches."""
        said: list[Any] = []

        def hear(status: str, headers: Headers, *more: Any) -> Any:
            said[:] = [status, headers]
            return start(status, headers, *more)

        answer = self.app(environ, hear)
        with closing(answer):  # type: ignore[type-var]  # Django's always has it, as PEP 3333 asks
            body = b"".join(answer)
        status, headers = said
        named = dict(headers)
        if status == "200 OK" and _strong(named.get("ETag", "")) == tag and "Set-Cookie" not in named:
            cache.set(key, ([one for one in headers if one[0] not in OF_ONE_ANSWER], body), KEPT)
        return [body]


def _pulse(environ: Environ, code: str) -> grants.Pulse | None:
    phone = _cookies(environ).get(grants.COOKIE, "")
    try:
        return grants.pulse(grants.phone_from_cookie(phone), code)
    except DatabaseError:
        return None


def _key(environ: Environ, tag: str) -> str:
    language = _cookies(environ).get(settings.LANGUAGE_COOKIE_NAME, "")
    told = [tag, language, *(environ.get(name, "") for name in DEPENDS_ON)]
    return f"board:{sha256(repr(told).encode()).hexdigest()}"


def _strong(tag: str) -> str:
    """The tag before it was zipped: Django calls it weak from then on."""
    return tag.removeprefix("W/")


def _cookies(environ: Environ) -> dict[str, str]:
    return parse_cookie(environ.get("HTTP_COOKIE", ""))


def _answered(poll: re.Match[str], status: int, started: float, body: list[bytes]) -> list[bytes]:
    """What Django does at the end of a request: counts it, and closes a connection that is not to be kept."""
    request_finished.send(sender=Polls)
    if settings.METRICS_TOKEN:
        view = "big-pulse" if poll[2] else "pulse"
        metrics.count(view, "GET", status, time.perf_counter() - started)
    return body
