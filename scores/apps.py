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
    """A SQLite database that cannot be written is opened again by the next request.

    SQLite opens it without complaint, and that connection can never write, whatever the files may be later.
    Nor can those opened beside it: the connections of a process share what they know of the file. So the mode
    of the files tells nothing, and it is tried.
    """
    if connection.vendor != "sqlite" or connection.is_in_memory_db():
        return
    if not _writes(connection.connection):
        connection.close_at = time.monotonic()


def _writes(opened: sqlite3.Connection) -> bool:
    """Whether it can write now, or could if nobody else did."""
    [patience] = opened.execute("PRAGMA busy_timeout").fetchone()
    opened.execute("PRAGMA busy_timeout = 0")  # who only reads waits for no one who writes
    try:
        opened.execute("BEGIN IMMEDIATE")
        opened.execute("PRAGMA user_version = 1")  # of a file that is read-only, the line above only reads
    except sqlite3.OperationalError as error:
        return error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_READONLY
    finally:
        opened.rollback()
        opened.execute(f"PRAGMA busy_timeout = {patience}")
    return True
