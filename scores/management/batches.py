"""Long tables, a piece at a time."""

from collections.abc import Iterator
from typing import Any

from django.db.models import QuerySet

SIZE = 200


def batches(rows: QuerySet[Any]) -> Iterator[list[Any]]:
    """The rows in lists of SIZE by their keys, each list read when the one before is done with.

    A row changed meanwhile is read as it is then; nothing is held but one list.
    """
    last = 0
    while batch := list(rows.filter(pk__gt=last).order_by("pk")[:SIZE]):
        yield batch
        last = batch[-1].pk
