"""Modules of `scores` whose work a phone does otherwise: dates of matches, and caches.

`set_clock` says what time it is: a phone has no clock here. It has one match open, seldom two.
"""

from collections.abc import Hashable
from datetime import date, datetime, timedelta, timezone
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.formats import date_format
from django.utils.translation import gettext as _

# scores.core.matches.dates

FIRST_DAY = date(1900, 1, 1)
# the time in UTC, and by how many minutes the clock of the site is ahead of it
_clock: list[Any] = [None, 0]


def time_of(milliseconds: int) -> datetime:
    return datetime.fromtimestamp(milliseconds / 1000, timezone.utc)


def set_clock(milliseconds: int, utc_offset: int) -> None:
    _clock[:] = [time_of(milliseconds), utc_offset]


def verify_played(circle: None, day: date) -> None:
    """Raise ValidationError for a day before FIRST_DAY or in the future, in the time zone of the site."""
    if day < FIRST_DAY:
        raise ValidationError(_("Esa fecha es demasiado antigua."))
    if day > (_clock[0] + timedelta(minutes=_clock[1])).date():
        raise ValidationError(_("Esa fecha todavía no ha llegado."))


def evening_at(utc_offset: int) -> date:
    """Today's date where the clock is ahead of UTC by so many minutes; until six in the morning that of the
    evening before.
    """
    return (_clock[0] + timedelta(minutes=utc_offset, hours=-6)).date()


def time_of_entry(match: Any, row: Any) -> tuple[str, str]:
    """The time to the second: ISO 8601 in UTC, and a text in the time zone of the circle."""
    at = time_of(row.milliseconds // 1000 * 1000)
    local = at + timedelta(minutes=match.utc_offset_at(row.milliseconds))
    return at.isoformat(), date_format(local, "SHORT_DATETIME_FORMAT")


# scores.core.bounded_cache, scores.table.board.html_cache

MOST = 4


class BoundedCache:
    def __init__(self, entries: int, size: int) -> None:
        self._stored: list[tuple[Hashable, Any]] = []

    def get(self, key: Hashable) -> Any:
        return next((value for stored, value in self._stored if stored == key), None)

    def put(self, key: Hashable, value: Any, size: int) -> None:
        others = [(stored, other) for stored, other in self._stored if stored != key]
        self._stored = [*others, (key, value)][-MOST:]


cache = BoundedCache(0, 0)  # of the lines of a scoresheet


def memory(*texts: object) -> int:
    """0: a phone bounds the cache by the number of its entries."""
    return 0
