"""Locks that several packages take before they change circles and their matches together."""

from __future__ import annotations

from contextlib import suppress

from django.db import transaction

from scores.models import Circle, Match, Merge


class MergeConflict(Exception):
    """Raised when another merge has to be undone first, or this one is undone already."""


class _MatchStarted(Exception):
    """A match was started while this waited for its circle: it must be locked before the circle too."""


def lock_circles(*circles: Circle) -> None:
    """Lock the circles and their matches for this transaction. Raises MergeConflict for a merged circle.

    Lock order: matches before circles, as in every writer.
    """
    pks = [circle.pk for circle in circles]
    while True:
        with suppress(_MatchStarted):
            return _lock(pks)


@transaction.atomic
def _lock(pks: list[int]) -> None:
    """Raises _MatchStarted; leaving the savepoint then releases the locks taken here."""
    matches = Match.objects.filter(circle__in=pks).order_by("pk").values_list("pk", flat=True)
    locked = list(matches.locked())
    list(Circle.objects.select_for_update().filter(pk__in=pks).order_by("pk").values_list("pk"))
    if Merge.objects.filter(emptied__in=pks, undone_at=None).exists():
        raise MergeConflict
    if list(matches) != locked:
        raise _MatchStarted
