"""Changes to a published round before the first hand: somebody is missing, a table is broken up."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import uuid4

from django.db import transaction
from django.db.models import Q

from rules.night import events
from rules.night.counting import Results, result_at
from rules.night.events import At, Event, Moved
from rules.night.refusals import NightRefusal
from rules.night.seating.values import Entrant, SeatedTable
from rules.night.seats import refusal_of_crowd
from rules.night.sheet import NightSheet
from rules.night.verify import seats_of_table
from scores.circle.archive import lifecycle
from scores.circle.circles.people import locked_circle
from scores.models import Match, Phone
from scores.night.cards.places import end_round, locked_round, seat_phones
from scores.night.log import append, results_of, sheet_of
from scores.night.models import Night, Sitting
from scores.night.seating.publishing import begin_tables


def without(sheet: NightSheet, at: At, entrant: Entrant) -> list[Event]:
    """Somebody did not come: they leave, and their table plays short."""
    seats = seats_of_table(sheet, at)
    if entrant not in seats:
        raise NightRefusal("not-who-sat-there", round=at.round, table=at.table)
    others = tuple(name for name in seats if name != entrant)
    return [events.Left(entrant), Moved(at.round, (SeatedTable(at.table, others),))]


def broken_up(sheet: NightSheet, at: At, started: Iterable[int]) -> list[Event]:
    """The people of the table join the smallest tables that have not `started`; who finds no seat rests."""
    most = sheet.stage_of(at.round).stage.match.sizes.most
    closed = {*started, at.table}
    open_tables = {
        table.number: table
        for table in sheet.rounds[-1].tables
        if table.number not in closed
    }
    joined: dict[int, SeatedTable] = {at.table: SeatedTable(at.table, ())}
    for name in seats_of_table(sheet, at):
        grown = [
            SeatedTable(number, (*seats, name))
            for number, seats in open_tables.values()
        ]
        fitting = [
            candidate
            for candidate in grown
            if len(candidate.seats) <= most
            and not refusal_of_crowd(sheet, at.round, [candidate])
        ]
        smallest = min(
            fitting,
            key=lambda candidate: (len(candidate.seats), candidate.number),
            default=None,
        )
        if smallest is not None:
            open_tables[smallest.number] = joined[smallest.number] = smallest
    return [Moved(at.round, tuple(joined.values()))]


@transaction.atomic
def move(night: Night, phone: Phone, at: At, entrant: Entrant | None) -> None:
    """Without the entrant, or with None break the table up. The matches of the tables that change begin anew.
    Raises NightRefusal, also once the table has a hand."""
    of_round = Sitting.objects.filter(place__night=night, round=at.round)
    locked_round(night, at.round)  # matches first, then circle, then night
    locked_circle(night.circle_id)
    sheet = sheet_of(night)
    started = _started_tables(night, sheet, at.round, results_of(night, sheet))
    if at.table in started:
        raise NightRefusal("has-a-result", table=at.table)
    made = (
        broken_up(sheet, at, started)
        if entrant is None
        else without(sheet, at, entrant)
    )
    moved = made[-1]
    numbers = (
        [table.number for table in moved.tables] if isinstance(moved, Moved) else []
    )
    changed = list(of_round.filter(place__number__in=numbers).select_related("match"))
    missing = {name for sitting in changed for name in sitting.missing}
    for sitting in changed:
        sitting.delete()
        bin_match(sitting.match)
    sheet = append(night, phone, lambda _now: made, uuid4().hex)
    begun = [
        (uuid4(), table) for table in sheet.rounds[-1].tables if table.number in numbers
    ]
    seat_phones(begin_tables(night, sheet, begun, missing))


def bin_match(match: Match) -> None:
    """Of a table that begins anew: the match is of no night any more, also if it is restored, and then its
    phones only watch it."""
    end_round([match])
    Match.objects.filter(pk=match.pk).update(night_table=None)
    lifecycle.delete(match)


def _started_tables(
    night: Night, sheet: NightSheet, number: int, results: Results
) -> set[int]:
    """The tables of the round that have a hand or a result."""
    sittings = Sitting.objects.filter(
        Q(match__hands__gt=0) | Q(match__finished_at__isnull=False)
    )
    of_round = sittings.filter(place__night=night, round=number)
    played = set(of_round.values_list("place__number", flat=True))
    tables = sheet.rounds[number - 1].tables
    return played | {
        candidate.number
        for candidate in tables
        if result_at(sheet, results, At(number, candidate.number))
    }
