"""Numbers where they enter: how one is written in a text, and between what it must be."""

from typing import NamedTuple

# of a number in a text: it fits every column, and converting it costs nothing
MOST_DIGITS = 9
# Keyboards, spreadsheets and phones that improve what is typed write one of these for a minus.
DASHES = "-\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u207b\u2796\ufe58\ufe63\uff0d"


class Bound(NamedTuple):
    """The smallest and the largest number, or the fewest and the most items or letters."""

    low: int
    high: int

    def holds(self, number: int) -> bool:
        return self.low <= number <= self.high


def has_only_digits(text: str) -> bool:
    """Whether the text is written with the digits 0 to 9 alone.

    >>> has_only_digits("012"), has_only_digits("١٢"), has_only_digits("")
    (True, False, False)
    """
    return text.isascii() and text.isdigit()


def whole_number(text: str, most_digits: int = MOST_DIGITS) -> int | None:
    """The number that is written with the digits 0 to 9 alone; None for any other text and for more digits.

    The one reader of numbers, of servers and phones: `int` takes more (`١٢`, `1_000`, ` 12`), and what it
    takes depends on the Python that runs it.

    >>> whole_number("012"), whole_number("1_000"), whole_number("1234567890")
    (12, None, None)
    """
    return int(text) if has_only_digits(text) and len(text) <= most_digits else None


def signed_number(text: str) -> int | None:
    """The same with a minus before it; dashes of every kind are one.

    >>> signed_number("-10"), signed_number("—10"), signed_number("+10")
    (-10, -10, None)
    """
    has_minus = text[:1] in DASHES
    digits = whole_number(text[1:] if has_minus else text)
    return -digits if digits and has_minus else digits
