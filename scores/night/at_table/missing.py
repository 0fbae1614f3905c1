"""Who is not at their table: said by its phone before the first hand, settled by the organiser."""

from __future__ import annotations

from typing import NamedTuple

from django.db import transaction

from rules.night.refusals import NightRefusal
from rules.night.seating.values import Entrant
from rules.night.verify import seats_of_table
from rules.numbers import whole_number
from scores.models import Match
from scores.night.at_table.sitting import locked_now
from scores.night.models import Sitting


class MissingReport(NamedTuple):
    entrant: Entrant
    is_missing: bool


def read_report(do: str) -> MissingReport | None:
    """What a button says: `missing 17`, or `here 17` once they are there; None for anything else."""
    what, _space, typed = do.partition(" ")
    entrant = whole_number(typed)
    if entrant is None or what not in ("missing", "here"):
        return None
    return MissingReport(entrant, what == "missing")


@transaction.atomic
def store_report(match: Match, entrant: Entrant, *, is_missing: bool) -> None:
    """Store what is true now of somebody of this table; a second time changes nothing. Raises NightRefusal,
    also once the table has a hand; Http404 if it has another match by now."""
    locked, sitting, sheet, at = locked_now(match)
    if entrant not in seats_of_table(sheet, at):
        raise NightRefusal("not-who-sat-there", round=at.round, table=at.table)
    if locked.hands or locked.finished_at:
        raise NightRefusal("has-a-result", table=at.table)
    missing_now = (
        {*sitting.missing, entrant} if is_missing else {*sitting.missing} - {entrant}
    )
    Sitting.objects.filter(pk=sitting.pk).update(missing=sorted(missing_now))
