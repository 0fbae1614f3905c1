"""The night that home begins with, for whoever organises it."""

from datetime import timedelta

from django.db.models import Q
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils import timezone

from scores.core.matches.dates import evening
from scores.models import Circle, Role
from scores.night import access
from scores.night.seen import SeenNight

EVENING = timedelta(hours=18)  # without a change; after that it is no night of today


def night_on_home(request: HttpRequest) -> str:
    """The HTML of the night changed last, of those that this phone organises, or helps at, and that are not
    over; before those planned for a later day. Empty where nothing was changed or planned for two weeks.
    """
    today = evening(Circle())
    is_to_come = Q(starts_on__isnull=False, starts_on__gt=today)
    nights = access.nights_with(request, Role.SCORE).of_now()
    nights = nights.annotate(is_to_come=is_to_come)
    night = nights.order_by("is_to_come", "-changed_at").first()
    if night is None:
        return ""
    is_of_now = night.changed_at > timezone.now() - EVENING
    is_today = is_of_now or night.starts_on == evening(night.circle)
    shown = {"tonight": SeenNight.of(night), "is_today": is_today}
    return render_to_string("scores/night/desk/_night_on_home.html", shown)
