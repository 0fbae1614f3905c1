"""Change a match as a whole, and invalidate what was derived from the matches of its circle."""

from datetime import date, datetime

from django.db import transaction
from django.db.models import Min
from django.utils import timezone

from scores.core import versions
from scores.core.matches import ratings
from scores.models import Circle, Match, Matches


@transaction.atomic
def describe(match: Match, *, played_on: date, **texts: str) -> None:
    """Set the date, and details by their keys."""
    versions.bump(Match.objects.filter(pk=match.pk))
    match.refresh_from_db(fields=["circle", "played_on", "finished_at"])
    if match.finished_at and match.played_on != played_on:
        ratings.invalidate(match.circle_id, min(match.played_on, played_on))
    columns = {"played_on": played_on, **texts}
    for column, value in columns.items():
        setattr(match, column, value)
    match.save(update_fields=[*columns, "sought"])


def archive(match: Match, *, undo: bool = False) -> None:
    """Hide the match from the first lists, or show it again; it still counts in statistics."""
    _update(match, archived_at=None if undo else timezone.now())


@transaction.atomic
def delete(match: Match, *, undo: bool = False) -> None:
    """Move the match to the bin, out of all lists and statistics, or back."""
    _update(match, deleted_at=None if undo else timezone.now())
    if match.finished_at:
        ratings.invalidate(match.circle_id, match.played_on)


@transaction.atomic
def delete_all(matches: Matches, circle: Circle, at: datetime | None) -> None:
    """Move the matches of a circle to the bin at that moment, or with None back. Their boards hear of it."""
    versions.bump(matches)
    pks = [match.pk for match in matches]
    changed = Match.objects.filter(pk__in=pks)
    changed.update(deleted_at=at)
    count_again(changed, circle)


def count_again(matches: Matches, circle: Circle) -> None:
    """Statistics count these matches of the circle otherwise, as far as they are over."""
    since = matches.finished().aggregate(day=Min("played_on"))["day"]
    if since is not None:
        ratings.invalidate(circle.pk, since)


@transaction.atomic
def purge(match: Match) -> bool:
    """Delete an expired match with its log, results and grants; False if it was restored meanwhile."""
    expired = Match.objects.expired().select_for_update().filter(pk=match.pk).first()
    if expired is None:
        return False
    expired.delete()
    return True


@transaction.atomic
def _update(match: Match, **columns: object) -> None:
    """Set columns and raise the versions of the match and of the match that links to it as its rematch."""
    versions.bump(Match.objects.filter(pk__in=(match.pk, match.previous_id)))
    Match.objects.filter(pk=match.pk).update(**columns)
    match.refresh_from_db(fields=["circle", "played_on", "finished_at"])
