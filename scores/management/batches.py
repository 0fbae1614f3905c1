"""Read long tables in batches."""

from collections.abc import Iterator
from typing import Any

from django.db.models import QuerySet

SIZE = 200


def batches(rows: QuerySet[Any]) -> Iterator[list[Any]]:
    """The rows in lists of SIZE, ordered by key. Each list is read after the one before was processed.

    Only one list is in memory; rows changed meanwhile are read in their new state.
    """
    last = 0
    while batch := list(rows.filter(pk__gt=last).order_by("pk")[:SIZE]):
        yield batch
        last = batch[-1].pk
