"""What can happen in a night. No answer depends on a result: a corrected hand never makes a log illegal."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from rules.night import events
from rules.night.bounds import ENTRANTS, EVENTS, ROUNDS, STAGES, TABLES
from rules.night.events import At, Event, LogFact, entrants_named
from rules.night.refusals import NightRefusal
from rules.night.seating.values import Entrant, Round, SeatedTable, broken_wishes
from rules.night.seats import people_at
from rules.night.sheet import NightSheet
from rules.night.stages import Plays, Stage

_OF_RESULTS = (
    events.Reported,
    events.ReportWithdrawn,
    events.PrizeGiven,
    events.Paid,
)
_AFTER_THE_END = (*_OF_RESULTS, events.Ended, events.Reopened)
_BESIDE_ROUNDS = (*_OF_RESULTS, events.Attached)


def verify(sheet: NightSheet, event: Event) -> None:
    """Raise NightRefusal if the event cannot happen now. What is so already changes nothing."""
    if sheet.is_over and not isinstance(event, _AFTER_THE_END):
        raise NightRefusal("night-is-over")
    for entrant in entrants_named(event):
        if entrant not in sheet.badges:
            raise NightRefusal("no-such-entrant", entrant=entrant)
    check = _CHECKS.get(type(event))
    if check is not None:
        check(sheet, event)


def verify_taken_back(
    sheet: NightSheet, event: Event, later: Iterable[LogFact]
) -> None:
    """Raise NightRefusal if the event, before these, has to stay. A round stands on all that was said before
    it was published, but for results and money."""
    if isinstance(event, (events.Ended, events.Reopened)):
        raise NightRefusal("not-taken-back")
    if isinstance(event, _BESIDE_ROUNDS):
        return
    if sheet.is_over:
        raise NightRefusal("night-is-over")
    for fact in later:
        if isinstance(fact.event, events.Seated):
            raise NightRefusal("stands-on-it", entry=fact.entry)


def verify_room(before: int, event: Event) -> None:
    """Raise NightRefusal if a log of so many events takes no more. The night can still be ended."""
    if before >= EVENTS.high and not isinstance(event, events.Ended):
        raise NightRefusal("log-full", most=EVENTS.high)


def _verify_entered(sheet: NightSheet, event: events.Entered) -> None:
    if event.entrant in sheet.badges:
        raise NightRefusal("number-taken", entrant=event.entrant)
    if len(sheet.badges) >= ENTRANTS.high:
        raise NightRefusal("night-full", most=ENTRANTS.high)
    _check_people(sheet, event)


def verify_arrival(sheet: NightSheet, people: Sequence[int]) -> None:
    """Raise NightRefusal where the first of these is in the night already, here or with somebody else. Only
    the door asks, for names that somebody typed."""
    entrant = sheet.entrant_of(people[0])
    if entrant is None:
        return
    badge = sheet.badges[entrant]
    if badge.is_here:
        raise NightRefusal("is-here", entrant=entrant)
    if not {*people} <= {*badge.people}:
        raise NightRefusal("is-in-already", person=people[0], entrant=entrant)


def _check_people(
    sheet: NightSheet, event: events.Entered | events.Substituted
) -> None:
    people = event.people
    if not 1 <= len(set(people)) == len(people) <= 2:
        raise NightRefusal("one-or-two-people", people=people)
    asked = set(people)
    for entrant, badge in sheet.badges.items():
        if not asked.isdisjoint(badge.people) and entrant != event.entrant:
            raise NightRefusal(
                "is-in-already", person=min(asked & set(badge.people)), entrant=entrant
            )


def _verify_removed(sheet: NightSheet, event: events.Removed) -> None:
    if sheet.rounds:
        raise NightRefusal("round-is-seated", round=sheet.last_round)


def _verify_pair(
    sheet: NightSheet, event: events.KeptApart | events.KeptTogether
) -> None:
    if event.first == event.other:
        raise NightRefusal("apart-from-itself", entrant=event.first)


def _verify_stage_begun(sheet: NightSheet, event: events.StageBegun) -> None:
    if len(set(event.entrants)) < len(event.entrants):
        raise NightRefusal("twice-in-a-stage")
    is_final = event.stage.plays is Plays.FINAL
    if is_final and not sheet.stages:
        raise NightRefusal("nobody-played-yet")
    if len(sheet.stages) >= (STAGES.high if is_final else 1):
        raise NightRefusal("too-many-stages", most=STAGES.high)


def _verify_stage_changed(sheet: NightSheet, event: events.StageChanged) -> None:
    _check_stage(sheet)
    sheet.last_stage.with_knobs(event.options)


def _verify_cut(sheet: NightSheet, event: events.CutDecided) -> None:
    """What was decided in front of everybody stands: for the same people not a second time."""
    if event.at.table:
        seats_of_table(sheet, event.at)
    elif not 1 <= event.at.round <= sheet.last_round:
        raise NightRefusal("no-such-table", round=event.at.round, table=0)
    if not event.through or not set(event.through) <= set(event.level):
        raise NightRefusal("not-who-is-level", entrants=event.level)
    if any(
        cut.at == event.at and set(cut.level) == set(event.level) for cut in sheet.cuts
    ):
        raise NightRefusal("cut-is-decided", **event.at._asdict())


def _check_stage(sheet: NightSheet) -> None:
    if not sheet.stages:
        raise NightRefusal("no-stage")


def _verify_seated(sheet: NightSheet, event: events.Seated) -> None:
    _check_stage(sheet)
    if event.round != sheet.last_round + 1:
        raise NightRefusal("not-the-next-round", round=sheet.last_round + 1)
    if event.round > ROUNDS.high:
        raise NightRefusal("too-many-rounds", most=ROUNDS.high)
    if not event.tables:
        raise NightRefusal("no-tables")
    _check_tables(event.tables, event.resting)
    begun = sheet.stage_of(event.round)
    _check_sizes(sheet, begun.stage, event.tables)
    playing = set(begun.entrants)
    for entrant in entrants_named(event):
        if not sheet.badges[entrant].is_here:
            raise NightRefusal("not-here", entrant=entrant)
        if entrant not in playing:
            raise NightRefusal("not-in-the-stage", entrant=entrant)


def _check_tables(
    tables: tuple[SeatedTable, ...], resting: tuple[Entrant, ...]
) -> None:
    numbers = [table.number for table in tables]
    if len(numbers) > TABLES.high:
        raise NightRefusal("too-many-tables", most=TABLES.high)
    if len(set(numbers)) < len(numbers):
        raise NightRefusal("table-twice")
    seated = [*resting, *(entrant for table in tables for entrant in table.seats)]
    for entrant, seats in Counter(seated).items():
        if seats > 1:
            raise NightRefusal("two-seats", entrant=entrant)


def _check_sizes(
    sheet: NightSheet, stage: Stage, tables: Iterable[SeatedTable]
) -> None:
    """Two pairs are enough for a table of three or four: they sit on four chairs."""
    sizes = stage.match.sizes
    for table in tables:
        people = people_at(sheet.badges, table.seats)
        if people < sizes.least or len(table.seats) > sizes.most:
            raise NightRefusal(
                "size-of-table", table=table.number, least=sizes.least, most=sizes.most
            )


def _check_last_round(
    sheet: NightSheet, event: events.Moved | events.SeatsKept
) -> None:
    if not sheet.rounds or event.round != sheet.last_round:
        raise NightRefusal("not-the-last-round", round=sheet.last_round)


def _verify_moved(sheet: NightSheet, event: events.Moved) -> None:
    _check_last_round(sheet, event)
    for table in event.tables:
        if At(event.round, table.number) in sheet.reported:
            raise NightRefusal("has-a-result", table=table.number)
    seated = [table for table in event.tables if table.seats]
    _check_sizes(sheet, sheet.stage_of(event.round).stage, seated)
    after = with_tables(sheet, event)
    _check_tables(after.tables, after.resting)


def with_tables(sheet: NightSheet, moved: events.Moved) -> Round:
    """The last round with these tables instead of those of their numbers, and with the wishes that they
    break. Who has no seat now rests, unless they are out."""
    made = sheet.rounds[-1]
    by_number = {table.number: table for table in (*made.tables, *moved.tables)}
    saved = tuple(
        by_number[number] for number in sorted(by_number) if by_number[number].seats
    )
    seated = {entrant for table in saved for entrant in table.seats}
    resting = (made.everybody - seated - {*moved.out}).intersection(sheet.here)
    broken = broken_wishes(saved, sheet.wishes)
    return Round(saved, tuple(sorted(resting)), broken)


def seats_of_table(sheet: NightSheet, at: At) -> tuple[Entrant, ...]:
    """Raises NightRefusal `no-such-table`."""
    seats = sheet.seats_at(at)
    if not seats:
        raise NightRefusal("no-such-table", **at._asdict())
    return seats


def _verify_reported(sheet: NightSheet, event: events.Reported) -> None:
    seats = set(seats_of_table(sheet, event.at))
    result = event.result
    if (
        set(result.places) != seats
        or not set(result.totals) | set(result.money) <= seats
    ):
        raise NightRefusal("not-who-sat-there", **event.at._asdict())
    ranks = list(result.places.values())
    if any(rank != 1 + sum(other < rank for other in ranks) for rank in ranks):
        raise NightRefusal("not-places", **event.at._asdict())


def _verify_attached(sheet: NightSheet, event: events.Attached) -> None:
    seats_of_table(sheet, event.at)
    for at, match in sheet.attached.items():
        if match == event.match and at != event.at:
            raise NightRefusal("match-is-attached", **at._asdict())


_CHECKS: dict[type[Any], Callable[[NightSheet, Any], None]] = {
    events.Entered: _verify_entered,
    events.Substituted: _check_people,
    events.Removed: _verify_removed,
    events.KeptApart: _verify_pair,
    events.KeptTogether: _verify_pair,
    events.StageBegun: _verify_stage_begun,
    events.StageChanged: _verify_stage_changed,
    events.CutDecided: _verify_cut,
    events.Seated: _verify_seated,
    events.Moved: _verify_moved,
    events.SeatsKept: _check_last_round,
    events.Reported: _verify_reported,
    events.Attached: _verify_attached,
}
