"""Polls that wait for news (`Prefer: wait=20`, RFC 7240): how long, and the thread that asks what is new."""

import random
import re
import time
from collections.abc import Callable, Hashable, Iterable
from threading import Lock, Thread
from typing import Any
from wsgiref.types import WSGIEnvironment

from django.db import Error, connection

from chinchon_site.database.stalls import RequestKind, request_of
from chinchon_site.polls import Poll
from scores.models import Match

LONGEST = 20  # seconds that a poll waits
EVENLY = 0.1  # polls that began to wait together end apart: within this part of the time that they wait
TICK = 0.05  # seconds between two questions to the database while somebody writes
QUIET_TICK = 0.1  # and once nobody has written for QUIET_AFTER seconds
QUIET_AFTER = 5.0
WAITS = re.compile(r"\bwait=([0-9]{1,4})\b")
# What changes with every commit of others, and costs the database next to nothing.
STATE = {
    "sqlite": "PRAGMA data_version",
    "postgresql": "SELECT pg_current_snapshot()::text",
}


def seconds_of(environ: WSGIEnvironment) -> float:
    """How long this poll may wait. One with a body may not: it would hold the body's memory meanwhile."""
    waits = WAITS.search(environ.get("HTTP_PREFER", ""))
    has_body = (
        environ.get("CONTENT_LENGTH", "0") != "0" or "HTTP_TRANSFER_ENCODING" in environ
    )
    apart = 1 - EVENLY * random.random()  # noqa: S311  # no secret
    return min(int(waits[1]), LONGEST) * apart if waits and not has_body else 0.0


class Watch(Thread):
    """Asks the database again and again what has become of the boards that somebody waits for: one query,
    however many wait, and none where nobody has written. Whose board has changed is handed to `wake`, in this
    thread; a request then says what there is to say, with the rights of that moment. Once the server stops,
    all are.

    Nobody waits at a board that it may not see: the first question is whether the phone may. Who asks again
    while nobody has written has its answer: that question was a fifth of what 500 idle boards cost."""

    def __init__(
        self, wake: Callable[[Iterable[Any]], object], is_stopping: Callable[[], bool]
    ) -> None:
        super().__init__(name="watch", daemon=True)
        self._wake = wake
        self._is_stopping = is_stopping
        self._lock = Lock()
        self._polls: dict[Hashable, Poll] = {}
        self._new: set[Hashable] = set()  # those that came since the last question
        self._state: object = None  # of the database at the last question
        self._state_since = 0.0
        self._shown: set[Poll] = set()  # what phones showed rightly in that state

    def add(self, key: Hashable, poll: Poll) -> None:
        with self._lock:
            self._polls[key] = poll
            self._new.add(key)

    def remove(self, key: Hashable) -> None:
        with self._lock:
            del self._polls[key]

    def run(self) -> None:
        with request_of(RequestKind.PROBE):
            while True:
                quiet = time.monotonic() - self._state_since
                time.sleep(TICK if quiet < QUIET_AFTER else QUIET_TICK)
                if news := self._look():
                    self._wake(news)

    def _look(self) -> Iterable[Hashable]:
        """Who has something to hear. Where the database does not answer, those who have just come: a request
        tells them."""
        with self._lock:
            waiting = self._polls.copy()
            new = self._new & waiting.keys()
            self._new.clear()
        if not waiting or self._is_stopping():
            return waiting
        try:
            changed = self._changed(waiting)
            unsure = {key for key in new if waiting[key] not in self._shown}
            refused = {key for key in unsure if not _is_shown(waiting[key])}
            self._shown.update(waiting[key] for key in unsure - refused)
            return refused | changed
        except Error:
            connection.close()
            self._state = None
            return new

    def _changed(self, waiting: dict[Hashable, Poll]) -> set[Hashable]:
        """Which of them have a board of another version by now, or none any more."""
        with connection.cursor() as cursor:
            cursor.execute(STATE[connection.vendor])
            [state] = cursor.fetchone()
        if state == self._state:
            return set()
        matches = Match.objects.not_deleted().filter(
            code__in={poll.code for poll in waiting.values()}
        )
        now = dict(matches.values_list("code", "version"))
        self._state = state
        self._state_since = time.monotonic()
        self._shown.clear()
        return {
            key
            for key, poll in waiting.items()
            if not poll.tag.startswith(f'"{now.get(poll.code)}.')
        }


def _is_shown(poll: Poll) -> bool:
    """Whether the phone may see the board, and shows it as it is."""
    pulse = poll.pulse()
    return pulse is not None and poll.tag == pulse.etag
