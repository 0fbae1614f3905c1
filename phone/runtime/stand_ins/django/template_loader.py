"""Renders compiled templates."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.utils.safestring import SafeString

TEMPLATES: dict[str, Callable[[dict[str, Any], Any], None]] = {}
"""The functions by the names of their templates. `phone.runtime.entry_points` fills it."""


def render_blocks(page: str, context: dict[str, Any]) -> dict[str, str]:
    """The blocks of a page that were compiled, by name. Only a phone has this function."""
    names = [name for name in TEMPLATES if name.startswith(f"{page}#")]
    return {name[len(page) + 1 :]: str(render_to_string(name, context)) for name in names}


def render_to_string(name: str, context: dict[str, Any]) -> SafeString:
    pieces: list[str] = []
    TEMPLATES[name](context, pieces.append)
    return SafeString("".join(pieces))
