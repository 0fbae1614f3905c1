"""The log of a night: its only writer, and what is read from it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from django.db import transaction
from django.db.models import F, QuerySet

from rules.tournament.events import At, Event, Seated, TableResult
from rules.tournament.log_json import KINDS, event_of, kind_and_payload
from rules.tournament.night import Night
from rules.tournament.play import play, replay
from rules.tournament.verify import verify_room
from scores.models import Phone, Result
from scores.night.models import Sitting, Tournament, TournamentEntry


def events_of(tournament: Tournament) -> list[Event]:
    rows = tournament.entries.values_list("kind", "payload")
    return [event_of(kind, payload) for kind, payload in rows]


def seated_in(tournament: Tournament, number: int) -> Seated | None:
    """The round as it was published; None before that."""
    rows = tournament.entries.filter(kind=KINDS[Seated])
    rounds = (event_of(kind, payload) for kind, payload in rows.values_list("kind", "payload"))
    return next((made for made in rounds if isinstance(made, Seated) and made.round == number), None)


def night_of(tournament: Tournament) -> Night:
    return replay(events_of(tournament)).night


@transaction.atomic
def append(
    tournament: Tournament, phone: Phone | None, make: Callable[[Night], Iterable[Event]], key: str
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
        row = TournamentEntry(seq=seq + place, kind=kind, payload=payload, client_key=f"{key}-{place}")
        row.tournament, row.by = locked, phone
        rows.append(row)
    TournamentEntry.objects.bulk_create(rows)
    if rows:
        Tournament.objects.filter(pk=locked.pk).update(version=F("version") + 1)
    return night


def results_of(tournament: Tournament, night: Night) -> dict[At, TableResult]:
    """Of each table whose match is over. The seats of a match are those of its table, in order."""
    at_of = {
        match: (At(number, table), hands)
        for match, number, table, hands in sittings_over(tournament).values_list(
            "match", "round", "place__number", "match__hands"
        )
    }
    found: dict[At, TableResult] = {at: TableResult({}, {}, {}, hands) for at, hands in at_of.values()}
    rows = Result.objects.filter(match__sitting__place__tournament=tournament, match__in=at_of)
    for match, position, place, total, money in rows.values_list(
        "match", "seat__position", "place", "total", "money"
    ):
        at = at_of[match][0]
        seats = seats_at(night, at)
        if position < len(seats):
            result, name = found[at], seats[position]
            result.places[name], result.totals[name], result.money[name] = place, total, money
    return {at: result for at, result in found.items() if set(result.places) == set(seats_at(night, at))}


def sittings_over(tournament: Tournament) -> QuerySet[Sitting]:
    """Of the matches whose results count."""
    over = {"match__finished_at__isnull": False, "match__deleted_at": None}
    return Sitting.objects.filter(place__tournament=tournament, **over)


def seats_at(night: Night, at: At) -> tuple[int, ...]:
    tables = night.rounds[at.round - 1].tables if at.round <= len(night.rounds) else ()
    return next((table.seats for table in tables if table.number == at.table), ())
