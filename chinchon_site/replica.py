"""A read replica (REENGANCHE_REPLICA_URL) for the polls of phones that only watch.

If the address leads to several replicas (haproxy), a check sees one of them, and the proxy must leave out
late ones: `lag=16MB` in deploy/cluster/haproxy.cfg. No phone is shown an older board in any case.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from threading import Lock
from typing import Any

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections

from chinchon_site.database.stalls import RequestKind, request_of

ALIAS = "replica"
CHECK_SECONDS = 2.0  # between two checks; a replica that is later than that is left out
PAUSE_SECONDS = 10.0  # until one that did not answer is asked again
_reads_from: ContextVar[str | None] = ContextVar("database of this request", default=None)


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
    """Whether the replica may be asked: it answers, and has all that the primary had at the last check.

    While the primary does not answer it may be late.
    """

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
