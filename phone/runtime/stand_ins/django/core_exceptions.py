"""The error of a field."""

from __future__ import annotations

from typing import Any


class ValidationError(Exception):
    def __init__(self, message: Any) -> None:
        self.message = message
