"""What becomes of a match as a whole: described, put away, deleted, brought back, gone for good.

Whoever keeps something worked out from matches is told here that one counts no longer, or again.
"""

from __future__ import annotations

from datetime import date

from django.db import transaction
from django.utils import timezone

from scores import versions
from scores.models import Match
from scores.statistics import ratings


@transaction.atomic
def describe(match: Match, *, place: str, note: str, played_on: date) -> None:
    """Where and when it was played, and what is to be remembered of it."""
    versions.bump(Match.objects.filter(pk=match.pk))
    match.refresh_from_db(fields=["circle", "played_on", "finished_at"])
    if match.played_on != played_on:
        _count_anew(match, min(match.played_on, played_on))
    match.place, match.note, match.played_on = place, note, played_on
    match.save(update_fields=["place", "note", "played_on", "sought"])


def archive(match: Match) -> None:
    """It counts as before, and is listed only where one looks for it."""
    _mark(match, archived_at=timezone.now())


def unarchive(match: Match) -> None:
    _mark(match, archived_at=None)


@transaction.atomic
def delete(match: Match) -> None:
    """Out of sight and of all statistics; until it is purged, `restore` brings it back as it was."""
    _mark(match, deleted_at=timezone.now())
    _count_anew(match, match.played_on)


@transaction.atomic
def restore(match: Match) -> None:
    _mark(match, deleted_at=None)
    _count_anew(match, match.played_on)


@transaction.atomic
def purge(match: Match) -> bool:
    """End it for good, with its log, results and rights; False if somebody restored it meanwhile."""
    expired = Match.objects.expired().select_for_update().filter(pk=match.pk).first()
    if expired is None:
        return False
    expired.delete()
    return True


@transaction.atomic
def _mark(match: Match, **columns: object) -> None:
    """Its boards are told, and that of the match which leads to it as the rematch."""
    versions.bump(Match.objects.filter(pk__in=(match.pk, match.previous_id)))
    Match.objects.filter(pk=match.pk).update(**columns)
    match.refresh_from_db(fields=["circle", "played_on", "finished_at"])


def _count_anew(match: Match, since: date) -> None:
    """What was worked out from the matches of a circle is forgotten, if this one is among them."""
    if match.finished_at:
        ratings.invalidate(match.circle_id, since)
