"""The cache of the lines of a scoresheet."""

from __future__ import annotations

from scores.bounded_cache import BoundedCache

cache = BoundedCache(0, 0)


def memory(*texts: object) -> int:
    """Nothing: a phone bounds the cache by its entries."""
    return 0
