"""Changes to a published round before the first hand: somebody is missing, a table is broken up."""

from collections.abc import Iterable

from django.db import transaction
from django.db.models import Q

from rules.night.counting import Results, results_of_round
from rules.night.events import At, Event, Left, Moved
from rules.night.refusals import NightRefusal
from rules.night.seating.values import Entrant, SeatedTable
from rules.night.seats import chairs_of, limit_of
from rules.night.sheet import NightSheet
from rules.night.verify import seats_of_table
from scores.core.merges import locked_circle
from scores.models import Phone
from scores.night.cards.places import locked_rounds
from scores.night.changes import Changes, reseated
from scores.night.history.taking_back import follow_log
from scores.night.log import append, results_of, sheet_of
from scores.night.models import Night, Sitting
from scores.night.seating.arrivals import OpenTables


def without_entrant(sheet: NightSheet, at: At, entrant: Entrant) -> Moved:
    """Somebody did not come: their table plays short."""
    seats = seats_of_table(sheet, at)
    if entrant not in seats:
        raise NightRefusal("not-who-sat-there", **at._asdict())
    others = tuple(other for other in seats if other != entrant)
    return Moved(at.round, (SeatedTable(at.table, others),))


def without_table(sheet: NightSheet, at: At, started: Iterable[int]) -> Moved:
    """The people of the table join the smallest tables that have not `started`; who finds no seat rests."""
    match = sheet.stage_of(at.round).stage.match
    before = {table.number: table for table in sheet.rounds[-1].tables}
    others = OpenTables(
        {
            number: [*table.seats]
            for number, table in before.items()
            if number not in {*started, at.table}
        },
        [*seats_of_table(sheet, at)],
        match.sizes,
        chairs_of(sheet, sheet.badges),
        limit_of(match),
    )
    others.sit_down(match.sizes.most)
    joined = [
        table for table in others.seated_tables() if table != before[table.number]
    ]
    return Moved(at.round, (SeatedTable(at.table, ()), *joined))


@transaction.atomic
def move(night: Night, phone: Phone, at: At, entrant: Entrant | None) -> None:
    """Without the entrant, or with None break the table up. The matches of the tables that change begin anew.
    Raises NightRefusal, also once the table has a hand. Who was taken from it before is gone: a second tap
    changes nothing."""
    sheet, started = _locked(night, at.round)
    badge = sheet.badges.get(entrant or 0)
    if badge and badge.has_left and entrant not in sheet.seats_at(at):
        return
    if at.table in started:
        raise NightRefusal("has-a-result", table=at.table)
    made: list[Event] = []
    if entrant is None:
        made.append(without_table(sheet, at, started))
    else:
        made.append(without_entrant(sheet, at, entrant))
        if not sheet.badges[entrant].has_left:
            made.insert(0, Left(entrant))  # they did not come
    follow_log(night, sheet, append(night, phone, lambda _now: made))


@transaction.atomic
def reseat(night: Night, phone: Phone, changes: Changes) -> None:
    """Those who should play sit down in place of those who should not, where no hand is written."""
    sheet, started = _locked(night, sheet_of(night).last_round)
    moved = reseated(sheet, changes, started)
    if moved is not None:
        follow_log(night, sheet, append(night, phone, lambda _now: [moved]))


def _locked(night: Night, number: int) -> tuple[NightSheet, set[int]]:
    """The night with the round locked, and its tables that have a hand or a result."""
    locked_rounds(night, number)  # matches first, then circle, then night
    locked_circle(night.circle_id)
    sheet = sheet_of(night)
    return sheet, _started_tables(night, sheet, number, results_of(night, sheet))


def _started_tables(
    night: Night, sheet: NightSheet, number: int, results: Results
) -> set[int]:
    """The tables of the round that have a hand or a result."""
    sittings = Sitting.objects.filter(
        Q(match__hands__gt=0) | Q(match__finished_at__isnull=False)
    )
    of_round = sittings.filter(place__night=night, round=number)
    played = set(of_round.values_list("place__number", flat=True))
    with_result = results_of_round(sheet, results, number)
    return played | {at.table for at, _result in with_result}
