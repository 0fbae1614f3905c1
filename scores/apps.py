import os
import time

from django.apps import AppConfig
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created


class ScoresConfig(AppConfig):
    name = "scores"

    def ready(self) -> None:
        connection_created.connect(once_if_read_only)


def once_if_read_only(connection: BaseDatabaseWrapper, **kwargs: object) -> None:
    """A SQLite database that may only be read is opened again by the next request.

    SQLite opens it without complaint, and that connection can never write, whatever the files may be later.
    """
    if connection.vendor != "sqlite" or connection.is_in_memory_db():
        return
    name = connection.settings_dict["NAME"]
    files = [file for file in (name, f"{name}-wal", f"{name}-shm") if os.path.exists(file)]
    if not all(os.access(file, os.W_OK) for file in files):
        connection.close_at = time.monotonic()
