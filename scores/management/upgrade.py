"""From a database of an older version to one of this."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from scores.matches import results

UPGRADING = 0x5EE6A  # any number, as long as all machines lock the same


def is_up_to_date() -> bool:
    executor = MigrationExecutor(connection)
    return not executor.migration_plan(executor.loader.graph.leaf_nodes())


def bring_up_to_date() -> None:
    """Apply what migrations are missing, and fill in what an older version did not keep.

    How far that has come is said, for it may take minutes. Of machines that start together one does it.
    """
    with _one_machine_at_a_time():
        if not is_up_to_date():
            call_command("migrate", verbosity=0, interactive=False)
        if results.incomplete().exists():
            call_command("rebuild_results", missing=True)
    shutil.rmtree(settings.DATA_DIR / "brought", ignore_errors=True)  # 0.4.0 kept files there


@contextmanager
def _one_machine_at_a_time() -> Iterator[None]:
    if connection.vendor != "postgresql":
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [UPGRADING])
        yield
        cursor.execute("SELECT pg_advisory_unlock(%s)", [UPGRADING])
