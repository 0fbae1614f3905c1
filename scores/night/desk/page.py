"""What the page of the organiser shows of a night: clock, tables of the round, what changed, what is next."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, NamedTuple

from django.utils import timezone

from rules.tournament.counting import Results, result_at
from rules.tournament.events import At
from rules.tournament.night import Night
from rules.tournament.proposals import stage_is_over
from scores.core.notation.names import joined
from scores.night import people
from scores.night.door import rows as door
from scores.night.models import PlaceGrant, Sitting, Tournament
from scores.night.now import now_of
from scores.night.plan import Plan
from scores.night.seating.costs import broken_in_words

FIRST_HAND_WITHIN = timedelta(minutes=5)
LEADERS = 5


class Status(StrEnum):
    ABSENT = "absent"  # the table says that somebody is not there
    LATE = "late"  # no hand yet, long after the round was published
    NO_PHONE = "no-phone"
    STARTS = "starts"
    PLAYS = "plays"
    OVER = "over"


class TableRow(NamedTuple):
    number: int
    names: str
    status: Status
    hands: int
    missing: str  # the names of those


def context(tournament: Tournament) -> dict[str, Any]:
    now = now_of(tournament)
    night, results, changed = now.night, now.results, now.changed
    plan = Plan.load(tournament.plan)
    names = people.names_of(night, people.known(night))
    number = len(night.rounds)
    tables = _tables(tournament, night, results, names)
    match = (night.stages[-1].stage if night.stages else plan.stages[0]).match
    return {
        "tournament": tournament,
        "night": night,
        "round": number,
        "next_round": number + 1,
        "counter": door.counter(night, match, plan.tables),
        "tables": tables,
        "late": sum(row.status is Status.LATE for row in tables),
        "without_phone": sum(row.status is Status.NO_PHONE for row in tables),
        "playing": sum(row.status is not Status.OVER for row in tables),
        "changed": [(names[one.entrant], one.before, one.now) for one in changed.places],
        "revived": joined([names[name] for name in changed.back]),
        "outs": joined([names[name] for name in changed.out]),
        "broken": [broken_in_words(one, names) for one in night.rounds[-1].broken] if number else [],
        "leaders": [(line.place, names[line.entrant], line) for line in now.ranked[:LEADERS]],
        "is_stage_over": bool(night.stages) and stage_is_over(night, results),
        "has_next": len(night.stages) < len(plan.stages),
        "minutes_left": _minutes_left(tournament.clock_ends_at),
        "usual_minutes": plan.stages[0].match.number or 40,
    }


def _tables(
    tournament: Tournament, night: Night, results: Results, names: Mapping[int, str]
) -> list[TableRow]:
    """The tables of the last round: those that need somebody first."""
    if not night.rounds:
        return []
    number = len(night.rounds)
    sittings = Sitting.objects.filter(place__tournament=tournament, round=number).select_related("match")
    sitting_at = {sitting.place.number: sitting for sitting in sittings.select_related("place")}
    phones = set(
        PlaceGrant.objects.filter(place__tournament=tournament).values_list("place__number", flat=True)
    )
    rows = []
    for table in night.rounds[-1].tables:
        sitting = sitting_at.get(table.number)
        is_over = result_at(night, results, At(number, table.number)) is not None
        status = _status(sitting, is_over=is_over, has_phone=table.number in phones)
        seated = joined([names[name] for name in table.seats])
        missing = joined([names[name] for name in sitting.missing]) if sitting else ""
        hands = sitting.match.hands if sitting else 0
        rows.append(TableRow(table.number, seated, status, hands, missing))
    return sorted(rows, key=lambda row: (list(Status).index(row.status), row.number))


def _status(sitting: Sitting | None, *, is_over: bool, has_phone: bool) -> Status:
    match = sitting.match if sitting else None
    if is_over:
        return Status.OVER
    if match is not None and match.hands:
        return Status.PLAYS
    if sitting is not None and sitting.missing:
        return Status.ABSENT
    if not has_phone:
        return Status.NO_PHONE
    if match is not None and timezone.now() - match.created_at > FIRST_HAND_WITHIN:
        return Status.LATE
    return Status.STARTS


def _minutes_left(ends: datetime | None) -> int | None:
    return None if ends is None else round((ends - timezone.now()).total_seconds() / 60)
