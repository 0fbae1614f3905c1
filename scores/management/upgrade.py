"""From a database of an older version to one of this."""

import io

from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor


def is_up_to_date() -> bool:
    executor = MigrationExecutor(connection)
    return not executor.migration_plan(executor.loader.graph.leaf_nodes())


def bring_up_to_date() -> None:
    """Apply what migrations are missing; what new columns of results say is then worked out from the logs."""
    if is_up_to_date():
        return
    call_command("migrate", verbosity=0, interactive=False)
    call_command("rebuild_results", verbosity=0, stdout=io.StringIO())
