import sqlite3
import time

from django.apps import AppConfig
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created


class ScoresConfig(AppConfig):
    name = "scores"

    def ready(self) -> None:
        connection_created.connect(reopen_if_read_only)


def reopen_if_read_only(connection: BaseDatabaseWrapper, **kwargs: object) -> None:
    """Close a read-only SQLite connection after this request, so that the next request opens it again.

    SQLite opens a read-only file without an error, and that connection stays read-only even when the file
    becomes writable. Connections of one process share that state, so the file mode is not enough: a write is
    tried.
    """
    if connection.vendor != "sqlite" or connection.is_in_memory_db():
        return
    if not _is_writable(connection.connection):
        connection.close_at = time.monotonic()


def _is_writable(raw: sqlite3.Connection) -> bool:
    """Whether the connection can write, now or once another writer is done."""
    [timeout] = raw.execute("PRAGMA busy_timeout").fetchone()
    raw.execute("PRAGMA busy_timeout = 0")  # a request that only reads must not wait for a writer
    try:
        raw.execute("BEGIN IMMEDIATE")
        raw.execute("PRAGMA user_version = 1")  # on a read-only file BEGIN IMMEDIATE alone does not fail
    except sqlite3.OperationalError as error:
        return error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_READONLY
    finally:
        raw.rollback()
        raw.execute(f"PRAGMA busy_timeout = {timeout}")
    return True
