"""The log of a night: its only writer, and what is read from it."""

from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cached_property, lru_cache, partial
from itertools import groupby
from typing import Any, NamedTuple
from uuid import uuid4

from django.db import transaction
from django.db.models import Count, Q, QuerySet, Sum
from django.utils import timezone

from rules.errors import Malformed
from rules.night.counting import Results, result_at
from rules.night.events import (
    KINDS,
    At,
    Entered,
    Event,
    Seated,
    Substituted,
    TableResult,
)
from rules.night.play import NightReplay, replay, verify_room
from rules.night.refusals import NightRefusal
from rules.night.seating.values import Entrant
from rules.night.seats import Counted, result_of, seating_order
from rules.night.sheet import NightSheet
from rules.night.standings import Line, night_standings
from rules.night.stored.log_json import event_of, kind_and_payload
from scores.circle.archive import lifecycle
from scores.core import versions
from scores.models import Match, Phone, Player, Result
from scores.night.changes import NOTHING, Changes, changes_since_seated
from scores.night.models import Night, NightEntry, NightTable, Plan, RoundDraft, Sitting


def events_of(night: Night) -> list[Event]:
    """The events of the log, up to one that cannot be read: until 1.0.0 a file could bring such a line."""
    log = []
    with suppress(Malformed):
        for kind, payload in night.entries.values_list("kind", "payload"):
            log.append(event_of(kind, payload))
    return log


def replay_of(night: Night) -> NightReplay:
    return replay(events_of(night))


def sheet_of(night: Night) -> NightSheet:
    return replay_of(night).sheet


def published_rounds(nights: Iterable[Night], number: int) -> QuerySet[NightEntry]:
    """The entries that published the round of that number, of each of these nights that has it."""
    rounds = NightEntry.objects.filter(kind=KINDS[Seated], payload__round=number)
    return rounds.filter(night__in=nights).in_force()


class NightStep(NamedTuple):
    """The night before and after what was written together."""

    before: NightSheet
    after: NightSheet


@transaction.atomic
def append(
    night: Night,
    phone: Phone | None,
    make: Callable[[NightSheet], Iterable[Event]],
    key: str = "",
) -> NightStep:
    """Add the events that `make` gives for the night as it is now, but for those that change nothing. A
    second time with the same key nothing is added. Raises NightRefusal, and Malformed for what could not be
    read again, and then adds nothing."""
    key = key or uuid4().hex
    locked = Night.objects.select_for_update(no_key=True).get(pk=night.pk)
    if locked.deleted_at is not None:
        raise NightRefusal("night-is-over")
    played = replay_of(locked)
    before = played.sheet
    seq = locked.entries.count()
    if locked.entries.filter(client_key=f"{key}-0").exists():
        return NightStep(before, before)
    rows: list[NightEntry] = []
    for event in make(before):
        number = seq + len(rows)
        verify_room(number, event)
        if played.write(event, is_new=True):
            row = _entry(locked, number, event, f"{key}-{len(rows)}", by=phone)
            event_of(row.kind, row.payload)  # the log would end at what it cannot read
            rows.append(row)
    NightEntry.objects.bulk_create(rows)
    if rows:
        _save_columns(locked, before, played.sheet)
    return NightStep(before, played.sheet)


def _save_columns(night: Night, before: NightSheet, after: NightSheet) -> None:
    """What follows from the log of the night, and is stored besides."""
    if after.is_over != before.is_over:
        night.finished_at = timezone.now() if after.is_over else None
    if (after.last_round, after.clock) != (before.last_round, before.clock):
        _follow_clock(night, after)
    if after.reported.keys() != before.reported.keys():
        _follow_reports(night, before, after)
    _follow_people(night, people_in(before), people_in(after))
    _save(night, "finished_at", "clock_ends_at")


def save_plan(night: Night, change: Callable[[Plan], Plan], **columns: object) -> None:
    """Change the plan as it is now, which another phone may have changed since it was read, and set these
    columns. A draft that was made for the plan before is drawn again."""
    with transaction.atomic():
        locked = Night.objects.select_for_update(no_key=True).get(pk=night.pk)
        before = locked.planned
        plan = change(before)
        columns = {"plan": plan.dump(), **columns}
        for name, value in columns.items():
            setattr(locked, name, value)
        _save(locked, *columns)
        if (plan.stages, plan.tables) != (before.stages, before.tables):
            RoundDraft.objects.filter(night=night).delete()


