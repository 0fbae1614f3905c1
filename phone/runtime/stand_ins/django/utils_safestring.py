"""HTML that needs no escaping. No subclass of `str`: MicroPython does not join those."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


class SafeString:
    def __init__(self, text: str) -> None:
        self.text = text

    def __str__(self) -> str:
        return self.text

    def __add__(self, other: Any) -> SafeString:
        return SafeString(self.text + html_of(other))

    def __iter__(self) -> Iterator[str]:
        return iter(self.text)

    def __bool__(self) -> bool:
        return bool(self.text)

    def __eq__(self, other: object) -> bool:
        return self.text == str(other)

    def __hash__(self) -> int:
        return hash(self.text)


SafeData = SafeString


def mark_safe(text: Any) -> SafeString:
    return text if isinstance(text, SafeString) else SafeString(str(text))


def html_of(value: Any) -> str:
    """The value as HTML: escaped, unless it is HTML already."""
    if isinstance(value, SafeString):
        return value.text
    if hasattr(value, "__html__"):
        html: str = value.__html__()
        return html
    text = str(value)
    for character, entity in ENTITIES:
        if character in text:
            text = text.replace(character, entity)
    return text


ENTITIES = (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;"), ("'", "&#x27;"))
