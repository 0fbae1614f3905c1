"""A club night as its log says: who is here, the stages, the rounds as they sat. No result is in it."""

from __future__ import annotations

from dataclasses import dataclass, field

from rules.tournament.events import At, StageBegun, TableResult
from rules.tournament.seating.values import Entrant, Pair, Round
from rules.tournament.stages import Stage


@dataclass(frozen=True)
class Badge:
    """One entrant. `since` is the round before which he came."""

    people: tuple[int, ...]
    team: str
    only: frozenset[int]
    since: int
    is_away: bool = False
    has_left: bool = False

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

    @property
    def entrants(self) -> tuple[Entrant, ...]:
        return tuple(name for group in self.groups for name in group)


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

    def stage_of(self, number: int) -> Begun:
        """The stage of a round that was seated."""
        return next(begun for begun in reversed(self.stages) if begun.after < number)

    def rounds_of(self, place: int) -> range:
        """The numbers of the rounds of that stage."""
        end = self.stages[place + 1].after if place + 1 < len(self.stages) else len(self.rounds)
        return range(self.stages[place].after + 1, end + 1)
