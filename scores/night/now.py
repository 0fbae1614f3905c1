"""A night as it is now. Each process remembers the last few until an event or a result of them changes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property, lru_cache
from typing import NamedTuple

from django.db.models import Count, Sum

from rules.night.counting import Results, result_at, results_of_round
from rules.night.events import At, Seated, TableResult
from rules.night.play import replay
from rules.night.sheet import NightSheet
from rules.night.standings import Line, night_standings
from scores.night.changes import NOTHING, Changes, changes_since_seated
from scores.night.log import events_of, results_of, sittings_over
from scores.night.models import Night

NIGHTS = 24  # that a process remembers; a league has twelve


@dataclass(frozen=True)
class Now:
    """`before` is the night when its last round, `seated`, was published. The rest is counted on demand."""

    sheet: NightSheet
    results: Results
    seated: Seated | None
    before: NightSheet

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
        """The tables of that round that have none; no table for round 0."""
        if not number:
            return []
        every = {table.number for table in self.sheet.rounds[number - 1].tables}
        with_result = results_of_round(self.sheet, self.results, number)
        return sorted(every - {at.table for at, _result in with_result})

    def has_two_results(self, at: At) -> bool:
        """Whether the organiser entered another result than the phone of the table."""
        by_phone = self.results.get(at)
        by_hand = self.sheet.reported.get(at)
        return (
            by_phone is not None
            and by_hand is not None
            and by_phone.places != by_hand.places
        )

    @cached_property
    def changes(self) -> Changes:
        """What corrections did to the standings that the last round was made from."""
        if self.seated is None:
            return NOTHING
        before = replace(self.before, reported=self.sheet.reported)
        playing = self.sheet.rounds[self.seated.round - 1].everybody
        return changes_since_seated(self.seated, before, self.results, playing)


def now_of(night: Night) -> Now:
    return remembered_now(state_of(night))


class NightVersion(NamedTuple):
    """Equal only if log and results are: `at` tells apart what was rolled back, `versions` corrections."""

    night: int
    seq: int | None
    at: datetime | None
    over: int
    matches: int | None
    versions: int | None


def state_of(night: Night) -> NightVersion:
    last = night.entries.order_by("-seq").values_list("seq", "at").first() or (
        None,
        None,
    )
    counted = sittings_over(night).aggregate(
        over=Count("pk"), matches=Sum("match"), versions=Sum("match__version")
    )
    return NightVersion(night.pk, *last, **counted)


@lru_cache(NIGHTS)
def remembered_now(state: NightVersion) -> Now:
    night = Night(pk=state.night)
    log = events_of(night)
    rounds = [
        (place, event) for place, event in enumerate(log) if isinstance(event, Seated)
    ]
    place, seated = rounds[-1] if rounds else (0, None)
    before = replay(log[:place]).sheet
    sheet = replay(log[place:], before).sheet
    return Now(sheet, results_of(night, sheet), seated, before)
