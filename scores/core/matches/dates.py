"""The date of a match, in the time zone of its circle."""

from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from scores.models import Circle, LogRow, Match

FIRST_DAY = date(1900, 1, 1)  # earlier dates are taken for typing errors
DAY_ENDS_AT = timedelta(hours=6)  # after midnight
OLDEST = timedelta(days=400)  # before now; an older time of a phone's clock is wrong


def verify_played(circle: Circle | None, day: date) -> None:
    """Raise ValidationError for a day before FIRST_DAY or in the future, there or, without a circle, here."""
    if day < FIRST_DAY:
        raise ValidationError(_("Esa fecha es demasiado antigua."))
    if noon(circle or Circle(), day) - timedelta(hours=12) > timezone.now():
        raise ValidationError(_("Esa fecha todavía no ha llegado."))


def evening(circle: Circle, time: datetime | None = None) -> date:
    """The date then, or now, in the circle's time zone; until six in the morning of the evening before."""
    local = (time or timezone.now()).astimezone(zone_of(circle))
    return (local - DAY_ENDS_AT).date()


def clamped_time(time: datetime | None, oldest: timedelta | None = OLDEST) -> datetime:
    """The time of a phone's clock; that of the server if it is missing, in the future or too old."""
    now = timezone.now()
    if time is None or (oldest is not None and time < now - oldest):
        return now
    return min(time, now)


def noon(circle: Circle, day: date) -> datetime:
    """Noon of that day: the time stored for events of which only the date is known."""
    return moment(circle, day, time(12))


def moment(circle: Circle, day: date, at: time) -> datetime:
    """The moment of that time of the day by the clock of the circle."""
    return datetime.combine(day, at, zone_of(circle))


def time_of_entry(match: Match, row: LogRow) -> tuple[str, str]:
    """The time of an entry to the second: ISO 8601 in UTC, and as a text in the circle's time zone."""
    # a phone has milliseconds
    seconds = round(row.happened_at.timestamp() * 1000) // 1000
    local = datetime.fromtimestamp(seconds, zone_of(match.circle))
    return local.astimezone(UTC).isoformat(), date_format(
        local, "SHORT_DATETIME_FORMAT"
    )


def utc_offsets(match: Match, times: Iterable[datetime]) -> list[list[int]]:
    """By how many minutes the clock is ahead of UTC at these ascending times, and from which time (ms)."""
    offsets: list[list[int]] = []
    for at in times:
        minutes = utc_offset(match.circle, at)
        if not offsets or offsets[-1][1] != minutes:
            offsets.append([round(at.timestamp() * 1000), minutes])
    return offsets


def utc_offset(circle: Circle, at: datetime) -> int:
    """By how many minutes the circle's clock is then ahead of UTC."""
    offset = at.astimezone(zone_of(circle)).utcoffset() or timedelta()
    return offset // timedelta(minutes=1)


def zone_of(circle: Circle) -> ZoneInfo:
    """The circle's time zone; that of the site where this machine does not know it."""
    try:
        return ZoneInfo(circle.time_zone)
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo(settings.TIME_ZONE)
