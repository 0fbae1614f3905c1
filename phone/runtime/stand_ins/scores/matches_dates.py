"""The time of an entry as texts, and the date of a match.

`set_clock` says what time it is: a phone has no clock here.
"""

from __future__ import annotations

from datetime import date
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from phone.runtime.language import SHORT_DATETIME

DAY = 24 * 60  # minutes
FIRST_DAY = (1900, 1, 1)
_clock = [0, 0]  # minutes since 1970, and by how many the clock of the site is ahead of UTC


def set_clock(milliseconds: int, utc_offset: int) -> None:
    _clock[:] = [milliseconds // 60_000, utc_offset]


def verify_played(circle: None, day: date) -> None:
    """Raise ValidationError for a day before FIRST_DAY or in the future, in the time zone of the site."""
    if (day.year, day.month, day.day) < FIRST_DAY:
        raise ValidationError(_("Esa fecha es demasiado antigua."))
    if (day.year, day.month, day.day) > _date_and_minutes(_clock[0] + _clock[1])[0]:
        raise ValidationError(_("Esa fecha todavía no ha llegado."))


def evening_at(utc_offset: int) -> date:
    """Today's date where the clock is ahead of UTC by so many minutes; until six in the morning that of the
    evening before.
    """
    year, month, day = _date_and_minutes(_clock[0] + utc_offset - DAY // 4)[0]
    return date(year, month, day)


def time_of_entry(match: Any, row: Any) -> tuple[str, str]:
    """To the second: ISO 8601 in UTC, and as a text in the time zone of the circle."""
    seconds = row.milliseconds // 1000
    date, minutes = _date_and_minutes(seconds // 60)
    clock = f"{_two(minutes // 60)}:{_two(minutes % 60)}:{_two(seconds % 60)}"
    iso = f"{date[0]}-{_two(date[1])}-{_two(date[2])}T{clock}+00:00"
    return iso, _text(*_date_and_minutes(seconds // 60 + match.utc_offset_at(row.milliseconds)))


def _date_and_minutes(minutes: int) -> tuple[tuple[int, int, int], int]:
    """Year, month and day, and the minutes since midnight, of a time in minutes since 1970."""
    return _date(minutes // DAY), minutes % DAY


def _date(days: int) -> tuple[int, int, int]:
    """The day with that number since 1970: eras of 400 years that begin in March have 146,097 days."""
    days += 719_468  # since the first of March of the year 0
    of_era = days % 146_097
    year_of_era = (of_era - of_era // 1460 + of_era // 36_524 - of_era // 146_096) // 365
    of_year = of_era - (365 * year_of_era + year_of_era // 4 - year_of_era // 100)
    from_march = (5 * of_year + 2) // 153
    day = of_year - (153 * from_march + 2) // 5 + 1
    month = from_march + 3 if from_march < 10 else from_march - 9
    year = year_of_era + days // 146_097 * 400
    return (year + 1 if month <= 2 else year), month, day


def _text(date: tuple[int, int, int], minutes: int) -> str:
    """In SHORT_DATETIME, the format of the language."""
    year, month, day = date
    hour, minute = minutes // 60, minutes % 60
    parts = {"d": _two(day), "m": _two(month), "Y": str(year), "H": _two(hour), "i": _two(minute)}
    return "".join(
        [_twelve(hour, minute) if letter == "P" else parts.get(letter, letter) for letter in SHORT_DATETIME]
    )


def _twelve(hour: int, minute: int) -> str:
    """The time as English has it: «2:30 p.m.», «noon»."""
    if minute == 0 and hour in (0, 12):
        return _("noon") if hour else _("midnight")
    half = _("p.m.") if hour > 11 else _("a.m.")
    clock = f"{hour % 12 or 12}:{_two(minute)}" if minute else str(hour % 12 or 12)
    return f"{clock} {half}"


def _two(number: int) -> str:
    return f"0{number}" if number < 10 else str(number)
