"""`urllib.parse` on a phone."""

from __future__ import annotations

from collections.abc import Mapping

_HEX = "0123456789ABCDEF"
_PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-~"


def urlencode(query: Mapping[str, str] | list[tuple[str, str]]) -> str:
    """The query string of names and values."""
    pairs = query if isinstance(query, list) else query.items()
    return "&".join([f"{_quoted(pair[0])}={_quoted(pair[1])}" for pair in pairs])


def _quoted(text: str) -> str:
    return "".join([_character(one) for one in text])


def _character(one: str) -> str:
    if one in _PLAIN:
        return one
    return "+" if one == " " else "".join([f"%{_HEX[byte >> 4]}{_HEX[byte & 15]}" for byte in one.encode()])
