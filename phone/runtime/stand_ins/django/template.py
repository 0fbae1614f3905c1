"""The registration of tags and filters: a phone calls them by their Python names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class Library:
    def filter(self, name: Any, function: Any = None) -> Any:
        return name if function is None else function

    def simple_tag(self, function: Any, name: str = "") -> Callable[..., Any]:
        return function
