"""From a database of an older version to one of this."""

import shutil

from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from scores import results


def is_up_to_date() -> bool:
    executor = MigrationExecutor(connection)
    return not executor.migration_plan(executor.loader.graph.leaf_nodes())


def bring_up_to_date() -> None:
    """Apply what migrations are missing, and fill in what an older version did not keep.

    How far that has come is said, for it may take minutes.
    """
    if not is_up_to_date():
        call_command("migrate", verbosity=0, interactive=False)
    if results.incomplete().exists():
        call_command("rebuild_results", missing=True)
    shutil.rmtree(settings.DATA_DIR / "brought", ignore_errors=True)  # 0.4.0 kept files there
