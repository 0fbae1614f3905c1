"""The median."""

from __future__ import annotations

from collections.abc import Iterable


def median(numbers: Iterable[float]) -> float:
    ordered = sorted(numbers)
    middle = len(ordered) // 2
    return ordered[middle] if len(ordered) % 2 else (ordered[middle - 1] + ordered[middle]) / 2
