"""`scores.core.bounded_cache` and `scores.table.board.html_cache`: a phone has one match open, seldom two."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

MOST = 4


class BoundedCache:
    def __init__(self, entries: int, size: int, largest: int | None = None) -> None:
        self._stored: list[tuple[Hashable, Any]] = []

    def get(self, key: Hashable) -> Any:
        return next((value for stored, value in self._stored if stored == key), None)

    def put(self, key: Hashable, value: Any, size: int) -> None:
        others = [(stored, other) for stored, other in self._stored if stored != key]
        self._stored = [*others, (key, value)][-MOST:]


cache = BoundedCache(0, 0)  # of the lines of a scoresheet


def memory(*texts: object) -> int:
    """Nothing: a phone bounds the cache by its entries."""
    return 0
