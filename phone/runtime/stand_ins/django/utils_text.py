"""Texts of parts."""

from __future__ import annotations

from typing import Any


def format_lazy(pattern: str, *values: Any, **named: Any) -> str:
    return pattern.format(*values, **named)
