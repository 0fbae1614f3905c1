"""Addresses of static files, which depend on their contents: each document names them."""

from __future__ import annotations

FILES: dict[str, str] = {}


def static(path: str) -> str:
    return FILES[path]
