"""The tables of a round on the desk: of the last one how they play, of an earlier one their results."""

from collections.abc import Mapping, Sequence
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
from scores.night.models import Night, PlaceGrant, Sitting
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
class TableRow:
    number: int
    names: str
    status: TableStatus
    is_on_paper: bool
    hands: int
    missing: str  # the names of those who are not there
    winners: str  # «Ganó Ana»
    minutes: int  # since the table called
    coming: str
    has_two_results: bool


@dataclass(frozen=True)
class TableResults:
    """A table of an earlier round; `seats` is empty where it has no result."""

    number: int
    names: str
    hands: int
    is_on_paper: bool
    has_two_results: bool
    seats: Sequence[ResultAtTable]


def tables_of_now(
    night: Night, now: Now, names: Mapping[Entrant, str]
) -> list[TableRow]:
    """The tables of the last round: those that need somebody first, then those that finish last."""
    number = now.sheet.last_round
    sittings = Sitting.objects.filter(place__night=night, round=number)
    sitting_at = {
        sitting.place.number: sitting
        for sitting in sittings.select_related("place", "match", "coming")
    }
    grants = PlaceGrant.objects.filter(place__night=night)
    phones = set(grants.values_list("place__number", flat=True))
    is_time_over = night.seconds_left == 0
    rows = []
    for table in now.sheet.rounds[-1].tables:
        at = At(number, table.number)
        # its match may be gone for good
        sitting = sitting_at.get(table.number, Sitting(match=Match()))
        result = now.result_at(at)
        status = _status(
            sitting,
            is_over=result is not None,
            has_phone=table.number in phones,
            is_time_over=is_time_over,
        )
        places = result.places if result else {}
        rows.append(
            TableRow(
                number=table.number,
                names=people.listed_names(table.seats, names),
                status=status,
                is_on_paper=_is_on_paper(now, at),
                hands=sitting.match.hands,
                missing=people.listed_names(sitting.missing, names),
                winners=won(
                    [names[entrant] for entrant, place in places.items() if place == 1]
                ),
                minutes=_minutes_since(sitting.called_at),
                coming=who_comes(sitting),
                has_two_results=now.has_two_results(at),
            )
        )
    order = list(TableStatus)
    return sorted(
        rows, key=lambda row: (order.index(row.status), row.hands, row.number)
    )


def _status(
    sitting: Sitting, *, is_over: bool, has_phone: bool, is_time_over: bool
) -> TableStatus:
    match = sitting.match
    if sitting.called_at:
        return TableStatus.CALLS
    if is_over:
        return TableStatus.OVER
    if sitting.missing and not match.hands:
        return TableStatus.ABSENT
    if is_time_over:
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


def _is_on_paper(now: Now, at: At) -> bool:
    return at in now.sheet.reported and at not in now.results


def tables_of_round(
    now: Now, names: Mapping[Entrant, str], number: int
) -> list[TableResults]:
    """The tables of an earlier round with what each seat counts: those without a result first."""
    results = []
    for table in sorted(now.sheet.rounds[number - 1].tables):
        at = At(number, table.number)
        result = now.result_at(at)
        results.append(
            TableResults(
                number=table.number,
                names=people.listed_names(table.seats, names),
                hands=result.hands if result else 0,
                is_on_paper=_is_on_paper(now, at),
                has_two_results=now.has_two_results(at),
                seats=results_of_seats(result, names),
            )
        )
    return sorted(results, key=lambda each: (bool(each.seats), each.number))


def rest_points(now: Now, number: int) -> str:
    """What resting counts in that round; empty before a table of it has a result."""
    played = [
        result for _at, result in results_of_round(now.sheet, now.results, number)
    ]
    return in_decimals(mean_points(played)) if played else ""
