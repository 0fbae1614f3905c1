"""What a table of the night is told: its round, the clock, its places, and where it plays on."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from math import ceil
from typing import Any

from django.http import HttpRequest
from django.utils import timezone

from rules.night.counting import result_at
from rules.night.events import At, TableResult
from rules.night.proposals import rounds_in_all
from rules.night.seating.values import Entrant
from rules.night.stages import Plays
from scores.core.access import grants
from scores.models import Match, Role
from scores.night import people
from scores.night.at_table import calls
from scores.night.cards import places
from scores.night.log import reason_of_report, seats_at
from scores.night.models import Place, Sitting
from scores.night.now import now_of
from scores.night.plan import Plan


def context(request: HttpRequest, match: Match, sitting: Sitting) -> dict[str, Any]:
    """Of the strip and of its page. `waits_for` is the round that the table waits for, `later` the one that
    is played now, if it is another; `next` its match at this table, if this phone may see it."""
    place = sitting.place
    now = now_of(place.night)
    sheet = now.sheet
    results = now.results
    at = At(sitting.round, place.number)
    last = len(sheet.rounds)
    names = people.names_of(sheet, people.known(sheet))
    result = result_at(sheet, results, at)
    is_over = bool(result or match.finished_at)
    has_later = last > at.round
    rounds = rounds_in_all(Plan.load(place.night.plan).stages, sheet)
    seats = [(entrant, names[entrant]) for entrant in seats_at(sheet, at)]
    return {
        "match": match,
        "table": at.table,
        "round": at.round,
        "rounds": rounds,
        "minutes": None
        if is_over or has_later
        else _minutes_left(place.night.clock_ends_at),
        "places": _places(result, seats),
        "phone_says": _places(results[at], seats) if now.has_two_results(at) else [],
        "reason": reason_of_report(place.night, at) if now.has_two_results(at) else "",
        "is_final": sheet.stage_of(at.round).stage.plays is Plays.FINAL,
        "seats": [
            (entrant, name, entrant in sitting.missing) for entrant, name in seats
        ],
        "may_say": match.role >= Role.SCORE
        and not (is_over or has_later or match.hands or sheet.is_over),
        "may_call": match.role >= Role.SCORE and not (has_later or sheet.is_over),
        "is_called": sitting.called_at is not None and not has_later,
        "who_comes": calls.who_comes(sitting),
        "is_night_over": sheet.is_over,
        "is_last": at.round == rounds,
        "waits_for": last + 1
        if is_over and not has_later and not sheet.is_over
        else None,
        "later": last if has_later else None,
        "next": _next(request, place) if has_later else None,
        "card": _card(request, place),
    }


def _places(
    result: TableResult | None, seats: Sequence[tuple[Entrant, str]]
) -> list[tuple[int, str]]:
    """Each place with the name of who has it; nothing without a result."""
    if result is None:
        return []
    return sorted((result.places[entrant], name) for entrant, name in seats)


def _minutes_left(ends: datetime | None) -> int | None:
    """Begun ones too; 0 once the time is over."""
    return (
        None
        if ends is None
        else max(0, ceil((ends - timezone.now()).total_seconds() / 60))
    )


def _next(request: HttpRequest, place: Place) -> Match | None:
    match = places.match_now(place)
    return match if match is not None and grants.role_in(request, match) else None


def _card(request: HttpRequest, place: Place) -> str:
    """The link of the card, for a phone that has scanned it: it leads to what is played here, also after the
    match of now was begun anew."""
    phone = grants.phone_if_known(request)
    is_taken = phone is not None and place.grants.filter(phone=phone).exists()
    return places.link_path(place) if is_taken else ""
