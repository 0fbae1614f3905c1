"""A table calls the organisers, and one of them says that they come."""

from django.db import transaction
from django.utils import timezone

from scores.core import versions
from scores.models import Match, Phone
from scores.night.at_table.sitting import locked_now
from scores.night.models import Sitting


@transaction.atomic
def call(match: Match, *, is_needed: bool) -> None:
    """Call, or take that back; a second time changes nothing. Raises NightRefusal once the round is no longer
    the last one; Http404 if the table has another match by now."""
    sitting = locked_now(match).sitting
    if is_needed == (sitting.called_at is not None):
        return
    if is_needed:
        Sitting.objects.filter(pk=sitting.pk).update(called_at=timezone.now())
    else:
        end(sitting)


def come(sitting: Sitting, phone: Phone) -> None:
    """Whoever answers first is the one who comes."""
    waiting = Sitting.objects.filter(pk=sitting.pk, coming=None).exclude(called_at=None)
    if waiting.update(coming=phone):
        _tell_table(sitting)


def end(sitting: Sitting) -> None:
    """The call is over: somebody was there."""
    Sitting.objects.filter(pk=sitting.pk).update(called_at=None, coming=None)
    _tell_table(sitting)


def _tell_table(sitting: Sitting) -> None:
    """The board of the table asks for its strip when it changes."""
    versions.bump(Match.objects.filter(pk=sitting.match_id))
