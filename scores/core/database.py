"""Databases that take no writes, or late: a synchronous replica, a file that may only be read."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from tempfile import TemporaryFile

from django.db import (
    InternalError,
    OperationalError,
    connection,
    connections,
    transaction,
)
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.utils.deprecation import MiddlewareMixin

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
        return bool(cursor.fetchone()[0])


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


def lock_row_shared(model: type[Model], pk: int) -> None:
    """Lock a row until the end of the transaction against those who lock it for themselves, and not against
    others who share it. On SQLite nobody else writes during a transaction that does."""
    if connection.vendor != "postgresql":
        return
    table = connection.ops.quote_name(model._meta.db_table)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT FROM {table} WHERE id = %s FOR SHARE", [pk])


@contextmanager
def derived_rows_transaction() -> Iterator[None]:
    """A transaction that a page may use for rows that can be computed again; never inside another kind. It
    waits for no replica, and for a lock at most a second. Raises one of NOT_WRITABLE where the database takes
    no writes.
    """
    is_inner = _is_derived.get()
    before = _is_derived.set(True)
    try:
        with transaction.atomic(durable=not is_inner):
            if connection.vendor == "postgresql":
                with connection.cursor() as cursor:
                    cursor.execute(
                        "SET LOCAL synchronous_commit = off; SET LOCAL lock_timeout = '1s'"
                    )
            yield
    finally:
        _is_derived.reset(before)


ROOM = 2**18  # bytes, for the pages of a save
AT_ONCE = 0  # in place of a time to close at: it has passed by every clock


class ReadOnlyFileMiddleware(MiddlewareMixin):
    """Close a read-only connection before the answer goes out.

    Django closes it after the answer has gone. By then the next request may have opened its own connection,
    which is read-only while an old one is open; a phone that asks at once would keep the file read-only.
    """

    def process_response(
        self, request: HttpRequest, response: HttpResponse
    ) -> HttpResponse:
        for opened in connections.all(initialized_only=True):
            if opened.close_at == AT_ONCE:
                opened.close()
        return response


def reopen_if_read_only(connection: BaseDatabaseWrapper, **kwargs: object) -> None:
    """Close a read-only SQLite connection after this request, so that the next request opens it again: it
    stays read-only even when the file becomes writable. Connections of one process share that state, so the
    file mode says too little: a write is tried.
    """
    if connection.vendor != "sqlite" or connection.is_in_memory_db():
        return
    if not _is_writable(connection.connection):
        connection.close_at = AT_ONCE


def is_read_only(connection: BaseDatabaseWrapper) -> bool:
    """Whether the database refuses every write: a file that may only be read, a standby of PostgreSQL."""
    is_sqlite = connection.vendor == "sqlite"
    with connection.cursor() as cursor:
        cursor.execute(
            "PRAGMA database_list" if is_sqlite else "SHOW transaction_read_only"
        )
        row = cursor.fetchone()
    if not is_sqlite:
        return row == ("on",)
    file = row[2]  # empty for a database in memory
    # A file that turned read-only under an open connection fails only when a write reaches the disk.
    return bool(file) and not (
        os.access(file, os.W_OK) and _is_writable(connection.connection)
    )


def has_no_room(connection: BaseDatabaseWrapper) -> bool:
    """Whether the disk of a SQLite file takes nothing more. A save that is tried and taken back does not show
    it: it reaches the disk only with its commit."""
    if connection.vendor != "sqlite" or connection.is_in_memory_db():
        return False
    try:
        with TemporaryFile(dir=Path(connection.settings_dict["NAME"]).parent) as file:
            file.write(bytes(ROOM))
            file.flush()
    except OSError:
        return True
    return False


def _is_writable(raw: sqlite3.Connection) -> bool:
    """Whether it can write, now or soon. In a transaction nothing is tried: it would be taken back."""
    if raw.in_transaction:
        return True
    [timeout] = raw.execute("PRAGMA busy_timeout").fetchone()
    # a request that only reads must not wait for a writer
    raw.execute("PRAGMA busy_timeout = 0")
    try:
        raw.execute("BEGIN IMMEDIATE")
        # on a read-only file BEGIN IMMEDIATE alone does not fail
        raw.execute("PRAGMA user_version = 1")
    except sqlite3.OperationalError as error:
        return error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_READONLY
    finally:
        raw.rollback()
        raw.execute(f"PRAGMA busy_timeout = {timeout}")
    return True
