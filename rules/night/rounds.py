"""The stages and rounds of a night, and what its tables came to: what can be said of them, and the night
after it. No answer depends on a result: a corrected hand never makes a log illegal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from rules.night import events
from rules.night.bounds import ROUNDS, STAGES, TABLES
from rules.night.events import At, entrants_named
from rules.night.refusals import NightRefusal
from rules.night.seating.values import Entrant, Round, SeatedTable, broken_wishes
from rules.night.seats import people_at, ranks_by
from rules.night.sheet import Begun, NightSheet
from rules.night.stages import Plays, Stage


def seats_of_table(sheet: NightSheet, at: At) -> tuple[Entrant, ...]:
    """Raises NightRefusal `no-such-table`."""
    seats = sheet.seats_at(at)
    if not seats:
        raise NightRefusal("no-such-table", **at._asdict())
    return seats


# Stages


def _play_stage_begun(sheet: NightSheet, event: events.StageBegun) -> NightSheet:
    if len({*event.entrants}) < len(event.entrants):
        raise NightRefusal("twice-in-a-stage")
    is_final = event.stage.plays is Plays.FINAL
    if len(sheet.stages) >= (STAGES.high if is_final else 1):
        raise NightRefusal("too-many-stages", most=STAGES.high)
    begun = Begun(event.stage, event.entrants, event.seed, sheet.last_round)
    return _with_stages(sheet, *sheet.stages, begun)


def _play_stage_changed(sheet: NightSheet, event: events.StageChanged) -> NightSheet:
    *before, begun = _stages(sheet)
    changed = replace(begun, stage=begun.stage.with_knobs(event.options))
    return _with_stages(sheet, *before, changed)


def _with_stages(sheet: NightSheet, *stages: Begun) -> NightSheet:
    """A final ranks by the stage before it, so none comes first."""
    if stages[0].stage.plays is Plays.FINAL:
        raise NightRefusal("nobody-played-yet")
    return replace(sheet, stages=stages)


def _stages(sheet: NightSheet) -> tuple[Begun, ...]:
    if not sheet.stages:
        raise NightRefusal("no-stage")
    return sheet.stages


def _play_cut(sheet: NightSheet, event: events.CutDecided) -> NightSheet:
    """What was decided in front of everybody stands: for the same people not a second time."""
    if event.at.table:
        seats_of_table(sheet, event.at)
    elif not 1 <= event.at.round <= sheet.last_round:
        raise NightRefusal("no-such-table", **event.at._asdict())
    level = {*event.level}
    if not event.through or not level.issuperset(event.through):
        raise NightRefusal("not-who-is-level", entrants=event.level)
    if any(cut.at == event.at and {*cut.level} == level for cut in sheet.cuts):
        raise NightRefusal("cut-is-decided", **event.at._asdict())
    return replace(sheet, cuts=(*sheet.cuts, event))


# Rounds


def _play_seated(sheet: NightSheet, event: events.Seated) -> NightSheet:
    *_before, begun = _stages(sheet)
    if event.round != sheet.last_round + 1:
        raise NightRefusal("not-the-next-round", round=sheet.last_round + 1)
    if event.round > ROUNDS.high:
        raise NightRefusal("too-many-rounds", most=ROUNDS.high)
    if not event.tables:
        raise NightRefusal("no-tables")
    # a file may name anybody in the wishes that it says are broken
    broken = broken_wishes(event.tables, sheet.wishes)
    made = event.made._replace(broken=broken)
    _verify_tables(made)
    _verify_sizes(sheet, begun.stage, made.tables)
    for entrant in entrants_named(event):
        if not sheet.badges[entrant].is_here:
            raise NightRefusal("not-here", entrant=entrant)
        if entrant not in begun.entrants:
            raise NightRefusal("not-in-the-stage", entrant=entrant)
    return replace(sheet, rounds=(*sheet.rounds, made), clock=0, seats_kept=None)


def _verify_tables(made: Round) -> None:
    numbers = [table.number for table in made.tables]
    if len(numbers) > TABLES.high:
        raise NightRefusal("too-many-tables", most=TABLES.high)
    if len({*numbers}) < len(numbers):
        raise NightRefusal("table-twice")
    seated = [entrant for table in made.tables for entrant in table.seats]
    for entrant, seats in Counter([*made.resting, *seated]).items():
        if seats > 1:
            raise NightRefusal("two-seats", entrant=entrant)


def _verify_sizes(
    sheet: NightSheet, stage: Stage, tables: Iterable[SeatedTable]
) -> None:
    """Two pairs are enough for a table of three or four: they sit on four chairs."""
    least, _best, most = stage.match.sizes
    for table in tables:
        people = people_at(sheet.badges, table.seats)
        if people < least or len(table.seats) > most:
            raise NightRefusal(
                "size-of-table", table=table.number, least=least, most=most
            )


def _verify_last_round(
    sheet: NightSheet, event: events.Moved | events.SeatsKept
) -> None:
    if not sheet.rounds or event.round != sheet.last_round:
        raise NightRefusal("not-the-last-round", round=sheet.last_round)


def _play_moved(sheet: NightSheet, event: events.Moved) -> NightSheet:
    """Who comes into a final instead of somebody else plays it. The next stage may have begun already."""
    _verify_last_round(sheet, event)
    for table in event.tables:
        if At(event.round, table.number) in sheet.reported:
            raise NightRefusal("has-a-result", table=table.number)
    begun = sheet.stage_of(event.round)
    seated = [table for table in event.tables if table.seats]
    _verify_sizes(sheet, begun.stage, seated)
    made = _round_with_tables(sheet, event)
    _verify_tables(made)
    gone = event.out if begun.stage.plays is Plays.FINAL else ()
    playing = [entrant for entrant in begun.entrants if entrant not in gone]
    playing += sorted(made.everybody.difference(begun.entrants))
    changed = replace(begun, entrants=tuple(playing))
    stages = tuple(changed if each is begun else each for each in sheet.stages)
    return replace(sheet, rounds=(*sheet.rounds[:-1], made), stages=stages)


def _round_with_tables(sheet: NightSheet, moved: events.Moved) -> Round:
    """The last round with these tables instead of those of their numbers, and with the wishes that they
    break. Who has no seat now rests, unless they are out."""
    before = sheet.rounds[-1]
    by_number = {table.number: table for table in (*before.tables, *moved.tables)}
    tables = tuple(table for _number, table in sorted(by_number.items()) if table.seats)
    made = Round(tables, (), broken_wishes(tables, sheet.wishes))
    resting = before.everybody - made.everybody - {*moved.out}
    return made._replace(resting=tuple(sorted(resting.intersection(sheet.here))))


def _play_seats_kept(sheet: NightSheet, event: events.SeatsKept) -> NightSheet:
    _verify_last_round(sheet, event)
    return replace(sheet, seats_kept=event)


# What tables came to


def _play_reported(sheet: NightSheet, event: events.Reported) -> NightSheet:
    seats = {*seats_of_table(sheet, event.at)}
    result = event.result
    ranks = result.places
    if ranks.keys() != seats or not {*result.totals, *result.money} <= seats:
        raise NightRefusal("not-who-sat-there", **event.at._asdict())
    if ranks != ranks_by(ranks):
        raise NightRefusal("not-places", **event.at._asdict())
    return replace(sheet, reported={**sheet.reported, event.at: event})


def _play_attached(sheet: NightSheet, event: events.Attached) -> NightSheet:
    seats_of_table(sheet, event.at)
    for at, match in sheet.attached.items():
        if match == event.match and at != event.at:
            raise NightRefusal("match-is-attached", **at._asdict())
    return replace(sheet, attached={**sheet.attached, event.at: event.match})


PLAYS: dict[type[Any], Callable[[NightSheet, Any], NightSheet]] = {
    events.StageBegun: _play_stage_begun,
    events.StageChanged: _play_stage_changed,
    events.CutDecided: _play_cut,
    events.Seated: _play_seated,
    events.Moved: _play_moved,
    events.SeatsKept: _play_seats_kept,
    events.ClockSet: lambda sheet, event: (
        replace(sheet, clock=event.until) if event.round == sheet.last_round else sheet
    ),
    events.Reported: _play_reported,
    events.ReportWithdrawn: lambda sheet, event: replace(
        sheet,
        reported={at: each for at, each in sheet.reported.items() if at != event.at},
    ),
    events.Attached: _play_attached,
}
"""What each event makes of a night. Raises NightRefusal if it cannot happen."""
