"""Numbers as the table writes them."""

from django.utils.formats import number_format
from django.utils.translation import ngettext


def signed(number: int) -> str:
    """A number with a true minus sign."""
    return str(number) if number >= 0 else f"−{-number}"


def mean(number: float) -> str:
    """An average with one decimal: 2,4 or −1,2."""
    return number_format(number, decimal_pos=1).replace("-", "−")


def parsed_int(text: str) -> int | None:
    """The number that plain digits say; None for anything else, and for what is too long to be meant."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def plus(number: int) -> str:
    """What is added: +23, −10, +0."""
    return f"+{number}" if number >= 0 else signed(number)


def gained(units: int, currency: str = "") -> str:
    """Money won or lost, beside a name: +12 €, −3 €; of chips the number alone. On one line always."""
    return f"{plus(units)}\N{NO-BREAK SPACE}{currency}" if currency else plus(units)


def money(units: int, currency: str = "") -> str:
    """Whole units of a currency: 12 €, −3 $; chips where none is named. On one line always."""
    number = signed(units)
    if currency:
        return f"{number}\N{NO-BREAK SPACE}{currency}"
    chips = ngettext("ficha", "fichas", abs(units))
    return f"{number}\N{NO-BREAK SPACE}{chips}"
