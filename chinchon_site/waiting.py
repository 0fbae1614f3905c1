"""Polls that wait for news (`Prefer: wait=20`, RFC 7240): who may, and the thread that asks what is new."""

import re
from collections.abc import Callable, Hashable, Iterable
from threading import Event, Lock, Thread
from typing import Any, NamedTuple
from uuid import UUID

from django.conf import settings
from django.db import Error, connection
from gunicorn.http.message import Request
from gunicorn.util import http_date

from chinchon_site import polls
from chinchon_site.database.stalls import RequestKind, request_of
from chinchon_site.middleware import count
from scores.core import versions
from scores.core.access import grants
from scores.models import Match
from scores.table.offline import without_signal as offline

LONGEST = 20  # seconds that a poll waits
TICK = 0.05  # seconds between two questions to the database
AT_ONCE = 500  # codes in one query
WAITS = re.compile(r"\bwait=([0-9]{1,4})\b")
# What changes with every commit of others, and costs the database next to nothing.
STATE = {"sqlite": "PRAGMA data_version", "postgresql": "SELECT pg_current_snapshot()::text"}


class Poll(NamedTuple):
    """A phone that shows a board wants to hear of another one, or nothing for some seconds."""

    phone: UUID | None
    code: str
    is_big: bool
    tag: str  # of the board that it shows
    version: int  # of that board
    seconds: int
    keeps_line: bool  # for its next request


def poll_of(request: Request) -> Poll | None:
    """The poll, if this is one that may wait: one with a body would hold its memory meanwhile."""
    address = polls.POLL.fullmatch(request.path) if request.method == "GET" else None
    if address is None:
        return None
    headers = dict(request.headers)
    waits, tag = WAITS.search(headers.get("PREFER", "")), polls.strong(headers.get("IF-NONE-MATCH", ""))
    version = versions.version_of(tag)
    has_body = headers.get("CONTENT-LENGTH", "0") != "0" or "TRANSFER-ENCODING" in headers
    if waits is None or version is None or has_body:
        return None
    phone = polls.phone_of(headers.get("COOKIE", ""))
    seconds, keeps_line = min(int(waits[1]), LONGEST), not request.should_close()
    return Poll(phone, address[1], bool(address[2]), tag, version, seconds, keeps_line)


def nothing_new(poll: Poll, is_kept: bool) -> bytes:
    """The answer to a poll that has waited, as `chinchon_site.polls` gives it."""
    if settings.METRICS_TOKEN:
        count(polls.VIEWS[poll.is_big], "GET", 304, 0.0)
    lines = (
        "HTTP/1.1 304 Not Modified",
        f"Date: {http_date()}",
        f"Connection: {'keep-alive' if is_kept else 'close'}",
        f"ETag: {poll.tag}",
        f"{offline.VERSION_HEADER}: {offline.version()}",
    )
    return "\r\n".join((*lines, "", "")).encode()


class Watch(Thread):
    """Asks the database every TICK what has become of the boards that somebody waits for: one query, however
    many wait, and none where nobody has written. Whose board has changed is handed to `wake`, in this thread;
    a request then says what there is to say, with the rights of that moment.

    Nobody waits at a board that it may not see: the first question is whether the phone may."""

    def __init__(self, wake: Callable[[Iterable[Any]], object]) -> None:
        super().__init__(name="watch", daemon=True)
        self._wake = wake
        self._lock = Lock()
        self._fresh: dict[Hashable, Poll] = {}  # came since the last question
        self._shown: dict[Hashable, Poll] = {}  # show what the database had
        self._state: object = None  # of the database at the last question
        self._ended = Event()

    def add(self, key: Hashable, poll: Poll) -> None:
        with self._lock:
            self._fresh[key] = poll

    def remove(self, key: Hashable) -> None:
        with self._lock:
            self._fresh.pop(key, None)
            self._shown.pop(key, None)

    def end(self) -> None:
        self._ended.set()

    def run(self) -> None:
        with request_of(RequestKind.PROBE):
            while not self._ended.wait(TICK):
                if news := self._look():
                    self._wake(news)
        connection.close()

    def _look(self) -> set[Hashable]:
        """Who has something to hear. Where the database does not answer, those who have just come: a request
        tells them."""
        with self._lock:
            fresh, shown = self._fresh.copy(), self._shown.copy()
        if not fresh and not shown:
            return set()
        try:
            news = self._changed(shown) | {key for key, poll in fresh.items() if not _is_shown(poll)}
        except Error:
            connection.close()
            self._state, news = None, set(fresh)
        with self._lock:
            for key in fresh.keys() & self._fresh.keys():
                self._shown[key] = self._fresh.pop(key)
            for key in news:
                self._shown.pop(key, None)
        return news

    def _changed(self, shown: dict[Hashable, Poll]) -> set[Hashable]:
        """Those of them whose board has another version by now, or is gone."""
        with connection.cursor() as cursor:
            cursor.execute(STATE[connection.vendor])
            [state] = cursor.fetchone()
        if state == self._state:
            return set()
        codes, now = sorted({poll.code for poll in shown.values()}), dict[str, int]()
        for start in range(0, len(codes), AT_ONCE):
            matches = Match.objects.not_deleted().filter(code__in=codes[start : start + AT_ONCE])
            now.update(matches.values_list("code", "version"))
        self._state = state
        return {key for key, poll in shown.items() if now.get(poll.code) != poll.version}


def _is_shown(poll: Poll) -> bool:
    """Whether the phone may see the board, and shows it as it is."""
    pulse = grants.pulse(poll.phone, poll.code)
    return pulse is not None and poll.tag == f'"{versions.board_etag(*pulse)}"'
