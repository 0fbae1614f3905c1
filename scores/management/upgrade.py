"""Bring a database of an older version up to date."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from django.core.management import call_command
from django.db import connection, connections
from django.db.migrations.executor import MigrationExecutor

from scores.core.matches import results

UPGRADING = 0x5EE6A  # any number that all machines share


def is_up_to_date() -> bool:
    executor = MigrationExecutor(connection)
    return not executor.migration_plan(executor.loader.graph.leaf_nodes())


def use_direct_address() -> None:
    """Let this process reach the database by REENGANCHE_DIRECT_URL, if it is set: without a pooler, which
    gives each transaction another session and loses the lock below."""
    if settings.DIRECT_DATABASE:
        del connections["default"]
        connections.settings["default"] |= settings.DIRECT_DATABASE


def bring_up_to_date() -> None:
    """Apply missing migrations and fill in results that an older version did not store.

    Progress is printed: it may take minutes.
    """
    migrate()
    if results.incomplete().exists():
        call_command("rebuild_results", missing=True)


def migrate() -> None:
    """Apply missing migrations. Of machines that start together only one does the work."""
    with _one_machine_at_a_time():
        if not is_up_to_date():
            call_command("migrate", verbosity=0, interactive=False)
    shutil.rmtree(settings.DATA_DIR / "brought", ignore_errors=True)  # staged files of 0.4.0


@contextmanager
def _one_machine_at_a_time() -> Iterator[None]:
    if connection.vendor != "postgresql":
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [UPGRADING])
        yield
        cursor.execute("SELECT pg_advisory_unlock(%s)", [UPGRADING])
