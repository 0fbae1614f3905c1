"""The version of a match: every change of its board raises it, and open boards poll it."""

from django.db import transaction
from django.db.models import F

from scores.models import Match, Matches, Role


def bump(matches: Matches) -> None:
    """Raise the version of these matches, so that open boards reload. `matches.log` raises it on its own."""
    with transaction.atomic():
        # Sorted, because everything that locks several matches locks them in this order.
        pks = list(matches.locked().order_by("pk").values_list("pk", flat=True))
        Match.objects.filter(pk__in=pks).update(version=F("version") + 1)


def board_etag(version: int, role: Role) -> str:
    """ETag of a board as one role sees it; the version in front rises."""
    return f"{version}.{role.value}"
