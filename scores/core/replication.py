"""PostgreSQL with a synchronous replica: a commit returns once the replica has it too."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from django.db import InternalError, OperationalError, connection, transaction

# A standby, a file that may only be read, a lock that is held
NOT_WRITABLE = (InternalError, OperationalError)

_is_derived: ContextVar[bool] = ContextVar("inside derived()", default=False)

# A commit that waits for the replica longer than this hangs.
_WAITING = """
SELECT EXISTS (
    SELECT FROM pg_stat_activity
    WHERE usename = current_user AND wait_event = 'SyncRep' AND state_change < now() - interval '1 second'
)
"""
# The smallest commit that waits for the replica: it writes to the write-ahead log and to no table.
_NOTHING = "SELECT pg_logical_emit_message(true, 'reenganche', '')"


def writes_hang() -> bool:
    """Whether a commit of this site waits for its replica. Seen from outside, so that none more must wait."""
    if connection.vendor != "postgresql":
        return False
    with connection.cursor() as cursor:
        cursor.execute(_WAITING)
        [is_waiting] = cursor.fetchone()
    return bool(is_waiting)


def make_certain() -> None:
    """Wait until everything that was read is stored as safely as an acknowledged commit.

    After a crash PostgreSQL shows lines that it had written and that no replica has yet; another failure
    would take them back. A commit after them is not acknowledged before them. On SQLite what can be read is
    on the disk.
    """
    if connection.vendor != "postgresql":
        return
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(_NOTHING)


@contextmanager
def derived() -> Iterator[None]:
    """A transaction that a page may use for rows that can be computed again; never inside another kind.

    It does not wait for the replica, and for a lock at most a second. Raises one of NOT_WRITABLE where the
    database takes no writes.
    """
    is_inner = _is_derived.get()
    before = _is_derived.set(True)
    try:
        with transaction.atomic(durable=not is_inner):
            if connection.vendor == "postgresql":
                with connection.cursor() as cursor:
                    cursor.execute("SET LOCAL synchronous_commit = off; SET LOCAL lock_timeout = '1s'")
            yield
    finally:
        _is_derived.reset(before)
