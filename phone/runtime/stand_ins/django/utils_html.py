"""Escaping, and HTML of parts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.utils.safestring import SafeString, html_of


def conditional_escape(value: Any) -> SafeString:
    return value if isinstance(value, SafeString) else SafeString(html_of(value))


def format_html(pattern: str, *values: Any) -> SafeString:
    return SafeString(pattern.format(*[html_of(value) for value in values]))


def format_html_join(separator: str, pattern: str, rows: Iterable[Sequence[Any]]) -> SafeString:
    return SafeString(separator.join([format_html(pattern, *row).text for row in rows]))
