"""A club night as its log says: who is here, the stages, the rounds as they sat. No result is in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from rules.night.events import At, CutDecided, Reported, SeatsKept
from rules.night.seating.values import Entrant, Pair, Round, SeatedTable, Wishes
from rules.night.stages import Plays, Stage


@dataclass(frozen=True)
class Badge:
    """One entrant. `since` is the round before which they came; `former` were substituted."""

    people: tuple[int, ...]
    since: int
    only: tuple[int, ...] = ()  # the tables that they can reach; empty: every one
    is_away: bool = False
    has_left: bool = False
    former: tuple[int, ...] = ()

    @property
    def is_here(self) -> bool:
        return not self.is_away and not self.has_left


@dataclass(frozen=True)
class Begun:
    """A stage that has begun: `after` so many rounds of the night."""

    stage: Stage
    entrants: tuple[Entrant, ...]
    seed: int
    after: int


@dataclass(frozen=True)
class NightSheet:
    badges: dict[Entrant, Badge] = field(default_factory=dict)
    apart: frozenset[Pair] = frozenset()
    together: frozenset[Pair] = frozenset()
    stages: tuple[Begun, ...] = ()
    rounds: tuple[Round, ...] = ()
    cuts: tuple[CutDecided, ...] = ()
    seats_kept: SeatsKept | None = None  # of the last round
    clock: int = 0  # of the last round, as `ClockSet.until`
    reported: dict[At, Reported] = field(default_factory=dict)
    attached: dict[At, int] = field(default_factory=dict)
    paid: dict[Entrant, int] = field(default_factory=dict)
    prizes: dict[Entrant, int] = field(default_factory=dict)
    is_over: bool = False

    @property
    def here(self) -> tuple[Entrant, ...]:
        return tuple(entrant for entrant, badge in self.badges.items() if badge.is_here)

    @property
    def takes_latecomers(self) -> bool:
        """Whether who comes now plays. In a knockout they would be in it longer than those who played."""
        if not self.stages:
            return True
        if self.last_stage.plays is Plays.KNOCKOUT:
            return not self.rounds_of_last_stage
        return self.last_stage.plays is not Plays.FINAL

    @property
    def is_open(self) -> bool:
        """Whether somebody can come and play."""
        return self.takes_latecomers and not self.is_over

    def entrant_of(self, person: int) -> Entrant | None:
        """Who has that person now."""
        entrants = (
            entrant for entrant, badge in self.badges.items() if person in badge.people
        )
        return next(entrants, None)

    @property
    def wishes(self) -> Wishes:
        """What its people ask for."""
        return Wishes(
            only={
                entrant: each.only for entrant, each in self.badges.items() if each.only
            },
            apart=self.apart,
            together=self.together,
        )

    @property
    def last_round(self) -> int:
        """The number of the last round that was published; 0 before the first one."""
        return len(self.rounds)

    @property
    def seated_now(self) -> Round:
        """The last round, as its tables sit now; an empty one before the first."""
        return self.rounds[-1] if self.rounds else Round(())

    @property
    def last_stage(self) -> Stage:
        """The last one that has begun."""
        return self.stages[-1].stage

    @property
    def rounds_of_last_stage(self) -> int:
        """How many of it were published."""
        return self.last_round - self.stages[-1].after

    def is_final(self, number: int) -> bool:
        """Whether that round is the final."""
        return self.stage_of(number).stage.plays is Plays.FINAL

    def tables_of(self, number: int) -> Sequence[SeatedTable]:
        """The tables of that round, as people sit now; none where there is no such round."""
        return [
            each for made in self.rounds[number - 1 : number] for each in made.tables
        ]

    def seats_at(self, at: At) -> tuple[Entrant, ...]:
        """Who sits there; nobody where there is no such table."""
        tables = self.tables_of(at.round)
        return next((table.seats for table in tables if table.number == at.table), ())

    def stage_of(self, number: int) -> Begun:
        """The stage of that round."""
        return self.stages[sum(begun.after < number for begun in self.stages) - 1]

    def rounds_of(self, index: int) -> range:
        """The numbers of the rounds of that stage."""
        ends = [*(begun.after for begun in self.stages[1:]), self.last_round]
        return range(self.stages[index].after + 1, ends[index] + 1)
