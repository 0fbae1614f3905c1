"""How the nights of a group come into its file and out of it (docs/RECORDS.md#a-circle)."""

from collections import defaultdict
from collections.abc import Callable, Container, Iterator, Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Count, Max, Min, Sum, TextField
from django.db.models.functions import Cast, Length

from rules.errors import BadRecord, Illegal, Malformed
from rules.kinds import Document, within
from rules.night.bounds import ROUNDS, TABLES
from rules.night.events import Event
from rules.night.play import replay
from rules.night.stored.log_json import event_of
from rules.night.stored.nights_of_1_0 import Row, entries_of_today, plan_of_today
from rules.validators import UID
from scores.core.merges import merges_into, same_after
from scores.models import Circle, Player
from scores.night import log
from scores.night.cards import table_cards
from scores.night.models import Night, NightEntry, Plan, Sitting
from scores.night.seating.matches import become_table
from scores.transfer.lines import NightLine
from scores.transfer.tables import NightEntryLine, SittingLine, inside

COLUMNS = ("uid", "name", "created_at", "finished_at", "starts_on", "starts_at")
ATTACHED = "attached"  # names a match; null if that is gone for good
SAT = Sitting.objects.filter(match__deleted_at=None)
# Of a line, with room
NIGHT_BYTES = 3_000
EVENT_BYTES = 90
TABLE_BYTES = 60


def lines_of(circle: Circle, matches: Container[int]) -> Iterator[NightLine]:
    """Nights with one of these matches, and those without any, oldest first. One whose people were split off
    with another group stays behind. Each as far as a file can be read: up to 1.0.0 one could bring more."""
    nights_here = circle.nights.filter(deleted_at=None).order_by("created_at", "uid")
    if not nights_here:
        return
    persons = _persons(circle)
    uids = dict(circle.matches.values_list("pk", "uid"))
    for night in nights_here:
        sittings = SAT.filter(table__night=night)
        sat = list(sittings.values_list("round", "table__number", "match"))
        if sat and not any(match in matches for _round, _table, match in sat):
            continue
        rows = list(night.entries.values_list("kind", "payload", "at"))[
            : len(log.replay_of(night).log)
        ]
        if any(
            person not in persons
            for _kind, facts, _at in rows
            for person in facts.get("people", ())
        ):
            continue
        played = sorted(
            SittingLine(at, table, uids[match])
            for at, table, match in sat
            if match in matches
            and match in uids
            and ROUNDS.holds(at)
            and TABLES.holds(table)
        )
        entries = tuple(
            _entry(kind, payload, at, persons, uids) for kind, payload, at in rows
        )
        columns = {name: getattr(night, name) for name in COLUMNS}
        yield NightLine(
            plan=night.plan, entries=entries, matches=tuple(played), **columns
        )


def _persons(circle: Circle) -> dict[int, UUID]:
    """Everybody of the group by key; who became somebody else when another group was merged into it is that
    one. Whom a group took along when it was split off again is not there."""
    persons = dict(circle.players.values_list("pk", "uid"))
    same = same_after(merges_into(circle))
    return persons | {
        player: persons[here] for player, here in same.items() if here in persons
    }


def _entry(
    kind: str,
    payload: Document,
    at: Any,
    persons: Mapping[int, UUID],
    matches: Mapping[int, UUID],
) -> NightEntryLine:
    """People and matches by their uid; None for a match that is gone for good."""
    facts = dict(payload)
    if "people" in facts:
        facts["people"] = [str(persons[person]) for person in facts["people"]]
    if kind == ATTACHED:
        match = matches.get(facts["match"])
        facts["match"] = match and str(match)
    return NightEntryLine(kind, facts, at)


def bytes_of(circle: Circle) -> dict[int, int]:
    """A night is in the files of its first and of its last match: each has room for it."""
    rows = NightEntry.objects.filter(night__circle=circle).order_by().values("night")
    counted = rows.annotate(
        events=Count("pk"), letters=Sum(Length(Cast("payload", TextField())))
    )
    sat = Sitting.objects.filter(table__night__circle=circle).values("table__night")
    ends = sat.annotate(first=Min("match"), last=Max("match"), tables=Count("pk"))
    size_of = {
        row["night"]: EVENT_BYTES * row["events"] + 2 * row["letters"]
        for row in counted
    }
    if not size_of:
        return {}
    bytes_by_match = defaultdict[int, int](int)
    for row in ends:
        size = (
            NIGHT_BYTES
            + size_of.get(row["table__night"], 0)
            + TABLE_BYTES * row["tables"]
        )
        for match in {row["first"], row["last"]}:
            bytes_by_match[match] += size
    return bytes_by_match


