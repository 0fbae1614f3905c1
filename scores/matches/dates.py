"""On which day a match was played, in the time zone of its circle."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext as _

from scores.models import Circle

FIRST_DAY = date(1900, 1, 1)  # nobody remembers a sheet from before


def verify_played(circle: Circle, day: date) -> None:
    """Raises ValidationError for a day on which nothing can have been played yet, or in nobody's memory."""
    if day < FIRST_DAY:
        raise ValidationError(_("Esa fecha es demasiado antigua."))
    if noon(circle, day) - timedelta(hours=12) > timezone.now():
        raise ValidationError(_("Esa fecha todavía no ha llegado."))


def evening(circle: Circle) -> date:
    """The date of the evening in the circle's time zone: until six in the morning it is still yesterday."""
    return (timezone.now().astimezone(_zone(circle)) - timedelta(hours=6)).date()


def noon(circle: Circle, day: date) -> datetime:
    """The hour of what is only known to have happened that day."""
    return datetime.combine(day, time(12), _zone(circle))


def _zone(circle: Circle) -> ZoneInfo:
    try:
        return ZoneInfo(circle.time_zone)
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo(settings.TIME_ZONE)
