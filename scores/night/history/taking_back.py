"""Taking back an entry of the log, and the matches of the tables that follow it."""

from collections.abc import Sequence

from django.db import transaction

from rules.night.events import At, Attached, TakenBack
from rules.night.refusals import NightRefusal
from rules.night.seating.values import SeatedTable
from rules.night.sheet import NightSheet
from scores.core.merges import locked_circle
from scores.core.notation.names import joined_names
from scores.models import Phone
from scores.night.cards.table_cards import hand_back, locked_rounds
from scores.night.log import (
    NightStep,
    append,
    night_sittings,
    now_of,
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
