"""The tables of a round on the desk: of the last one how they play, of an earlier one their results."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from django.utils import timezone

from rules.night.counting import mean_points, results_of_round
from rules.night.events import At
from rules.night.seating.values import Entrant
from scores.core.wording.log_lines import won
from scores.models import Match
from scores.night import people
from scores.night.at_table.calls import who_comes
from scores.night.log import Now
from scores.night.models import Night, Place, PlaceGrant, Sitting
from scores.night.shown.standings import (
    ResultAtTable,
    in_decimals,
    results_of_seats,
)

FIRST_HAND_WITHIN = timedelta(minutes=5)


class TableStatus(StrEnum):
    """Of a table, in the order in which the page shows them."""

    CALLS = "calls"
    ABSENT = "absent"  # the table says that somebody is not there
    OVERDUE = "overdue"  # the time is over, and there is no result
    LATE = "late"  # no hand yet, long after the round was published
    NO_PHONE = "no-phone"
    STARTS = "starts"
    PLAYS = "plays"
    OVER = "over"


@dataclass(frozen=True)
class TableResults:
    """A table and what each seat counts; `seats` is empty where it has no result."""

    number: int
    names: str
    hands: int
    is_on_paper: bool
    has_two_results: bool
    seats: Sequence[ResultAtTable]

    @property
    def winners(self) -> str:
        """«Ganó Ana»"""
        return won([seat.name for seat in self.seats if seat.place == 1])


@dataclass(frozen=True)
class TableRow:
    """A table of the last round."""

    results: TableResults
    status: TableStatus
    hands: int  # of its match, which may go on
    missing: str  # the names of those who are not there
    minutes: int  # since the table called
    coming: str
    own_end: datetime | None  # of a table with minutes of its own

    @property
    def number(self) -> int:
        return self.results.number


def tables_of_now(
    night: Night, now: Now, names: Mapping[Entrant, str]
) -> list[TableRow]:
    """The tables of the last round: those that need somebody first, then those that finish last."""
    number = now.sheet.last_round
    sittings = Sitting.objects.filter(place__night=night, round=number)
    sitting_at = {
        sitting.place.number: sitting
        for sitting in sittings.select_related("place__night", "match", "coming")
    }
    grants = PlaceGrant.objects.filter(place__night=night)
    phones = set(grants.values_list("place__number", flat=True))
    rows = []
    for results in _results_of_round(now, names, number):
        # its match may be gone for good
        nothing = Sitting(match=Match(), place=Place(night=night))
        sitting = sitting_at.get(results.number, nothing)
        status = _status(
            sitting,
            is_over=bool(results.seats),
            has_phone=results.number in phones,
        )
        rows.append(
            TableRow(
                results=results,
                status=status,
                hands=sitting.match.hands,
                missing=people.listed_names(sitting.missing, names),
                minutes=_minutes_since(sitting.called_at),
                coming=who_comes(sitting),
                own_end=sitting.ends_at if sitting.own_end else None,
            )
        )
    order = list(TableStatus)
    return sorted(
        rows, key=lambda row: (order.index(row.status), row.hands, row.number)
    )


def _status(sitting: Sitting, *, is_over: bool, has_phone: bool) -> TableStatus:
    match = sitting.match
    if sitting.called_at:
        return TableStatus.CALLS
    if is_over:
        return TableStatus.OVER
    if sitting.missing and not match.hands:
        return TableStatus.ABSENT
    if sitting.seconds_left == 0:
        return TableStatus.OVERDUE
    if match.hands:
        return TableStatus.PLAYS
    if not has_phone:
        return TableStatus.NO_PHONE
    if timezone.now() - match.created_at > FIRST_HAND_WITHIN:
        return TableStatus.LATE
    return TableStatus.STARTS


def _minutes_since(called_at: datetime | None) -> int:
    if called_at is None:
        return 0
    return int((timezone.now() - called_at).total_seconds() // 60)


def tables_of_round(
    now: Now, names: Mapping[Entrant, str], number: int
) -> list[TableResults]:
    """The tables of an earlier round: those without a result first."""
    results = _results_of_round(now, names, number)
    return sorted(results, key=lambda each: (bool(each.seats), each.number))


def _results_of_round(
    now: Now, names: Mapping[Entrant, str], number: int
) -> Iterator[TableResults]:
    for table in now.sheet.rounds[number - 1].tables:
        at = At(number, table.number)
        result = now.result_at(at)
        yield TableResults(
            number=table.number,
            names=people.listed_names(table.seats, names),
            hands=result.hands if result else 0,
            is_on_paper=at in now.sheet.reported and at not in now.results,
            has_two_results=now.has_two_results(at),
            seats=results_of_seats(result, names),
        )


def rest_points(now: Now, number: int) -> str:
    """What resting counts in that round; empty before a table of it has a result."""
    played = [
        result for _at, result in results_of_round(now.sheet, now.results, number)
    ]
    return in_decimals(mean_points(played)) if played else ""
