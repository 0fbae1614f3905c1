"""The tables of a round on the desk: of the last one how they play, of an earlier one their results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum

from django.utils import timezone

from rules.night.counting import ZERO, points_of, result_at, sum_of
from rules.night.events import At, TableResult
from rules.night.seating.values import Entrant
from scores.core.notation.names import joined_names
from scores.night.at_table.calls import who_comes
from scores.night.models import Night, PlaceGrant, Sitting
from scores.night.now import Now
from scores.night.shown.standings import in_decimals

FIRST_HAND_WITHIN = timedelta(minutes=5)


class Status(StrEnum):
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
    status: Status
    is_on_paper: bool
    hands: int
    missing: str  # the names of those who are not there
    winners: str
    minutes: int  # since the table called, or wrote its last hand
    coming: str
    has_two_results: bool


@dataclass(frozen=True)
class SeatResult:
    name: str
    total: int | None
    points: str


@dataclass(frozen=True)
class TableResults:
    """A table of an earlier round; `seats` is empty where it has no result."""

    number: int
    names: str
    hands: int
    is_on_paper: bool
    has_two_results: bool
    seats: Sequence[SeatResult]


def tables_of_now(
    night: Night, now: Now, names: Mapping[Entrant, str]
) -> list[TableRow]:
    """The tables of the last round: those that need somebody first, then those that finish last."""
    sheet = now.sheet
    number = len(sheet.rounds)
    sittings = Sitting.objects.filter(place__night=night, round=number)
    sitting_at = {
        sitting.place.number: sitting
        for sitting in sittings.select_related("place", "match")
    }
    grants = PlaceGrant.objects.filter(place__night=night)
    phones = set(grants.values_list("place__number", flat=True))
    is_time_over = seconds_left(night) == 0
    rows = []
    for table in sheet.rounds[-1].tables:
        at = At(number, table.number)
        sitting = sitting_at.get(table.number)
        result = result_at(sheet, now.results, at)
        status = _status(
            sitting,
            is_over=result is not None,
            has_phone=table.number in phones,
            is_time_over=is_time_over,
        )
        rows.append(
            _table_row(table.number, table.seats, status, sitting, result, now, names)
        )
    order = list(Status)
    return sorted(
        rows, key=lambda row: (order.index(row.status), row.hands, row.number)
    )


def _table_row(
    number: int,
    seats: Sequence[Entrant],
    status: Status,
    sitting: Sitting | None,
    result: TableResult | None,
    now: Now,
    names: Mapping[Entrant, str],
) -> TableRow:
    at = At(len(now.sheet.rounds), number)
    winners = (
        [names[name] for name, place in result.places.items() if place == 1]
        if result
        else []
    )
    return TableRow(
        number=number,
        names=joined_names([names[name] for name in seats]),
        status=status,
        is_on_paper=at in now.sheet.reported and at not in now.results,
        hands=sitting.match.hands if sitting else 0,
        missing=joined_names([names[name] for name in sitting.missing])
        if sitting
        else "",
        winners=joined_names(winners),
        minutes=_minutes_since(sitting, status),
        coming=who_comes(sitting) if sitting else "",
        has_two_results=now.has_two_results(at),
    )


def _status(
    sitting: Sitting | None, *, is_over: bool, has_phone: bool, is_time_over: bool
) -> Status:
    if sitting is not None and sitting.called_at:
        return Status.CALLS
    if is_over:
        return Status.OVER
    if sitting is not None and sitting.missing and not sitting.match.hands:
        return Status.ABSENT
    if is_time_over:
        return Status.OVERDUE
    if sitting is not None and sitting.match.hands:
        return Status.PLAYS
    if not has_phone:
        return Status.NO_PHONE
    if (
        sitting is not None
        and timezone.now() - sitting.match.created_at > FIRST_HAND_WITHIN
    ):
        return Status.LATE
    return Status.STARTS


def _minutes_since(sitting: Sitting | None, status: Status) -> int:
    since = (
        sitting.called_at if sitting is not None and status is Status.CALLS else None
    )
    return 0 if since is None else int((timezone.now() - since).total_seconds() // 60)


def results_of_round(
    now: Now, names: Mapping[Entrant, str], number: int
) -> list[TableResults]:
    """The tables of an earlier round with what each seat counts: those without a result first."""
    results = []
    for table in sorted(now.sheet.rounds[number - 1].tables):
        at = At(number, table.number)
        result = result_at(now.sheet, now.results, at)
        results.append(
            TableResults(
                number=table.number,
                names=joined_names([names[name] for name in table.seats]),
                hands=result.hands if result else 0,
                is_on_paper=at in now.sheet.reported and at not in now.results,
                has_two_results=now.has_two_results(at),
                seats=_seat_results(result, names) if result else (),
            )
        )
    return sorted(results, key=lambda each: (bool(each.seats), each.number))


def _seat_results(
    result: TableResult, names: Mapping[Entrant, str]
) -> list[SeatResult]:
    points = points_of(result)
    in_order = sorted(
        result.places, key=lambda name: (result.places[name], names[name])
    )
    return [
        SeatResult(names[name], result.totals.get(name), in_decimals(points[name]))
        for name in in_order
    ]


def rest_points(now: Now, number: int) -> str:
    """What resting counts in that round, once a table of it has a result; else nothing."""
    if not number or not now.sheet.rounds[number - 1].resting:
        return ""
    of_tables = [
        result_at(now.sheet, now.results, At(number, table.number))
        for table in now.sheet.rounds[number - 1].tables
    ]
    points = [
        won for result in of_tables if result for won in points_of(result).values()
    ]
    return in_decimals((ZERO + sum_of(points)) / len(points)) if points else ""


def seconds_left(night: Night) -> int | None:
    ends_at = night.clock_ends_at
    return (
        None
        if ends_at is None
        else max(0, int((ends_at - timezone.now()).total_seconds()))
    )
