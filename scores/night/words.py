"""Sentences of a night: tables and their sizes, how long, what a seating costs."""

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction

from django.utils.translation import gettext as _, ngettext

from scores.core.notation.numbers import mean


def tables_in_words(sizes: Iterable[int]) -> str:
    """«21 mesas (20×4, 1×3)»; without the sizes if there is only one table."""
    counts = Counter(sizes)
    number = counts.total()
    if number == 1:
        return _("una mesa de %(size)s") % {"size": min(counts)}
    counted = sorted(counts.items(), reverse=True)
    listed = ", ".join(f"{count}×{size}" for size, count in counted)
    return ngettext(
        "%(count)s mesa (%(sizes)s)", "%(count)s mesas (%(sizes)s)", number
    ) % {
        "count": number,
        "sizes": listed,
    }


def minutes_in_words(minutes: int) -> str:
    """To a quarter of an hour, from an hour on."""
    if minutes < 60:
        return _("unos %(minutes)s min") % {"minutes": minutes}
    hours, rest = divmod(15 * round(minutes / 15), 60)
    facts = {"hours": hours, "minutes": rest}
    return (
        _("unas %(hours)s h %(minutes)s min") if rest else _("unas %(hours)s h")
    ) % facts


def in_decimals(value: int | Fraction) -> str:
    """To a tenth, without one that is zero: 12, 4,5."""
    tenths = round(float(value), 1)
    return str(int(tenths)) if tenths.is_integer() else mean(tenths)
