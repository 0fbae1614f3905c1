"""Open boards learn of every change by a version that each change raises."""

from __future__ import annotations

from django.db import transaction
from django.db.models import F

from scores.models import Match, Matches, Role


def bump(matches: Matches) -> None:
    """Tell every open board of these matches that it shows something old. The log does so by itself."""
    with transaction.atomic():
        # In the order in which everybody locks more than one.
        found = list(matches.locked().order_by("pk").values_list("pk", flat=True))
        Match.objects.filter(pk__in=found).update(version=F("version") + 1)


def board_etag(version: int, role: Role) -> str:
    """Names what one phone's board shows; the number in front rises."""
    return f"{version}.{role.value}"
