"""What lists need of the database, read from the columns that the log keeps up to date."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from django.db.models import F, Prefetch
from django.http import HttpRequest

from scores import access, knobs
from scores.models import Circle, Match, Result, Role, Seat
from scores.numbers import signed
from scores.words import won

NEWEST = 100


@dataclass(frozen=True)
class Listed:
    """A match as a line of a list."""

    code: str
    url: str
    played_on: date
    variant: str
    players: str
    won: str  # "Ganó Ana"; empty while nobody has
    standing: str  # "Ana 34 · Luis 64"
    hands: int
    is_over: bool
    may_score: bool


def matches_for_list(request: HttpRequest, circle: Circle | None = None) -> list[Listed]:
    """The matches this phone may see, of one circle or of all: those going on, then those finished last.

    Four queries for all.
    """
    order = (F("finished_at").desc(nulls_first=True), "-written_at", "-pk")
    matches = access.matches_to_watch(request).order_by(*order)
    if circle is not None:
        matches = matches.filter(circle=circle)
    seats = Seat.objects.select_related("player")
    results = Result.objects.select_related("seat__player")
    found = matches.prefetch_related(Prefetch("seats", seats), Prefetch("results", results))[:NEWEST]
    role_in = access.roles(request)
    return [_listed(match, role_in(match) >= Role.SCORE) for match in found]


def _listed(match: Match, may_score: bool) -> Listed:
    results = list(match.results.all())
    sat = {result.seat_id for result in results}  # whose joining was taken back did not
    return Listed(
        code=match.code,
        url=match.get_absolute_url(),
        played_on=match.played_on,
        variant=match.rules_name or knobs.name_of(match.rules),
        players=", ".join(seat.player.called for seat in match.seats.all() if not sat or seat.pk in sat),
        won=won([result.seat.player.called for result in results if result.won]),
        standing=" · ".join(f"{result.seat.player.called} {signed(result.total)}" for result in results),
        hands=match.hands,
        is_over=match.finished_at is not None,
        may_score=may_score,
    )


def going_on_and_finished(listed: list[Listed]) -> dict[str, list[Listed]]:
    """What `_matches.html` shows."""
    return {
        "going_on": [match for match in listed if not match.is_over],
        "finished": [match for match in listed if match.is_over],
    }
