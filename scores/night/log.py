"""The log of a night: its only writer, and what is read from it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import F, QuerySet

from rules.errors import Malformed
from rules.tournament.events import At, Event, Seated, TableResult
from rules.tournament.log_json import KINDS, event_of, kind_and_payload
from rules.tournament.night import Night
from rules.tournament.play import play, replay
from rules.tournament.seating.values import Entrant
from rules.tournament.seats import Counted, result_of, sit_down
from rules.tournament.verify import verify_room
from scores.models import Phone, Result
from scores.night.models import Sitting, Tournament, TournamentEntry


def events_of(tournament: Tournament) -> list[Event]:
    return list(_readable(tournament.entries.all()))


def _readable(entries: QuerySet[TournamentEntry]) -> Iterator[Event]:
    """The events up to one that cannot be read: up to 1.0.0 a file could bring such a line."""
    for kind, payload in entries.values_list("kind", "payload"):
        try:
            yield event_of(kind, payload)
        except Malformed:
            return


def readable(tournament: Tournament) -> int:
    """How many lines of the log, from its beginning, are read and legal."""
    return replay(events_of(tournament)).accepted


def seated_in(tournament: Tournament, number: int) -> Seated | None:
    """The round as it was published; None before that."""
    rounds = _readable(tournament.entries.filter(kind=KINDS[Seated]))
    return next(
        (made for made in rounds if isinstance(made, Seated) and made.round == number),
        None,
    )


def night_of(tournament: Tournament) -> Night:
    return replay(events_of(tournament)).night


@transaction.atomic
def append(
    tournament: Tournament,
    phone: Phone | None,
    make: Callable[[Night], Iterable[Event]],
    key: str,
) -> Night:
    """Add the events that `make` gives for the night as it is now, and return the night after them. A second
    time with the same key nothing is added. Raises NightRefusal, and then adds nothing."""
    locked = Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)
    night, seq = night_of(locked), locked.entries.count()
    if locked.entries.filter(client_key=f"{key}-0").exists():
        return night
    rows = []
    for place, event in enumerate(make(night)):
        verify_room(seq + place, event)
        night = play(night, event)
        kind, payload = kind_and_payload(event)
        row = TournamentEntry(
            seq=seq + place, kind=kind, payload=payload, client_key=f"{key}-{place}"
        )
        row.tournament, row.by = locked, phone
        rows.append(row)
    TournamentEntry.objects.bulk_create(rows)
    if rows:
        Tournament.objects.filter(pk=locked.pk).update(version=F("version") + 1)
    return night


def import_events(
    tournament: Tournament, events: Sequence[Event], times: Sequence[datetime]
) -> None:
    """Write the log of a new night from a file; it was found legal."""
    rows = []
    for seq, (event, at) in enumerate(zip(events, times, strict=True)):
        kind, payload = kind_and_payload(event)
        row = {
            "seq": seq,
            "kind": kind,
            "payload": payload,
            "at": at,
            "client_key": f"import-{seq}",
        }
        rows.append(TournamentEntry(tournament=tournament, **row))
    TournamentEntry.objects.bulk_create(rows)


def results_of(tournament: Tournament, night: Night) -> dict[At, TableResult]:
    """Of each table whose match is over."""
    sittings = sittings_over(tournament).values_list(
        "match", "round", "place__number", "match__hands", "match__players_at_start"
    )
    rows: dict[int, list[tuple[int, Counted]]] = {
        match: [] for match, *_facts in sittings
    }
    results = Result.objects.filter(
        match__sitting__place__tournament=tournament, match__in=rows
    )
    for match, player, *counted in results.order_by("seat__position").values_list(
        "match", "seat__player", "place", "total", "money"
    ):
        rows[match].append((player, Counted(*counted)))
    found = {}
    for match, number, table, hands, began in sittings:
        at, seats = At(number, table), seats_at(night, At(number, table))
        sat = _who_sat(
            night, seats, rows[match] if at in night.attached else rows[match][:began]
        )
        if {name for name, _counted in sat} == set(seats):
            found[at] = result_of(
                night.stage_of(number).stage.match.ruleset, hands, sat
            )
    return found


def _who_sat(
    night: Night, seats: Sequence[Entrant], rows: Sequence[tuple[int, Counted]]
) -> list[tuple[Entrant, Counted]]:
    """By the people in the seats of the match, now or before somebody was substituted: in a match that was
    attached they may sit in another order than at the table. Who was merged into another has the seat that is
    left. Nobody else counts."""
    sat = sit_down(night.badges, seats)
    known = {person: name for name in seats for person in night.badges[name].former}
    known |= {person: name for name, person in sat}
    left = [name for name, _person in sat]
    for player, _counted in rows:
        if known.get(player) in left:
            left.remove(known[player])
    others = iter(left)
    found = [
        (known.get(player) or next(others, None), counted) for player, counted in rows
    ]
    return [(name, counted) for name, counted in found if name is not None]


def sittings_over(tournament: Tournament) -> QuerySet[Sitting]:
    """Of the matches whose results count."""
    over = {"match__finished_at__isnull": False, "match__deleted_at": None}
    return Sitting.objects.filter(place__tournament=tournament, **over)


def seats_at(night: Night, at: At) -> tuple[int, ...]:
    tables = night.rounds[at.round - 1].tables if at.round <= len(night.rounds) else ()
    return next((table.seats for table in tables if table.number == at.table), ())
