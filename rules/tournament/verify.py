"""What can happen in a night. No answer depends on a result: a corrected hand never makes a log illegal."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from rules.tournament import events
from rules.tournament.bounds import ENTRANTS, EVENTS, ROUNDS, STAGES, TABLES
from rules.tournament.events import At, Event, entrants_named
from rules.tournament.night import Begun, Night
from rules.tournament.refusals import NightRefusal
from rules.tournament.seating.values import Entrant, Round, SeatedTable
from rules.tournament.stages import Points, Who


def verify(night: Night, event: Event) -> None:
    """Raise NightRefusal if the event cannot happen now."""
    if night.is_over and not isinstance(event, (events.Reported, events.PrizeGiven, events.Paid)):
        raise NightRefusal("night-is-over")
    for entrant in entrants_named(event):
        if entrant not in night.badges:
            raise NightRefusal("no-such-entrant", entrant=entrant)
    check = _CHECKS.get(type(event))
    if check is not None:
        check(night, event)


def verify_room(before: int, event: Event) -> None:
    """Raise NightRefusal if a log of so many events takes no more. The night can still be ended."""
    if before >= EVENTS.high and not isinstance(event, events.Ended):
        raise NightRefusal("log-full", most=EVENTS.high)


def can(night: Night, event: Event) -> bool:
    try:
        verify(night, event)
    except NightRefusal:
        return False
    return True


def _entered(night: Night, event: events.Entered) -> None:
    if event.entrant in night.badges:
        raise NightRefusal("number-taken", entrant=event.entrant)
    if len(night.badges) >= ENTRANTS.high:
        raise NightRefusal("night-full", most=ENTRANTS.high)
    _check_people(night, event.entrant, event.people)


def _substituted(night: Night, event: events.Substituted) -> None:
    _check_people(night, event.entrant, event.people)


def _check_people(night: Night, entrant: Entrant, people: tuple[int, ...]) -> None:
    if not 1 <= len(set(people)) == len(people) <= 2:
        raise NightRefusal("one-or-two-people", people=people)
    asked = set(people)
    for name, badge in night.badges.items():
        if not asked.isdisjoint(badge.people) and name != entrant:
            raise NightRefusal("is-in-already", person=min(asked & set(badge.people)), entrant=name)


def _here(night: Night, event: events.Left | events.Away) -> None:
    badge = night.badges[event.entrant]
    if badge.has_left or (badge.is_away and isinstance(event, events.Away)):
        raise NightRefusal("not-here", entrant=event.entrant)


def _gone(night: Night, event: events.Back) -> None:
    if night.badges[event.entrant].is_here:
        raise NightRefusal("is-here", entrant=event.entrant)


def _kept_apart(night: Night, event: events.KeptApart) -> None:
    if event.first == event.other:
        raise NightRefusal("apart-from-himself", entrant=event.first)


def _begun(night: Night, event: events.StageBegun) -> None:
    named = entrants_named(event)
    if len(set(named)) < len(named):
        raise NightRefusal("twice-in-a-stage")
    if len(night.stages) >= STAGES.high:
        raise NightRefusal("too-many-stages", most=STAGES.high)
    event.stage.turned({})  # refuses knobs that contradict each other
    if not night.stages and event.stage.enters.who not in (Who.EVERYBODY, Who.BEST_OF_TABLE):
        raise NightRefusal("nobody-played-yet", who=str(event.stage.enters.who))
    if event.stage.enters.who is Who.OTHERS:
        _begun_beside(night, named)


def _begun_beside(night: Night, named: tuple[Entrant, ...]) -> None:
    if len(night.rounds) > night.stages[-1].after:
        raise NightRefusal("round-is-seated", round=len(night.rounds))
    if any(not set(named).isdisjoint(night.stages[place].entrants) for place in night.now):
        raise NightRefusal("twice-in-a-stage")


def _turned(night: Night, event: events.KnobsChanged) -> None:
    _check_stage(night)
    night.stages[night.now.start].stage.turned(event.options)


def _check_stage(night: Night) -> None:
    if not night.stages:
        raise NightRefusal("no-stage")


def _seated(night: Night, event: events.Seated) -> None:
    _check_stage(night)
    if event.round != len(night.rounds) + 1:
        raise NightRefusal("not-the-next-round", round=len(night.rounds) + 1)
    if event.round > ROUNDS.high:
        raise NightRefusal("too-many-rounds", most=ROUNDS.high)
    if not event.tables:
        raise NightRefusal("no-tables")
    _check_tables(event.tables, event.resting)
    _check_sizes(night, event.round, event.tables)
    for entrant in entrants_named(event):
        if not night.badges[entrant].is_here:
            raise NightRefusal("not-here", entrant=entrant)
    for seats in (*(table.seats for table in event.tables), *((name,) for name in event.resting)):
        _check_all_play(night.stage_of(event.round, seats), seats)


def _check_all_play(begun: Begun, seats: tuple[Entrant, ...]) -> None:
    playing = set(begun.entrants)
    for entrant in seats:
        if entrant not in playing:
            raise NightRefusal("not-in-the-stage", entrant=entrant)


def _check_tables(tables: tuple[SeatedTable, ...], resting: tuple[Entrant, ...]) -> None:
    numbers = [table.number for table in tables]
    if len(numbers) > TABLES.high:
        raise NightRefusal("too-many-tables", most=TABLES.high)
    if len(set(numbers)) < len(numbers):
        raise NightRefusal("table-twice")
    seated = [*resting, *(name for table in tables for name in table.seats)]
    for name in seated:
        if seated.count(name) > 1:
            raise NightRefusal("two-seats", entrant=name)


def _check_sizes(night: Night, number: int, tables: Iterable[SeatedTable]) -> None:
    for table in tables:
        sizes = night.stage_of(number, table.seats).stage.match.sizes
        if not sizes.least <= len(table.seats) <= sizes.most:
            raise NightRefusal("size-of-table", table=table.number, least=sizes.least, most=sizes.most)


def _moved(night: Night, event: events.Moved) -> None:
    if not night.rounds or event.round != len(night.rounds):
        raise NightRefusal("not-the-last-round", round=len(night.rounds))
    for table in event.tables:
        if At(event.round, table.number) in night.reported:
            raise NightRefusal("has-a-result", table=table.number)
    seated = [table for table in event.tables if table.seats]
    _check_sizes(night, event.round, seated)
    for table in seated:
        begun = night.stage_of(event.round, table.seats)
        if begun.is_beside:
            _check_all_play(begun, table.seats)
    after = with_tables(night, event.tables)
    _check_tables(after.tables, after.resting)


def with_tables(night: Night, tables: tuple[SeatedTable, ...]) -> Round:
    """The last round with these tables instead of those of their numbers. Who has no seat now rests."""
    made = night.rounds[-1]
    by_number = {table.number: table for table in (*made.tables, *tables)}
    saved = tuple(by_number[number] for number in sorted(by_number) if by_number[number].seats)
    seated = {name for table in saved for name in table.seats}
    before = {*made.resting, *(name for table in made.tables for name in table.seats)}
    return Round(saved, tuple(sorted((before - seated) & set(night.here))), made.broken)


def table_at(night: Night, at: At) -> SeatedTable:
    """Raises NightRefusal `no-such-table`."""
    if 1 <= at.round <= len(night.rounds):
        for table in night.rounds[at.round - 1].tables:
            if table.number == at.table:
                return table
    raise NightRefusal("no-such-table", round=at.round, table=at.table)


def _reported(night: Night, event: events.Reported) -> None:
    seats = set(table_at(night, event.at).seats)
    result = event.result
    if set(result.places) != seats or not set(result.totals) | set(result.money) <= seats:
        raise NightRefusal("not-who-sat-there", round=event.at.round, table=event.at.table)
    points = night.stage_of(event.at.round, seats).stage.points
    needed = {Points.MATCH: result.totals, Points.MONEY: result.money}.get(points, result.places)
    if set(needed) != seats:
        raise NightRefusal("no-totals", round=event.at.round, table=event.at.table)
    places = list(result.places.values())
    if any(place != 1 + sum(other < place for other in places) for place in places):
        raise NightRefusal("not-places", round=event.at.round, table=event.at.table)


def _attached(night: Night, event: events.Attached) -> None:
    table_at(night, event.at)
    for at, match in night.attached.items():
        if match == event.match and at != event.at:
            raise NightRefusal("match-is-attached", round=at.round, table=at.table)


def _bought(night: Night, event: events.LifeBought) -> None:
    _check_stage(night)
    begun = night.stage_of(len(night.rounds) + 1, (event.entrant,))
    played = len(night.rounds) - begun.after
    if played > begun.stage.lives.bought_until or not begun.stage.lives.given:
        raise NightRefusal("no-life-to-buy", until=begun.stage.lives.bought_until)
    if event.entrant not in begun.entrants:
        raise NightRefusal("not-in-the-stage", entrant=event.entrant)


_CHECKS: dict[type[Any], Callable[[Night, Any], None]] = {
    events.Entered: _entered,
    events.Left: _here,
    events.Away: _here,
    events.Back: _gone,
    events.Substituted: _substituted,
    events.KeptApart: _kept_apart,
    events.StageBegun: _begun,
    events.KnobsChanged: _turned,
    events.Seated: _seated,
    events.Moved: _moved,
    events.Reported: _reported,
    events.Attached: _attached,
    events.LifeBought: _bought,
}