def _save(night: Night, *columns: str) -> None:
    """Save these columns, with the time and the number of this change."""
    night.version += 1
    night.written_at = timezone.now()
    night.save(update_fields=["version", "written_at", *columns])


def _follow_clock(night: Night, sheet: NightSheet) -> None:
    """Set, but do not save, the clock of the night as its log says, and tell the tables of the round."""
    until = sheet.clock
    night.clock_ends_at = datetime.fromtimestamp(until, UTC) if until else None
    of_night = Match.objects.filter(sitting__table__night=night)
    of_round = of_night.filter(sitting__round=sheet.last_round, finished_at=None)
    # matches are locked before nights
    transaction.on_commit(partial(versions.bump, of_round))


def _follow_reports(night: Night, before: NightSheet, after: NightSheet) -> None:
    """No rating counts what the phone of a table says against a result that was entered by hand."""
    for at in before.reported.keys() ^ after.reported.keys():
        sat = night_sittings(night, at.round, [at.table])
        sat.update(is_overruled=at in after.reported)
        matches = Match.objects.filter(sitting__in=sat)
        circle = night.circle.after_merges()
        # circles are locked before nights
        transaction.on_commit(partial(lifecycle.count_again, matches, circle))


def sitting_of(
    sheet: NightSheet, table: NightTable, number: int, **facts: Any
) -> Sitting:
    """The `match` of a table in that round; it is not stored yet."""
    is_overruled = At(number, table.number) in sheet.reported
    return Sitting(table=table, round=number, is_overruled=is_overruled, **facts)


def night_sittings(
    night: Night, number: int, tables: Collection[int]
) -> QuerySet[Sitting]:
    """The matches at these tables in that round."""
    of_round = Sitting.objects.filter(table__night=night, round=number)
    return of_round.filter(table__number__in=tables)


def tables_with_a_hand(night: Night, number: int) -> set[int]:
    """The tables of that round at whose match somebody has scored."""
    has_begun = Q(match__hands__gt=0) | Q(match__finished_at__isnull=False)
    of_round = Sitting.objects.filter(has_begun, table__night=night, round=number)
    return {*of_round.values_list("table__number", flat=True)}


def people_in(sheet: NightSheet) -> set[int]:
    """The keys of everybody in the night, also of who was substituted."""
    badges = sheet.badges.values()
    return {person for badge in badges for person in (*badge.people, *badge.former)}


def _follow_people(night: Night, before: set[int], after: set[int]) -> None:
    """Whoever comes is of the group. Whoever is deleted from a night, and never played nor came to another
    one, is nobody there: the name was mistyped."""
    if came := after - before:
        Player.objects.filter(pk__in=came, is_gone=True).update(is_gone=False)
    if not (removed := before - after):
        return
    entries = NightEntry.objects.filter(night__circle=night.circle_id)
    others = entries.filter(kind__in=(KINDS[Entered], KINDS[Substituted]))
    came = others.exclude(night=night).values_list("payload__people", flat=True)
    known = {person for people in came for person in people}
    strangers = Player.objects.filter(pk__in=removed - known, photo_digest="")
    strangers.filter(seats=None, claims=None, merges=None).update(is_gone=True)


def import_events(
    night: Night, events: Sequence[Event], times: Sequence[datetime]
) -> None:
    """Write the log of a new night from a file, and what follows from it; it was found legal."""
    NightEntry.objects.bulk_create(
        _entry(night, seq, event, f"import-{seq}", at=at)
        for seq, (event, at) in enumerate(zip(events, times, strict=True))
    )
    sheet = replay(events).sheet
    _follow_clock(night, sheet)
    night.save(update_fields=["clock_ends_at"])
    here = people_in(sheet)
    named = {person for event in events for person in getattr(event, "people", ())}
    _follow_people(night, named - here, here)


def _entry(night: Night, seq: int, event: Event, key: str, **facts: Any) -> NightEntry:
    kind, payload = kind_and_payload(event)
    told = {"kind": kind, "payload": payload, "client_key": key}
    return NightEntry(night=night, seq=seq, **told, **facts)


