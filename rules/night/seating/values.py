"""What a seating is made from, and what it is: sizes, wishes, rounds of tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

Entrant = int
"""The number on the badge: a person, or a pair that plays as one."""

Pair = tuple[Entrant, Entrant]


class Sizes(NamedTuple):
    """How many entrants make a table."""

    least: int = 3
    best: int = 4
    most: int = 5


class SeatedTable(NamedTuple):
    number: int
    seats: tuple[Entrant, ...]  # in the order of play; the first one deals first


class Apart(NamedTuple):
    """Two at one table who should be kept apart."""

    first: Entrant
    other: Entrant


class OutOfReach(NamedTuple):
    """Somebody at a table that he said he cannot reach."""

    entrant: Entrant


Broken = Apart | OutOfReach


class Round(NamedTuple):
    tables: tuple[SeatedTable, ...]
    resting: tuple[Entrant, ...] = ()  # present, but no table could take them
    broken: tuple[Broken, ...] = ()

    @property
    def everybody(self) -> set[Entrant]:
        """Who sits at a table of it, or rests."""
        return {*self.resting, *(name for table in self.tables for name in table.seats)}


@dataclass(frozen=True)
class Wishes:
    """What the room and the people ask for."""

    # numbers of tables they can reach
    only: Mapping[Entrant, frozenset[int]] = field(default_factory=dict)
    apart: frozenset[Pair] = frozenset()
    # meetings on earlier evenings
    past: Mapping[Pair, int] = field(default_factory=dict)
    scores: Mapping[Entrant, int] = field(default_factory=dict)
    near: int = 0  # price of a difference of one point at one table, squared; 0: everybody mixes
    # the tables in the room, as they are opened; empty: as many as needed
    numbers: tuple[int, ...] = ()
