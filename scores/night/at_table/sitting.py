"""The match of a table; locked as for a hand and for moving people, so that neither happens meanwhile."""

from django.db import transaction
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils import timezone

from rules.night.events import At
from rules.night.refusals import NightRefusal
from rules.night.rounds import seats_of_table
from rules.night.seating.values import Entrant
from rules.night.sheet import NightSheet
from scores.core import versions
from scores.models import Match, Phone
from scores.night.log import sheet_of
from scores.night.models import Night, Sitting


def sitting_at(night: Night, at: At) -> Sitting:
    """The match of that table. Raises Http404 where there is none, or it is gone for good."""
    return get_object_or_404(
        Sitting.objects.select_related("match", "table__night"),
        table__night=night,
        table__number=at.table,
        round=at.round,
    )


def locked_now(match: Match) -> tuple[Sitting, NightSheet]:
    """Raises NightRefusal unless its round is the last one of a night that goes on; Http404 if the table has
    another match by now."""
    locked = Match.objects.not_deleted().locked().filter(pk=match.pk).first()
    of_match = Sitting.objects.select_related("match", "table__night")
    sitting = locked and of_match.filter(match=locked).first()
    if sitting is None:
        raise Http404
    sheet = sheet_of(sitting.table.night)
    if sheet.is_over:
        raise NightRefusal("night-is-over")
    if sitting.round != sheet.last_round:
        raise NightRefusal("not-the-last-round", round=sheet.last_round)
    return sitting, sheet


# Who is missing


@transaction.atomic
def store_report(match: Match, entrant: Entrant, *, is_missing: bool) -> None:
    """Store what is true now of somebody of this table; a second time changes nothing. Raises NightRefusal,
    also once the table has a hand; Http404 if it has another match by now."""
    sitting, sheet = locked_now(match)
    at = At(sitting.round, sitting.table.number)
    if entrant not in seats_of_table(sheet, at):
        raise NightRefusal("not-who-sat-there", **at._asdict())
    if sitting.match.hands or sitting.match.finished_at:
        raise NightRefusal("has-a-result", table=at.table)
    missing_now = (
        {*sitting.missing, entrant} if is_missing else {*sitting.missing} - {entrant}
    )
    Sitting.objects.filter(pk=sitting.pk).update(missing=sorted(missing_now))


# A table calls the organisers, and one of them says that they come


@transaction.atomic
def store_call(match: Match, *, is_needed: bool) -> None:
    """Call, or take that back; a second time changes nothing. Raises NightRefusal once the round is no longer
    the last one; Http404 if the table has another match by now."""
    sitting, _sheet = locked_now(match)
    if is_needed == (sitting.called_at is not None):
        return
    if is_needed:
        Sitting.objects.filter(pk=sitting.pk).update(called_at=timezone.now())
    else:
        end_call(sitting)


def answer_call(sitting: Sitting, phone: Phone) -> None:
    """Whoever answers first is the one who comes."""
    waiting = Sitting.objects.filter(pk=sitting.pk, coming=None).exclude(called_at=None)
    if waiting.update(coming=phone):
        _tell_table(sitting)


def end_call(sitting: Sitting) -> None:
    """The call is over: somebody was there."""
    Sitting.objects.filter(pk=sitting.pk).update(called_at=None, coming=None)
    _tell_table(sitting)


def _tell_table(sitting: Sitting) -> None:
    """The board of the table asks for its strip when it changes."""
    versions.bump(Match.objects.filter(pk=sitting.match_id))