def plan_of(document: Document) -> Document:
    """The plan as it is stored."""
    return Plan.load(plan_of_today(document)).dump()


def write(circle: Circle, line: NightLine, players: Mapping[UUID, Player]) -> None:
    """Add the night, unless it is here; then only its tables whose matches came with this file."""
    night = circle.nights.filter(uid=line.uid).first()
    matches = dict(circle.matches.values_list("uid", "pk"))
    if night is None:
        with inside("night"):
            events = events_of(
                line,
                lambda uid: players[UUID(uid)].pk,
                lambda uid: matches[UUID(uid)],
            )
            _verify_legal(events)
        night = Night.objects.create(
            circle=circle,
            plan=plan_of(line.plan),
            **{name: getattr(line, name) for name in COLUMNS},
        )
        log.import_events(night, events, _times(line, len(events)))
    _seat(night, line, matches)


def _times(line: NightLine, events: int) -> list[datetime]:
    """When each was written. A night of 1.0.0 may have fewer of them, or its end besides."""
    times = [entry.at for entry in line.entries]
    return [*times, *[times[-1]] * events][:events]


def _seat(night: Night, line: NightLine, matches: Mapping[UUID, int]) -> None:
    """Also matches that were here already, which count otherwise from now on."""
    table_of = table_cards.of_numbers(night, {table.table for table in line.matches})
    sheet = log.sheet_of(night)
    of_circle = Sitting.objects.filter(match__circle=night.circle)
    known = set(of_circle.values_list("match", flat=True))
    known_at = set(SAT.filter(table__night=night).values_list("round", "table__number"))
    came: dict[int, list[int]] = defaultdict(list)
    for number, table, uid in line.matches:
        match = matches.get(uid)
        if match is not None and match not in known and (number, table) not in known_at:
            known.add(match)
            known_at.add((number, table))
            came[table].append(match)
            log.sitting_of(sheet, table_of[table], number, match_id=match).save()
    for table, new in came.items():
        become_table(night.circle, new, table)


# Checks


def verify(line: NightLine, persons: Container[UUID], matches: Container[UUID]) -> None:
    """Raise BadRecord for people and matches that no earlier line has, and for a log that cannot be."""
    numbers: dict[UUID, int] = {}

    def number_of_code(known: Container[UUID], code: str) -> Number:
        def number(value: Any) -> int:
            uid = UID.read(value)
            if uid not in known:
                raise BadRecord("is in no line before", code)
            return numbers.setdefault(uid, len(numbers) + 1)

        return number

    try:
        plan_of(line.plan)
    except (KeyError, TypeError, ValueError, AttributeError, Illegal) as error:
        raise BadRecord(str(error), "night", "plan") from error
    person = number_of_code(persons, "seat")
    _verify_legal(events_of(line, person, number_of_code(matches, "match")))
    for index, table in enumerate(line.matches):
        if table.match not in matches:
            raise BadRecord("is in no line before", "match", "matches", index, 2)


def _verify_legal(log: list[Event]) -> None:
    outcome = replay(log)
    if outcome.refusal:
        code = outcome.refusal.code
        step = len(outcome.log)
        raise BadRecord(code, "night", "entries", step) from outcome.refusal


Number = Callable[[Any], int]
"""The key of what a file names by its uid."""


def events_of(line: NightLine, person: Number, match: Number) -> list[Event]:
    """The log, with keys in place of uids. Raises BadRecord for what is no event."""
    log = []
    rows = [(kind, payload) for kind, payload, _at in line.entries]
    for index, (kind, payload) in _rows_of_today(rows):
        facts = dict(payload)
        with inside("entries", index, 1):
            if isinstance(people := facts.get("people"), list):
                with inside("people"):
                    facts["people"] = [
                        within(turn, person, uid) for turn, uid in enumerate(people)
                    ]
            if kind == ATTACHED:
                uid = facts.get("match")
                key = -index - 1 if uid is None else within("match", match, uid)
                facts["match"] = key
            try:
                log.append(event_of(kind, facts))
            except Malformed as error:
                raise BadRecord(str(error), "entry") from error
    return log


def _rows_of_today(rows: list[Row]) -> list[tuple[int, Row]]:
    """The entries in the form of today; a file of 1.0.0 has nine knobs a stage."""
    try:
        return entries_of_today(rows)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise BadRecord(str(error), "entry", "entries") from error
