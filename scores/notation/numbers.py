"""Numbers and money in words and digits."""

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext


def signed(number: int) -> str:
    """A number with a real minus sign."""
    return str(number) if number >= 0 else f"−{-number}"


def mean(number: float) -> str:
    """An average with one decimal: 2,4 or −1,2."""
    return number_format(number, decimal_pos=1).replace("-", "−")


def parsed_int(text: str) -> int | None:
    """The number written in ASCII digits; None for any other text and for ten digits or more."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def plus(number: int) -> str:
    """An added number with its sign: +23, −10, +0."""
    return f"+{number}" if number >= 0 else signed(number)


def gained(units: int, currency: str = "") -> str:
    """Money won or lost: +12 €, −3 €; for chips the number alone. Never broken over two lines."""
    return f"{plus(units)}\N{NO-BREAK SPACE}{currency}" if currency else plus(units)


def money(units: int, currency: str = "") -> str:
    """An amount in whole units: 12 €, −3 $; "fichas" without a currency. Never broken over two lines."""
    number = signed(units)
    if currency:
        return f"{number}\N{NO-BREAK SPACE}{currency}"
    chips = ngettext("ficha", "fichas", abs(units))
    return f"{number}\N{NO-BREAK SPACE}{chips}"


def chance(part: float) -> str:
    """A chance from 0 to 1 in whole per cent. What is not certain is neither 0 nor 100: <1 %, >99 %."""
    percent = round(100 * part)
    ends = {0: "<1", 100: ">99"}
    text = ends.get(percent, str(percent)) if 0 < part < 1 else str(percent)
    return _("%(number)s\N{NO-BREAK SPACE}%%") % {"number": text}
