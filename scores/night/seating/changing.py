"""Changes to a published round, and the matches of its tables that follow: an entry of the log is taken back;
before the first hand somebody is missing, a table is broken up, others should play."""

from collections.abc import Callable, Iterable, Sequence

from django.db import transaction

from rules.night.counting import results_of_round
from rules.night.events import At, Attached, Event, Left, Moved, TakenBack
from rules.night.refusals import NightRefusal
from rules.night.rounds import seats_of_table
from rules.night.seating.values import Entrant, SeatedTable
from rules.night.seats import refusal_of_crowd
from rules.night.sheet import NightSheet
from scores.core.merges import locked_circle
from scores.core.notation.names import joined_names
from scores.models import Phone
from scores.night.cards.table_cards import hand_back, locked_rounds
from scores.night.changes import Changes, exchange_of_seats
from scores.night.log import (
    NightStep,
    append,
    night_sittings,
    now_of,
    results_of,
    save_plan,
    tables_with_a_hand,
)
from scores.night.models import Night
from scores.night.seating.matches import become_table, begin_tables, dissolve


@transaction.atomic
def take_back(night: Night, phone: Phone, entries: Sequence[int]) -> None:
    """Take back what was written together, the newest first, and let the tables follow; a second tap changes
    nothing. Raises NightRefusal."""
    now = now_of(night)
    last = now.sheet.last_round
    said = [now.played.log[entry] for entry in entries]
    attached = [event.at.round for event in said if isinstance(event, Attached)]
    locked_rounds(night, last - 1, last, *attached)  # then circle, then night
    locked_circle(night.circle_id)
    try:
        step = append(night, phone, lambda _now: map(TakenBack, entries[::-1]))
    except NightRefusal as refused:
        if refused.code == "not-in-force":
            return
        raise
    follow_log(night, step)
    before, after = step
    for at, match in before.attached.items():
        if after.attached.get(at) != match:
            _detach(night, after, at)
    if before.stages and after.stages and before.last_stage != after.last_stage:
        save_plan(night, lambda plan: plan.with_stage(after.last_stage))


def follow_log(night: Night, step: NightStep) -> None:
    """The matches of the tables that differ in the last round begin anew, or are gone with it; then the
    phones of the tables keep score in the round before again. Matches, circle and night are locked. Raises
    NightRefusal `has-a-result` for tables with a hand."""
    before, after = step
    number = before.last_round
    changed = changed_tables(night, before, after)
    if not changed:
        return
    sittings = list(night_sittings(night, number, changed).select_related("match"))
    missing = {entrant for sitting in sittings for entrant in sitting.missing}
    dissolve(night.circle.after_merges(), [sitting.match for sitting in sittings])
    if after.last_round < number:
        hand_back(night, number - 1)
        return
    begun = [table for table in after.tables_of(number) if table.number in changed]
    begin_tables(night, after, begun, missing)


def changed_tables(night: Night, before: NightSheet, after: NightSheet) -> set[int]:
    """The tables of the last round of `before` at which others sit after it, or nobody. Raises NightRefusal
    `has-a-result` for those at which somebody has scored."""
    number = before.last_round
    tables = {*before.tables_of(number)} ^ {*after.tables_of(number)}
    changed = {table.number for table in tables}
    begun = changed and changed & tables_with_a_hand(night, number)
    if begun:
        names = joined_names([*map(str, sorted(begun))])
        raise NightRefusal("has-a-result", table=names)
    return changed


def _detach(night: Night, sheet: NightSheet, at: At) -> None:
    """The match that was attached is of no table any more; in the last round another one begins there."""
    for sitting in night_sittings(night, at.round, [at.table]).select_related("match"):
        sitting.delete()
        become_table(sitting.match.circle, [sitting.match_id], None)
    if at.round == sheet.last_round:
        table = SeatedTable(at.table, sheet.seats_at(at))
        begin_tables(night, sheet, [table])


# Before the first hand


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
        if badge and badge.has_left and entrant not in sheet.seats_at(at):
            return []
        started = _started_tables(night, sheet, at.round)
        if at.table in started:
            raise NightRefusal("has-a-result", table=at.table)
        if entrant is None:
            return [without_table(sheet, at, started)]
        return [Left(entrant), without_entrant(sheet, at, entrant)]

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
