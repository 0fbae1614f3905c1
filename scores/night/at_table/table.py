"""A table of a round: who sits there, what it came to, and how its match plays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from functools import cached_property

from django.utils import timezone
from django.utils.translation import gettext as _

from rules.night.events import At, Reported, TableResult
from rules.night.seating.values import Entrant
from scores.core.notation.shown_names import marked_name
from scores.core.wording.log_lines import won
from scores.models import Match
from scores.night.models import NightTable, Sitting, TableGrant
from scores.night.seen import SeenNight
from scores.night.shown.standings import ResultAtTable, results_of_seats

FIRST_HAND_WITHIN = timedelta(minutes=5)


class TableStatus(StrEnum):
    """How a table is, in the order in which the page shows the tables."""

    CALLS = "calls"
    ABSENT = "absent"  # the table says that somebody is not there
    OVERDUE = "overdue"  # the time is over, and there is no result
    LATE = "late"  # no hand yet, long after the round was published
    NO_PHONE = "no-phone"
    STARTS = "starts"
    PLAYS = "plays"
    OVER = "over"


@dataclass(frozen=True)
class SeenTable:
    """A table of a round. So many `phones` keep score there; `sitting` is not stored where its match is gone
    for good."""

    seen: SeenNight
    at: At
    sitting: Sitting
    phones: int = 0

    @property
    def entrants(self) -> Sequence[Entrant]:
        return self.seen.sheet.seats_at(self.at)

    # What it came to

    @cached_property
    def result(self) -> TableResult | None:
        return self.seen.now.result_at(self.at)

    @property
    def report(self) -> Reported | None:
        """What the organiser entered by hand."""
        return self.seen.sheet.reported.get(self.at)

    @cached_property
    def results(self) -> Sequence[ResultAtTable]:
        return results_of_seats(self.result, self.seen.names)

    @cached_property
    def results_by_phone(self) -> Sequence[ResultAtTable]:
        return results_of_seats(self.seen.now.results.get(self.at), self.seen.names)

    @property
    def has_two_results(self) -> bool:
        """Whether the organiser entered another result than the phone of the table."""
        by_phone = self.seen.now.results.get(self.at)
        is_other = by_phone and self.result and by_phone.places != self.result.places
        return bool(is_other)

    @property
    def winners(self) -> str:
        """«Ganó Ana»"""
        return won([seat.name for seat in self.results if seat.rank == 1])

    # How its match plays

    @property
    def match(self) -> Match:
        return self.sitting.match

    @property
    def is_earlier(self) -> bool:
        """Whether another round was published since."""
        return self.at.round < self.seen.sheet.last_round

    @property
    def has_ended(self) -> bool:
        return self.result is not None or self.match.finished_at is not None

    @property
    def can_move(self) -> bool:
        """Whether its people can sit elsewhere: before the first hand."""
        return not (self.is_earlier or self.match.hands or self.has_ended)

    @property
    def who_comes(self) -> str:
        """The name of their phone as it is now; empty while nobody has answered."""
        coming = self.sitting.coming
        return (marked_name(coming.name) or _("alguien")) if coming else ""

    @property
    def minutes_of_call(self) -> int:
        """For how many minutes the table has called."""
        return (timezone.now() - self.sitting.called_at) // timedelta(minutes=1)

    @cached_property
    def status(self) -> TableStatus:
        if self.sitting.called_at:
            return TableStatus.CALLS
        if self.result:
            return TableStatus.OVER
        if self.sitting.missing and not self.match.hands:
            return TableStatus.ABSENT
        if self.sitting.seconds_left == 0:
            return TableStatus.OVERDUE
        if self.match.hands:
            return TableStatus.PLAYS
        if not self.phones:
            return TableStatus.NO_PHONE
        if timezone.now() - self.match.created_at > FIRST_HAND_WITHIN:
            return TableStatus.LATE
        return TableStatus.STARTS


def tables_of_round(seen: SeenNight, number: int) -> Sequence[SeenTable]:
    """The tables of the round: those that need somebody first, then those that finish last."""
    night = seen.night
    sittings = Sitting.objects.filter(table__night=night, round=number)
    sitting_at = {
        sitting.table.number: sitting
        for sitting in sittings.select_related("table__night", "match", "coming")
    }
    grants = TableGrant.objects.filter(table__night=night)
    phones = Counter(grants.values_list("table__number", flat=True))
    nothing = Sitting(match=Match(), table=NightTable(night=night))
    tables = [
        SeenTable(
            seen,
            At(number, table.number),
            sitting_at.get(table.number, nothing),
            phones[table.number],
        )
        for table in seen.sheet.tables_of(number)
    ]
    order = [*TableStatus]
    return sorted(
        tables,
        key=lambda table: (order.index(table.status), table.match.hands, table.at),
    )


def table_at(seen: SeenNight, at: At) -> SeenTable:
    """The table there, at which somebody has to sit."""
    return next(each for each in tables_of_round(seen, at.round) if each.at == at)
