"""Changes to a published round before the first hand: somebody is missing, a table is broken up."""

from collections.abc import Callable, Iterable

from django.db import transaction

from rules.night.counting import results_of_round
from rules.night.events import At, Event, Left, Moved
from rules.night.refusals import NightRefusal
from rules.night.rounds import seats_of_table
from rules.night.seating.values import Entrant, SeatedTable
from rules.night.seats import refusal_of_crowd
from rules.night.sheet import NightSheet
from scores.core.merges import locked_circle
from scores.models import Phone
from scores.night.cards.table_cards import locked_rounds
from scores.night.changes import Changes, exchange_of_seats
from scores.night.history.taking_back import follow_log
from scores.night.log import append, now_of, results_of, tables_with_a_hand
from scores.night.models import Night


def without_entrant(sheet: NightSheet, at: At, entrant: Entrant) -> Moved:
    """Somebody did not come: their table plays short."""
    seats = seats_of_table(sheet, at)
    if entrant not in seats:
        raise NightRefusal("not-who-sat-there", **at._asdict())
    others = tuple(other for other in seats if other != entrant)
    return Moved(at.round, (SeatedTable(at.table, others),))


def without_table(sheet: NightSheet, at: At, started: Iterable[int]) -> Moved:
    """The people of the table join the smallest tables that have not `started`; who finds no seat rests."""
    most = sheet.stage_of(at.round).stage.match.sizes.most
    closed = {*started, at.table}
    before = [each for each in sheet.rounds[-1].tables if each.number not in closed]
    tables = [*before]
    for entrant in seats_of_table(sheet, at):
        for table in sorted(tables, key=lambda each: (len(each.seats), each.number)):
            joined = table._replace(seats=(*table.seats, entrant))
            is_full = len(table.seats) >= most
            if not is_full and not refusal_of_crowd(sheet, at.round, [joined]):
                tables[tables.index(table)] = joined
                break
    changed = sorted(set(tables) - set(before))
    return Moved(at.round, (SeatedTable(at.table, ()), *changed))


def move(night: Night, phone: Phone, at: At, entrant: Entrant | None) -> None:
    """Without the entrant, or with None break the table up. The matches of the tables that change begin anew.
    Raises NightRefusal, also once the table has a hand. Who was taken from it before is gone: a second tap
    changes nothing."""

    def events_of_move(sheet: NightSheet) -> list[Event]:
        badge = sheet.badges.get(entrant or 0)
        has_left = badge is not None and badge.has_left
        if has_left and entrant not in sheet.seats_at(at):
            return []
        started = _started_tables(night, sheet, at.round)
        if at.table in started:
            raise NightRefusal("has-a-result", table=at.table)
        if entrant is None:
            return [without_table(sheet, at, started)]
        short = without_entrant(sheet, at, entrant)
        return [short] if has_left else [Left(entrant), short]  # they did not come

    _write(night, phone, at.round, events_of_move)


def reseat(night: Night, phone: Phone, changes: Changes) -> None:
    """Those who should play sit down in place of those who should not, where no hand is written."""

    def events_of_exchange(sheet: NightSheet) -> list[Event]:
        started = _started_tables(night, sheet, sheet.last_round)
        made = exchange_of_seats(sheet, changes, started)
        return [made] if made else []

    _write(night, phone, now_of(night).sheet.last_round, events_of_exchange)


@transaction.atomic
def _write(
    night: Night, phone: Phone, number: int, make: Callable[[NightSheet], list[Event]]
) -> None:
    """Matches of the round first, then circle, then night."""
    locked_rounds(night, number)
    locked_circle(night.circle_id)
    follow_log(night, append(night, phone, make))


def _started_tables(night: Night, sheet: NightSheet, number: int) -> set[int]:
    """The tables of the round that have a hand or a result."""
    with_result = results_of_round(sheet, results_of(night, sheet), number)
    tables = {at.table for at, _result in with_result}
    return tables | tables_with_a_hand(night, number)
