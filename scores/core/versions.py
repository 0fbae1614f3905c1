"""The version of a match: every change of its board raises it, and open boards poll it."""

import re

from django.db import transaction
from django.db.models import F

from scores.models import Match, Matches, Role


def bump(matches: Matches) -> None:
    """Raise the version of these matches, so that open boards reload. `matches.log` raises it on its own."""
    with transaction.atomic():
        # Sorted, because everything that locks several matches locks them in this order.
        pks = list(matches.locked().order_by("pk").values_list("pk", flat=True))
        Match.objects.filter(pk__in=pks).update(version=F("version") + 1)


# no longer number is a version of a match
TAG = re.compile(r'(?:W/)?"([0-9]{1,10})\.[0-9]"')


def version_of(tag: str) -> int | None:
    """The version of the board with that ETag; None if it is none of ours."""
    tag_match = TAG.fullmatch(tag)
    return int(tag_match[1]) if tag_match else None


def board_etag(version: int, role: Role) -> str:
    """ETag of a board as one role sees it; the version in front rises."""
    return f"{version}.{role.value}"
