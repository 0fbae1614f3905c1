"""The night that home begins with, for whoever organises it."""

from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Q
from django.http import HttpRequest
from django.utils import timezone

from scores.core.matches.dates import evening
from scores.models import Circle, Role
from scores.night import access
from scores.night.desk.cuts import NightWithCut

EVENING = timedelta(hours=18)  # without a change; after that it is no night of today


@dataclass(frozen=True)
class NightOfHome(NightWithCut):
    """Its `night` has `.is_to_come`: whether it is planned for a later day."""

    @property
    def is_today(self) -> bool:
        is_of_now = self.night.changed_at > timezone.now() - EVENING
        return is_of_now or self.night.starts_on == evening(self.night.circle)


def night_of_home(request: HttpRequest) -> NightOfHome | None:
    """The night changed last of those that this phone organises, or helps at, and that are not over; before
    those that are planned for a later day. None where nothing was changed or planned for two weeks."""
    today = evening(Circle())
    is_to_come = Q(starts_on__isnull=False, starts_on__gt=today)
    nights = access.nights_with(request, Role.SCORE).of_now()
    nights = nights.annotate(is_to_come=is_to_come)
    night = nights.order_by("is_to_come", "-changed_at").first()
    return NightOfHome.of(night) if night else None
