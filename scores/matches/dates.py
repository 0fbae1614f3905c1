"""The date of a match, in the time zone of its circle."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext as _

from scores.models import Circle

FIRST_DAY = date(1900, 1, 1)  # earlier dates are taken for typing errors


def verify_played(circle: Circle, day: date) -> None:
    """Raise ValidationError for a day before FIRST_DAY or in the future."""
    if day < FIRST_DAY:
        raise ValidationError(_("Esa fecha es demasiado antigua."))
    if noon(circle, day) - timedelta(hours=12) > timezone.now():
        raise ValidationError(_("Esa fecha todavía no ha llegado."))


def evening(circle: Circle) -> date:
    """Today's date in the circle's time zone; until six in the morning that of the evening before."""
    return (timezone.now().astimezone(_zone(circle)) - timedelta(hours=6)).date()


def noon(circle: Circle, day: date) -> datetime:
    """Noon of that day: the time stored for events of which only the date is known."""
    return datetime.combine(day, time(12), _zone(circle))


def _zone(circle: Circle) -> ZoneInfo:
    try:
        return ZoneInfo(circle.time_zone)
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo(settings.TIME_ZONE)
