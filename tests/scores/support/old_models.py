"""The models as the migrations of version 1.0.1 know them, over the tables of today."""

from functools import cache

from django.db import connection
from django.db.migrations.loader import MigrationLoader

LAST_OF_1_0 = "0038_order_by_who_held_out_longer"


@cache
def models_of_1_0():
    """What a migration gets as `apps`: a night is still a Tournament in it."""
    loader = MigrationLoader(connection)
    return loader.project_state(("scores", LAST_OF_1_0)).apps
