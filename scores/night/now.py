"""A night as it is now. Each process remembers the last few until an event or a result of them changes."""

from __future__ import annotations

from datetime import datetime
from functools import lru_cache
from typing import NamedTuple

from django.db.models import Count, Sum

from rules.tournament.counting import Results
from rules.tournament.night import Night
from rules.tournament.play import replay
from rules.tournament.standings import Line, standings
from scores.night.changes import Changes, since_seated
from scores.night.log import events_of, results_of, sittings_over
from scores.night.models import Tournament

NIGHTS = 24  # that a process remembers; a league has twelve


class Now(NamedTuple):
    """`lines` are the standings of the main stage that is played, `changed` what corrections did to them."""

    night: Night
    results: Results
    lines: tuple[Line, ...]
    changed: Changes


def now_of(tournament: Tournament) -> Now:
    return remembered(state_of(tournament))


class State(NamedTuple):
    """Equal only if log and results are: `at` tells apart what was rolled back, `versions` corrections."""

    tournament: int
    seq: int | None
    at: datetime | None
    over: int
    matches: int | None
    versions: int | None


def state_of(tournament: Tournament) -> State:
    last = tournament.entries.order_by("-seq").values_list("seq", "at").first() or (None, None)
    counted = sittings_over(tournament).aggregate(
        over=Count("pk"), matches=Sum("match"), versions=Sum("match__version")
    )
    return State(tournament.pk, *last, **counted)


@lru_cache(NIGHTS)
def remembered(state: State) -> Now:
    tournament = Tournament(pk=state.tournament)
    log = events_of(tournament)
    night = replay(log).night
    results = results_of(tournament, night)
    return Now(night, results, standings(night, results), since_seated(log, results))
