"""Django's filters, as far as the templates of a phone use them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date as Day
from typing import Any

from django.utils.formats import date_format
from django.utils.safestring import SafeString, html_of, mark_safe

safe = mark_safe


def add(value: Any, number: Any) -> Any:
    return int(str(value)) + int(str(number))


def length(value: Any) -> int:
    return len(value.text if isinstance(value, SafeString) else value) if value is not None else 0


def default(value: Any, other: Any) -> Any:
    return value or other


def default_if_none(value: Any, other: Any) -> Any:
    return other if value is None else value


def join(items: Iterable[Any], separator: Any) -> SafeString:
    return SafeString(html_of(separator).join([html_of(item) for item in items]))


def stringformat(value: Any, pattern: Any) -> str:
    if str(pattern) == "s":
        return str(value)
    if str(pattern) != "d":
        raise ValueError(pattern)
    return str(value) if isinstance(value, int) else ""


def date(value: Day, name: Any) -> str:
    return date_format(value, str(name))


def slice_filter(value: Any, part: Any) -> Any:
    """The first items: `part` is ":2"."""
    start, _colon, end = str(part).partition(":")
    if start or not end.isdigit():
        raise ValueError(part)
    return value[: int(end)]
