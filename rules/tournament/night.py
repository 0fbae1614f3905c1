"""A club night as its log says: who is here, the stages, the rounds as they sat. No result is in it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

from rules.tournament.events import At, StageBegun, TableResult
from rules.tournament.seating.values import Entrant, Pair, Round
from rules.tournament.stages import Stage, Who


@dataclass(frozen=True)
class Badge:
    """One entrant. `since` is the round before which he came; `former` were substituted."""

    people: tuple[int, ...]
    team: str
    only: frozenset[int]
    since: int
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
    groups: tuple[tuple[Entrant, ...], ...]
    seed: int
    after: int
    bought: tuple[Entrant, ...] = ()  # each time somebody bought a life

    @classmethod
    def of(cls, event: StageBegun, after: int) -> Begun:
        return cls(event.stage, event.groups, event.seed, after)

    @cached_property
    def entrants(self) -> tuple[Entrant, ...]:
        return tuple(name for group in self.groups for name in group)

    @property
    def is_beside(self) -> bool:
        """Whether it shares its rounds with the stage before."""
        return self.stage.enters.who is Who.OTHERS


@dataclass(frozen=True)
class Night:
    badges: dict[Entrant, Badge] = field(default_factory=dict)
    apart: frozenset[Pair] = frozenset()
    stages: tuple[Begun, ...] = ()
    rounds: tuple[Round, ...] = ()
    reported: dict[At, TableResult] = field(default_factory=dict)
    attached: dict[At, int] = field(default_factory=dict)
    paid: dict[Entrant, int] = field(default_factory=dict)
    prizes: dict[Entrant, int] = field(default_factory=dict)
    is_over: bool = False

    @property
    def here(self) -> tuple[Entrant, ...]:
        return tuple(name for name, badge in self.badges.items() if badge.is_here)

    @property
    def now(self) -> range:
        """The places in `stages` of those that are played: the main one, then those beside it."""
        return self.together(len(self.stages) - 1) if self.stages else range(0)

    def together(self, place: int) -> range:
        """The places of the stages that share their rounds with that one, the main one first."""
        start = next(main for main in range(place, -1, -1) if not self.stages[main].is_beside)
        later = (other for other in range(place + 1, len(self.stages)) if not self.stages[other].is_beside)
        return range(start, next(later, len(self.stages)))

    def before(self, place: int) -> range:
        """The places of the stages that were played before that one and those beside it."""
        start = self.together(place).start
        return self.together(start - 1) if start else range(0)

    def place_of(self, number: int, seats: Iterable[Entrant] = ()) -> int:
        """The place in `stages` of what a table of that round plays: the main one unless they play beside."""
        last = next(at for at in range(len(self.stages) - 1, -1, -1) if self.stages[at].after < number)
        main, *beside = self.together(last)
        here = set(seats)
        return next((at for at in beside if not here.isdisjoint(self.stages[at].entrants)), main)

    def stage_of(self, number: int, seats: Iterable[Entrant] = ()) -> Begun:
        """The stage that a table of that round plays."""
        return self.stages[self.place_of(number, seats)]

    def rounds_of(self, place: int) -> range:
        """The numbers of the rounds of that stage and those beside it."""
        end = self.together(place).stop
        last = self.stages[end].after if end < len(self.stages) else len(self.rounds)
        return range(self.stages[place].after + 1, last + 1)