def results_of(night: Night, sheet: NightSheet) -> dict[At, TableResult]:
    """The result of each table whose match is over."""
    of_seats = Result.objects.filter(match__sitting__in=sittings_over(night))
    rows = of_seats.order_by("match", "seat__position").values_list(
        *("match__sitting__round", "match__sitting__table__number"),
        *("match__hands", "match__players_at_start"),
        *("seat__player", "place", "total", "money"),
    )
    table_results = {}
    for (number, table, hands, began), group in groupby(rows, lambda row: row[:4]):
        at = At(number, table)
        seats = sheet.seats_at(at)
        here = [(row[4], Counted(*row[5:])) for row in group]
        here = here if at in sheet.attached else here[:began]
        ruleset = sheet.stage_of(number).stage.match.ruleset
        result = result_of(ruleset, hands, _who_sat(sheet, seats, here))
        if result.places.keys() == {*seats}:
            table_results[at] = result
    return table_results


def _who_sat(
    sheet: NightSheet, seats: Sequence[Entrant], rows: Sequence[tuple[int, Counted]]
) -> list[tuple[Entrant, Counted]]:
    """By the people in the seats of the match, now or before somebody was substituted: in a match that was
    attached they may sit in another order than at the table. Who was merged into another has the seat that is
    left. Nobody else counts."""
    sat = seating_order(sheet.badges, seats)
    known = {
        person: entrant for entrant in seats for person in sheet.badges[entrant].former
    }
    known |= {person: entrant for entrant, person in sat}
    left = [entrant for entrant, _person in sat]
    for player, _counted in rows:
        if known.get(player) in left:
            left.remove(known[player])
    others = iter(left)
    named = [(known.get(who) or next(others, None), counted) for who, counted in rows]
    return [(entrant, counted) for entrant, counted in named if entrant]


def sittings_over(night: Night) -> QuerySet[Sitting]:
    """The sittings whose matches are over, so that their results count."""
    over = {"match__finished_at__isnull": False, "match__deleted_at": None}
    return Sitting.objects.filter(table__night=night, **over)


# A night as it is now: each process remembers the last few until an event or a result of them changes


NIGHTS = 24  # that a process remembers; a league has twelve


@dataclass(frozen=True)
class Now:
    """`played` is the log, which makes the sheet. The rest is counted on demand."""

    sheet: NightSheet
    results: Results
    played: NightReplay = field(default_factory=NightReplay)

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """Everybody: a final first, once it has begun."""
        return night_standings(self.sheet, self.results)

    @cached_property
    def ranking(self) -> tuple[Line, ...]:
        """The lines once a table has a result: before, only the lot would tell them apart."""
        return self.lines if self.results or self.sheet.reported else ()

    def result_at(self, at: At) -> TableResult | None:
        """The result that counts, by hand before that of the phone."""
        return result_at(self.sheet, self.results, at)

    def tables_without_result(self, number: int) -> list[int]:
        """The tables of that round that have none."""
        tables = sorted(table.number for table in self.sheet.tables_of(number))
        return [table for table in tables if not self.result_at(At(number, table))]

    @cached_property
    def changes(self) -> Changes:
        """What corrections did to the standings that the last round was made from."""
        said = [self.played.log[entry] for entry in self.played.in_force]
        rounds = [event for event in said if isinstance(event, Seated)]
        if not rounds:
            return NOTHING
        seated = rounds[-1]
        published = replay(said[: said.index(seated)]).sheet
        before = replace(published, reported=self.sheet.reported)
        return changes_since_seated(seated, before, self.results, self.sheet)


def now_of(night: Night) -> Now:
    """The log and the results as they are. The time of the last entry tells apart what was rolled back, the
    versions of the matches what was corrected."""
    last = night.entries.order_by("-seq").values_list("seq", "at").first()
    matches = sittings_over(night).aggregate(
        Count("pk"), Sum("match"), Sum("match__version")
    )
    return remembered_now(night.pk, last, *matches.values())


@lru_cache(NIGHTS)
def remembered_now(night: int, *_state: object) -> Now:
    stored = Night(pk=night)
    played = replay_of(stored)
    return Now(played.sheet, results_of(stored, played.sheet), played)
