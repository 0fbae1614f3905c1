"""Numbers and money in words and digits."""

from django.utils.formats import get_format, number_format
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from rules.numbers import MOST_DIGITS, whole_number

FIRST = (gettext_lazy("1.º"), gettext_lazy("2.º"), gettext_lazy("3.º"))


def signed(number: int) -> str:
    """A number with a real minus sign."""
    return str(number) if number >= 0 else f"−{-number}"


def mean(number: float) -> str:
    """An average rounded to one decimal: 2,4 or −1,2."""
    tenths = round(number, 1) + 0.0  # Django cuts; and −0.0 + 0.0 is 0.0
    return number_format(tenths, decimal_pos=1).replace("-", "−")


def ordinal(rank: int) -> str:
    """A rank: 1.º, 2.º, 11.º, 21.º; in English 1st, 2nd, 11th, 21st."""
    tens, last = divmod(rank, 10)
    if last in (1, 2, 3) and tens % 10 != 1:
        return f"{tens or ''}{FIRST[last - 1]}"
    return _("%(place)s.º") % {"place": rank}


def plus(number: int) -> str:
    """An added number with its sign: +23, −10, +0."""
    return f"+{number}" if number >= 0 else signed(number)


def amount(cents: int) -> str:
    """Hundredths as the language writes an amount: 12 or 0,50; without decimals if they are zero."""
    whole, rest = divmod(abs(cents), 100)
    decimals = (
        f"{get_format('DECIMAL_SEPARATOR')}{rest // 10}{rest % 10}" if rest else ""
    )
    return f"{'−' if cents < 0 else ''}{whole}{decimals}"


def parsed_cents(text: str, most_digits: int = MOST_DIGITS) -> int | None:
    """The hundredths of 0,50 or 0.5 or 3; None for other texts, such as separated thousands, and for more
    digits before the comma."""
    whole, _point, decimals = text.replace(",", ".").partition(".")
    units = whole_number(whole or "0", most_digits)
    hundredths = whole_number((decimals + "00")[:2])
    if not whole + decimals or len(decimals) > 2 or units is None or hundredths is None:
        return None
    return units * 100 + hundredths


def money_gained(cents: int, currency: str = "") -> str:
    """Money won or lost, in hundredths: +12 €, −0,50 €; chips without a unit. Never broken over two lines."""
    number = money(cents, currency) if currency else amount(cents)
    return number if cents < 0 else f"+{number}"


def money(cents: int, currency: str = "") -> str:
    """An amount in hundredths: 12 €, −0,50 $; "fichas" without a currency. Never broken over two lines."""
    unit = currency or ngettext("ficha", "fichas", abs(cents) // 100)
    return f"{amount(cents)}\N{NO-BREAK SPACE}{unit}"


def gain_in_words(cents: int, currency: str = "") -> str:
    """The same as `money_gained`, with "fichas" without a currency: +4 fichas."""
    text = money(cents, currency)
    return text if cents < 0 else f"+{text}"


def chance(part: float) -> str:
    """A chance from 0 to 1 in whole per cent. What is not certain is neither 0 nor 100: <1 %, >99 %."""
    percent = round(100 * part)
    ends = {0: "<1", 100: ">99"}
    text = ends.get(percent, str(percent)) if 0 < part < 1 else str(percent)
    return _("%(number)s\N{NO-BREAK SPACE}%%") % {"number": text}
