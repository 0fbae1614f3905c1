"""`django.utils`: safe HTML; texts, numbers and dates in the language of the screen.

A phone has one language while it runs, so nothing needs to be lazy. The build writes its texts and formats.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from typing import Any

from phone.runtime.language import FORMATS, LANGUAGE, MESSAGES, MONTHS, PLURALS

# django.utils.safestring

ENTITIES = (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;"), ("'", "&#x27;"))


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


def format_html_join(separator: str, pattern: str, rows: Iterable[Sequence[Any]]) -> SafeString:
    return SafeString(separator.join([format_html(pattern, *row).text for row in rows]))


# django.utils.translation, django.utils.functional, django.utils.text


def get_language() -> str:
    return LANGUAGE


def gettext(message: str) -> str:
    return MESSAGES.get(message, message)


gettext_lazy = gettext


def ngettext(singular: str, plural: str, number: int) -> str:
    one, many = PLURALS.get(singular, (singular, plural))
    return one if number == 1 else many


class LazyPlural:
    """A text whose number is one of the facts that are filled in."""

    def __init__(self, singular: str, plural: str, number: str) -> None:
        self.singular, self.plural, self.number = singular, plural, number

    def __mod__(self, facts: Mapping[str, Any]) -> str:
        return ngettext(self.singular, self.plural, facts[self.number]) % facts


def ngettext_lazy(singular: str, plural: str, number: str) -> LazyPlural:
    return LazyPlural(singular, plural, number)


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
    """The number with one decimal; nothing on a phone has more."""
    if decimal_pos != 1:
        raise ValueError("decimal_pos")
    tenths = round(abs(number) * 10)
    sign = "-" if number < 0 and tenths else ""
    return f"{sign}{tenths // 10}{FORMATS['DECIMAL_SEPARATOR']}{tenths % 10}"


def date_format(day: date | datetime, name: str) -> str:
    """The date, or the time, in one of FORMATS, which have no escaped letters."""
    return "".join([_part(day, letter) for letter in FORMATS[name]])


def _part(at: Any, letter: str) -> str:
    numbers = {"d": "day", "m": "month", "H": "hour", "i": "minute"}
    if letter in numbers:
        return ("0" + str(getattr(at, numbers[letter])))[-2:]
    if letter == "Y":
        return str(at.year)
    if letter == "j":
        return str(at.day)
    if letter == "P":
        return _twelve(at.hour, at.minute)
    return MONTHS[at.month - 1] if letter in "bFMN" else letter


def _twelve(hour: int, minute: int) -> str:
    """The time as English has it: «2:30 p.m.», «noon»."""
    if minute == 0 and hour in (0, 12):
        return gettext("noon") if hour else gettext("midnight")
    half = gettext("p.m.") if hour > 11 else gettext("a.m.")
    minutes = ":" + ("0" + str(minute))[-2:] if minute else ""
    return f"{hour % 12 or 12}{minutes} {half}"
