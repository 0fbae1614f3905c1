"""Answers polls of open boards before Django runs: during an evening nearly every request is one. Those that
may wait are held back until there is something to say: `chinchon_site.waiting`."""

import re
import time
from collections.abc import Iterable
from contextlib import closing
from typing import Any, NamedTuple
from uuid import UUID
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from django.core.exceptions import DisallowedHost
from django.core.signals import request_finished
from django.db import DatabaseError
from django.http import parse_cookie

from chinchon_site.hosts import REQUEST
from chinchon_site.middleware import count, language_of
from scores.core.access import phone_cookie, rights
from scores.core.bounded_cache import BoundedCache
from scores.models import Role
from scores.table.offline import without_signal as offline

Headers = list[tuple[str, str]]
Key = tuple[object, ...]

ADDRESS = re.compile(r"/m/([a-z0-9]+)/(big/)?pulse/")
LINK = re.compile(r"/l/match/([a-z0-9]+)/watch/([\w-]+)/board\.json")
JSON = "application/json"
CACHE_SECONDS = 30  # phones ask for a new version within a few polls
# Answers, and bytes of all bodies. A board has 20 kB, compressed 4 kB.
cache = BoundedCache(500, 8 * 2**20)


class Poll(NamedTuple):
    """A phone shows a board and asks for a newer one, or a program does, by the token of a link."""

    code: str
    view: str  # the name of its address
    phone: UUID | None
    tag: str  # of the board that it shows
    token: str = ""

    def pulse(self) -> rights.PolledMatch | None:
        """What the board is now for who asks; None if they may not see it."""
        if self.token:
            return rights.pulse_of_link(self.code, self.token)
        return rights.pulse(self.phone, self.code)


def poll_of(environ: WSGIEnvironment) -> Poll | None:
    if environ["REQUEST_METHOD"] not in ("GET", "HEAD"):
        return None
    # Django adds W/ to the tag of a compressed answer.
    tag = environ.get("HTTP_IF_NONE_MATCH", "").removeprefix("W/")
    if link := LINK.fullmatch(environ["PATH_INFO"]):
        return Poll(link[1], "link-board", None, tag, token=link[2])
    address = ADDRESS.fullmatch(environ["PATH_INFO"])
    if address is None:
        return None
    cookie = phone_cookie.value_and_name(parse_cookie(environ.get("HTTP_COOKIE", "")))
    return Poll(
        address[1],
        "big-pulse" if address[2] else "pulse",
        phone_cookie.phone_from_cookie(*cookie),
        tag,
    )


def not_modified(poll: Poll, took: float = 0.0) -> Headers:
    """The headers of the answer to a poll without news."""
    count(poll.view, 304, took)
    return [("ETag", poll.tag), (offline.VERSION_HEADER, offline.version())]


class Polls:
    """WSGI middleware: answers 304 itself, and serves a board drawn for one watcher to others from the cache.
    Only an optimisation: what is not known here, also when the database fails, `board.views` answers."""

    def __init__(self, app: WSGIApplication) -> None:
        self.app = app

    def __call__(
        self, environ: WSGIEnvironment, start: StartResponse
    ) -> Iterable[bytes]:
        started = time.perf_counter()
        poll = poll_of(environ)
        try:
            pulse = poll.pulse() if poll else None
        except DatabaseError:
            pulse = None
        if poll is None or pulse is None:
            return self.app(environ, start)
        if poll.tag == pulse.etag:
            request_finished.send(sender=Polls)
            start("304 Not Modified", not_modified(poll, time.perf_counter() - started))
            return []
        # The board of a scorer has a form with data for one phone.
        is_shared = pulse.role <= Role.WATCH or poll.view == "big-pulse"
        key = _key(environ, pulse) if is_shared else None
        if key is None:
            return self.app(environ, start)
        drawn_at, headers, body = cache.get(key) or (-CACHE_SECONDS, [], b"")
        if drawn_at + CACHE_SECONDS <= time.monotonic():
            return self._draw(environ, start, key)
        request_finished.send(sender=Polls)
        count(poll.view, 200, time.perf_counter() - started)
        start("200 OK", headers)
        return [body]

    def _draw(
        self, environ: WSGIEnvironment, start: StartResponse, key: Key
    ) -> list[bytes]:
        """The answer of the app; cached if it is the same for every watcher."""
        head: list[Any] = []
        answer = self.app(environ, lambda *arguments: head.extend(arguments))  # type: ignore[arg-type]  # nobody calls what it returns
        with closing(answer):  # type: ignore[type-var]  # Django's responses have close()
            body = b"".join(answer)
        start(*head)
        named = dict(head[1])
        # A made-up last entry is answered with a board, of which one copy is enough.
        is_for_key = named.get("Content-Type", "").startswith(JSON) == (
            key[-1] is not None
        )
        is_new = named.get("ETag", "").removeprefix("W/") == key[1]
        if is_for_key and is_new and "Set-Cookie" not in named:
            shared = [header for header in head[1] if header[0] != "X-Request-ID"]
            cache.put(key, (time.monotonic(), shared, body), len(body))
        return [body]


def _key(environ: WSGIEnvironment, pulse: rights.PolledMatch) -> Key | None:
    """What the board of a watcher depends on, and nothing else that a client can choose. Last in it: the
    entry behind which a phone with the engine is told what was written. None for a host that is refused."""
    request = REQUEST(environ)
    last = (
        environ.get("HTTP_X_LAST_ENTRY")
        if environ.get("HTTP_ACCEPT", "").startswith(JSON)
        else None
    )
    try:
        # as Django knows it: links begin with it
        site = request.build_absolute_uri("/")
    except DisallowedHost:
        return None
    encodings = environ.get("HTTP_ACCEPT_ENCODING", "")
    return (
        environ["PATH_INFO"],
        pulse.etag,
        pulse.sees_circle,
        language_of(request),
        site,
        "gzip" in encodings,
        last,
    )
