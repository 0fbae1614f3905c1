"""`django.template` and what compiled templates call by their names: filters, addresses, static files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import date as Day
from typing import Any

from django.utils.formats import date_format
from django.utils.safestring import SafeString, html_of, mark_safe

from phone.runtime.addresses import PATTERNS

# django.template, django.template.loader


class Library:
    """The registration of tags and filters: a phone calls them by their Python names."""

    def filter(self, name: Any, function: Any = None) -> Any:
        return name if function is None else function

    def simple_tag(self, function: Any, name: str = "") -> Callable[..., Any]:
        return function


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


# django.template.defaultfilters, as far as the templates of a phone use them

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


# django.templatetags.static, django.urls

FILES: dict[str, str] = {}
"""The addresses of static files, which depend on their contents: each document names them."""


def static(path: str) -> str:
    return FILES[path]


def reverse(name: str, args: Sequence[Any] = ()) -> str:
    """The address of that name. Its arguments are codes, numbers and names of lines: nothing to be quoted."""
    pieces = PATTERNS[name]
    if len(pieces) != len(args) + 1:
        raise ValueError(name)
    address = pieces[0]
    for argument, piece in zip(args, pieces[1:], strict=True):
        address += str(argument) + piece
    return str(address)
