"""A night as it is now. Each process remembers the last few until an event or a result of them changes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property, lru_cache
from typing import NamedTuple

from django.db.models import Count, Sum

from rules.tournament.counting import Results
from rules.tournament.events import Seated
from rules.tournament.night import Night
from rules.tournament.play import replay
from rules.tournament.standings import Line, night_standings
from scores.night.changes import NOTHING, Changes, since_seated
from scores.night.log import events_of, results_of, sittings_over
from scores.night.models import Tournament

NIGHTS = 24  # that a process remembers; a league has twelve


@dataclass(frozen=True)
class Now:
    """`before` is the night when its last round, `seated`, was published. The rest is counted on demand."""

    night: Night
    results: Results
    seated: Seated | None
    before: Night

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """Everybody: a final first, once it has begun."""
        return night_standings(self.night, self.results)

    @cached_property
    def ranked(self) -> tuple[Line, ...]:
        """The lines once a table has a result: before, only the lot would tell them apart."""
        return self.lines if self.results or self.night.reported else ()

    @cached_property
    def changed(self) -> Changes:
        """What corrections did to the standings that the last round was made from."""
        if self.seated is None:
            return NOTHING
        before = replace(self.before, reported=self.night.reported)
        return since_seated(self.seated, before, self.results)


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
    last = tournament.entries.order_by("-seq").values_list("seq", "at").first() or (
        None,
        None,
    )
    counted = sittings_over(tournament).aggregate(
        over=Count("pk"), matches=Sum("match"), versions=Sum("match__version")
    )
    return State(tournament.pk, *last, **counted)


@lru_cache(NIGHTS)
def remembered(state: State) -> Now:
    tournament = Tournament(pk=state.tournament)
    log = events_of(tournament)
    rounds = [
        (place, event) for place, event in enumerate(log) if isinstance(event, Seated)
    ]
    place, seated = rounds[-1] if rounds else (0, None)
    before = replay(log[:place]).night
    night = replay(log[place:], before).night
    return Now(night, results_of(tournament, night), seated, before)
