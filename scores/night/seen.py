"""A night as one request sees it: what every page of it begins with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import Any, Self

from django.utils.translation import gettext as _

from rules.night.counting import Cut
from rules.night.prizes import debts
from rules.night.proposals import next_stage, open_cuts, stage_is_over
from rules.night.seating.sizes import TablesMade
from rules.night.seating.values import Entrant, SeatedTable
from rules.night.seats import most_people, people_at, tables_for
from rules.night.sheet import NightSheet
from rules.night.stages import MatchOf, Stage
from scores.core.notation.names import alphabetical
from scores.models import Player
from scores.night import people
from scores.night.log import Now, now_of
from scores.night.models import Night, Plan


class NightState(StrEnum):
    BEFORE = "before"  # no round is seated
    PLAYING = "playing"
    COMPLETE = "complete"  # every table has its result, and another round comes
    CUT = "cut"  # some are level for the last seats
    LAST = "last"  # every table has its result, and no round comes
    OVER = "over"


@dataclass(frozen=True)
class SeenNight:
    """The night, what its log says now, its plan, and what its people are called."""

    night: Night
    now: Now
    plan: Plan
    names: Mapping[Entrant, str]
    known: Mapping[int, str] = field(default_factory=dict)  # by the keys of the people

    @classmethod
    def of(
        cls,
        night: Night,
        others: Iterable[Player] = (),
        *,
        in_hall: bool = False,
        **more: Any,
    ) -> Self:
        """The night, with the names of its people and of others as they are or as the hall reads them."""
        now: Now = more.pop("now", None) or now_of(night)
        known = people.person_names(now.sheet, others)
        if in_hall:
            known = people.with_initials(known)
        names = people.names_of(now.sheet, known)
        return cls(night, now, night.planned, names, known, **more)

    @property
    def sheet(self) -> NightSheet:
        return self.now.sheet

    @property
    def round_name(self) -> str:
        """The name of the last round; empty before the first."""
        number = self.sheet.last_round
        if number and self.sheet.is_final(number):
            return _("Final")
        return _("Ronda %(number)s") % {"number": number} if number else ""

    @property
    def missing_tables(self) -> Sequence[int]:
        """The tables of the last round that have no result. A table may call after its own."""
        return self.now.tables_without_result(self.sheet.last_round)

    @property
    def open_tables(self) -> Sequence[int]:
        """The same; none once the night is over."""
        return [] if self.sheet.is_over else self.missing_tables

    @property
    def next_stage(self) -> Stage | None:
        return next_stage(self.plan.stages, self.sheet, self.now.results)

    @cached_property
    def cut(self) -> Cut | None:
        """The first decision that the next round waits for."""
        undecided = open_cuts(self.plan.stages, self.sheet, self.now.results)
        return next(iter(undecided), None)

    @cached_property
    def state(self) -> NightState:
        if self.sheet.is_over:
            return NightState.OVER
        if not self.sheet.rounds:
            return NightState.BEFORE
        if self.missing_tables:
            return NightState.PLAYING
        if self.cut:
            return NightState.CUT
        if self.next_stage is None and stage_is_over(self.sheet, self.now.results):
            return NightState.LAST
        return NightState.COMPLETE

    @property
    def are_ranks_final(self) -> bool:
        """Whether prizes can be given: the night is over, or all is played and no result is missing."""
        rounds = range(1, self.sheet.last_round + 1)
        is_played = self.state is NightState.LAST
        return self.sheet.is_over or (
            is_played and not any(map(self.now.tables_without_result, rounds))
        )

    @property
    def seated_tables(self) -> Sequence[SeatedTable]:
        """The tables of the last round, by their numbers."""
        return sorted(self.sheet.seated_now.tables)

    @cached_property
    def debts(self) -> Mapping[Entrant, int]:
        """What each has still to pay; negative where somebody paid too much."""
        return debts(self.sheet, self.plan.fee)

    @property
    def seated_by_name(self) -> Sequence[tuple[Entrant, int | None]]:
        """Everybody of the last round with their table, none where they rest: people look for themselves."""
        made = self.sheet.seated_now
        tables = made.table_of
        return [(who, tables.get(who)) for who in self.by_name if who in made.everybody]

    @property
    def by_name(self) -> Sequence[Entrant]:
        """Everybody of the night."""
        names = self.names
        return sorted(names, key=lambda each: (alphabetical(names[each]), each))

    @cached_property
    def tables_made(self) -> TablesMade | None:
        """The tables that those who are here fill, for what is played now, or first."""
        return tables_for(self.sheet, self.match, self.plan.tables)

    @property
    def match(self) -> MatchOf:
        return (self.sheet.last_stage if self.sheet.stages else self.plan).match

    @property
    def most_people(self) -> int:
        """How many people may sit at a table."""
        return most_people(self.match)

    @property
    def people_here(self) -> int:
        return people_at(self.sheet.badges, self.sheet.here)

    @property
    def people_known(self) -> int:
        return people_at(self.sheet.badges, self.sheet.badges)

    @property
    def winners(self) -> Sequence[Entrant]:
        return [line.entrant for line in self.now.ranking if line.rank == 1]

    def listed_names(self, some: Iterable[Entrant]) -> str:
        """«Ana, Luis y Eva»."""
        return people.listed_names(some, self.names)
