"""`django.utils`, `django.template` and what compiled templates call: safe HTML; texts, numbers and dates in
the language of the screen; filters, addresses, static files.

A phone has one language while it runs, so nothing needs to be lazy. The build writes its texts and formats.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date as Day, datetime
from typing import Any
from urllib.parse import urlencode

from phone.runtime.addresses import PATTERNS
from phone.runtime.language import (
    FORMATS,
    LANGUAGE,
    MESSAGES,
    MONTHS,
    PLURALS,
    SHORT_MONTHS,
)
from scores.core.notation.shown_names import rendered_names

# django.utils.safestring

ENTITIES = (
    ("&", "&amp;"),
    ("<", "&lt;"),
    (">", "&gt;"),
    ('"', "&quot;"),
    ("'", "&#x27;"),
)


class SafeString:
    """HTML that needs no escaping. No subclass of `str`: MicroPython does not join those."""

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


def mark_safe(text: Any) -> SafeString:
    return text if isinstance(text, SafeString) else SafeString(str(text))


def html_of(value: Any) -> str:
    """The value as HTML: escaped, unless it is HTML already."""
    if isinstance(value, SafeString):
        return value.text
    if hasattr(value, "__html__"):
        return value.__html__()
    text = str(value)
    for character, entity in ENTITIES:
        if character in text:
            text = text.replace(character, entity)
    return text


# django.utils.html


def conditional_escape(value: Any) -> SafeString:
    return value if isinstance(value, SafeString) else SafeString(html_of(value))


def format_html(pattern: str, *values: Any) -> SafeString:
    return SafeString(pattern.format(*[html_of(value) for value in values]))


def format_html_join(
    separator: str, pattern: str, rows: Iterable[Sequence[Any]]
) -> SafeString:
    return SafeString(separator.join([format_html(pattern, *row).text for row in rows]))


# django.utils.translation, django.utils.functional, django.utils.text


def get_language() -> str:
    return LANGUAGE


def gettext(message: str) -> str:
    return MESSAGES.get(message, message)


gettext_lazy = gettext


def ngettext(singular: str, plural: str, number: int) -> str:
    singular_text, plural_text = PLURALS.get(singular, (singular, plural))
    return singular_text if number == 1 else plural_text


class LazyPlural:
    """A text whose number is one of the facts that are filled in."""

    def __init__(self, singular: str, plural: str, number: str) -> None:
        self.singular = singular
        self.plural = plural
        self.number = number

    def __mod__(self, facts: Mapping[str, Any]) -> str:
        return ngettext(self.singular, self.plural, facts[self.number]) % facts


ngettext_lazy = LazyPlural


class Promise:
    """No value is one."""


def lazy(function: Callable[..., Any], *kinds: type) -> Callable[..., Any]:
    return function


def format_lazy(pattern: str, *values: Any, **named: Any) -> str:
    return pattern.format(*values, **named)


# django.utils.formats


def get_format(name: str) -> str:
    return FORMATS[name]


def number_format(number: float, decimal_pos: int) -> str:
    """The number with one decimal; those behind it are cut off, as Django does."""
    if decimal_pos != 1:
        raise ValueError("decimal_pos")
    tenths = int(abs(number) * 10 + 1e-9)
    sign = "-" if number < 0 and tenths else ""
    return f"{sign}{tenths // 10}{FORMATS['DECIMAL_SEPARATOR']}{tenths % 10}"


def date_format(day: Day | datetime, name: str) -> str:
    """The date, or the time, in one of FORMATS or in letters of them; one behind a backslash stands for
    itself.
    """
    first, *others = FORMATS.get(name, name).split("\\")
    shown = [_part(day, letter) for letter in first]
    for part in others:
        shown += [part[0], *[_part(day, letter) for letter in part[1:]]]
    return "".join(shown)


def _part(at: Any, letter: str) -> str:
    numbers = {"d": "day", "m": "month", "H": "hour", "i": "minute"}
    if letter in numbers:
        return ("0" + str(getattr(at, numbers[letter])))[-2:]
    if letter == "Y":
        return str(at.year)
    if letter == "j":
        return str(at.day)
    if letter == "G":
        return str(at.hour)
    if letter == "P":
        return _twelve(at.hour, at.minute)
    if letter == "M":
        return SHORT_MONTHS[at.month - 1]
    return MONTHS[at.month - 1] if letter in "bEFN" else letter


def _twelve(hour: int, minute: int) -> str:
    """The time as English has it: «2:30 p.m.», «noon»."""
    if minute == 0 and hour in (0, 12):
        return gettext("noon") if hour else gettext("midnight")
    half = gettext("p.m.") if hour > 11 else gettext("a.m.")
    minutes = ":" + ("0" + str(minute))[-2:] if minute else ""
    return f"{hour % 12 or 12}{minutes} {half}"


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
    return {
        name[len(page) + 1 :]: str(render_to_string(name, context)) for name in names
    }


def render_to_string(name: str, context: dict[str, Any]) -> SafeString:
    pieces: list[str] = []
    TEMPLATES[name](context, pieces.append)
    return SafeString(rendered_names(name, "".join(pieces)))


# django.template.defaultfilters, as far as the templates of a phone use them

safe = mark_safe


def add(value: Any, number: Any) -> Any:
    return int(str(value)) + int(str(number))


def length(value: Any) -> int:
    return (
        len(value.text if isinstance(value, SafeString) else value)
        if value is not None
        else 0
    )


def cut(value: Any, part: Any) -> str:
    return str(value).replace(str(part), "")


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


def floatformat(value: float, decimals: Any) -> str:
    """The number without decimals: `decimals` is 0."""
    if str(decimals) != "0" or value < 0:
        raise ValueError(decimals)
    return str(int(value + 0.5))


def divisibleby(value: Any, number: Any) -> bool:
    return int(value) % int(str(number)) == 0


def slice_filter(value: Any, part: Any) -> Any:
    """The first items: `part` is ":2"."""
    start, _colon, end = str(part).partition(":")
    if start or not end.isdigit():
        raise ValueError(part)
    return value[: int(end)]


# django.template.defaulttags


def querystring(context: dict[str, Any], **changes: Any) -> str:
    """The query of the page, `query` of the context as pairs, with one other value; None leaves it out."""
    [(name, value)] = changes.items()
    pairs = [pair for pair in context["query"] if pair[0] != name]
    return "?" + urlencode(pairs if value is None else [*pairs, (name, value)])


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
