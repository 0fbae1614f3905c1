"""Numbers and dates as the language writes them."""

from __future__ import annotations

from datetime import date

from phone.runtime.language import DATE_FORMAT, DECIMAL, MONTHS


def number_format(number: float, decimal_pos: int) -> str:
    """The number with one decimal; nothing on a phone has more."""
    if decimal_pos != 1:
        raise ValueError("decimal_pos")
    tenths = round(abs(number) * 10)
    return f"{'-' if number < 0 and tenths else ''}{tenths // 10}{DECIMAL}{tenths % 10}"


def get_format(name: str) -> str:
    """The mark before the decimals, the only format that a phone is asked for by name."""
    if name != "DECIMAL_SEPARATOR":
        raise ValueError(name)
    return DECIMAL


def date_format(day: date, name: str) -> str:
    """The date in DATE_FORMAT, the only format of a board."""
    if name != "DATE_FORMAT":
        raise ValueError(name)
    written, is_escaped = "", False
    for letter in DATE_FORMAT:
        if is_escaped or letter not in "\\jbFMNY":
            written, is_escaped = written + letter, False
        elif letter == "\\":
            is_escaped = True
        else:
            written += _part(day, letter)
    return written


def _part(day: date, letter: str) -> str:
    if letter == "j":
        return str(day.day)
    if letter == "Y":
        return str(day.year)
    return MONTHS[day.month - 1]
