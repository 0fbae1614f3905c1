"""Who is not at his table: said by its phone before the first hand, settled by the organiser."""

from __future__ import annotations

from typing import NamedTuple

from django.db import transaction
from django.http import Http404

from rules.night.events import At
from rules.night.refusals import NightRefusal
from rules.night.seating.values import Entrant
from rules.night.verify import table_at
from rules.numbers import whole_number
from scores.models import Match
from scores.night.log import sheet_of
from scores.night.models import Sitting


class Said(NamedTuple):
    entrant: Entrant
    is_missing: bool


def read(do: str) -> Said | None:
    """What a button says: `missing 17`, or `here 17` once he is there; None for anything else."""
    what, _space, typed = do.partition(" ")
    entrant = whole_number(typed)
    if entrant is None or what not in ("missing", "here"):
        return None
    return Said(entrant, what == "missing")


@transaction.atomic
def say(match: Match, entrant: Entrant, *, is_missing: bool) -> None:
    """Store what is true now of somebody of this table; a second time changes nothing. Raises NightRefusal,
    also once the table has a hand; Http404 if it has another match by now."""
    # Locked as for a hand and for moving people, so that neither happens meanwhile
    locked = Match.objects.not_deleted().locked().filter(pk=match.pk).first()
    sitting = (
        locked
        and Sitting.objects.filter(match=locked).select_related("place__night").first()
    )
    if locked is None or sitting is None:
        raise Http404
    sheet, at = (
        sheet_of(sitting.place.night),
        At(sitting.round, sitting.place.number),
    )
    if sheet.is_over:
        raise NightRefusal("night-is-over")
    if at.round != len(sheet.rounds):
        raise NightRefusal("not-the-last-round", round=len(sheet.rounds))
    if entrant not in table_at(sheet, at).seats:
        raise NightRefusal("not-who-sat-there", round=at.round, table=at.table)
    if locked.hands or locked.finished_at:
        raise NightRefusal("has-a-result", table=at.table)
    said = {*sitting.missing, entrant} if is_missing else {*sitting.missing} - {entrant}
    Sitting.objects.filter(pk=sitting.pk).update(missing=sorted(said))
