"""What a seating is made from, and what it is: sizes, wishes, rounds of tables."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from rules.night.bounds import TABLES

Entrant = int
"""The number on the badge: a person, or a pair that plays as one."""

Pair = tuple[Entrant, Entrant]
"""Two different ones, the lower number first."""


class Sizes(NamedTuple):
    """How many entrants make a table."""

    least: int = 3
    best: int = 4
    most: int = 5


class SeatedTable(NamedTuple):
    number: int
    seats: tuple[Entrant, ...]  # in the order of play; the first one deals first


class Wish(StrEnum):
    APART = "apart"  # two at different tables
    TOGETHER = "together"  # two at one table
    REACH = "out-of-reach"  # somebody at a table that they can reach


class Broken(NamedTuple):
    """A wish that a round breaks, and the one or two whose it is."""

    wish: Wish
    entrants: tuple[Entrant, ...]


class Round(NamedTuple):
    tables: tuple[SeatedTable, ...]
    resting: tuple[Entrant, ...] = ()  # present, but no table could take them
    broken: tuple[Broken, ...] = ()

    @property
    def table_of(self) -> dict[Entrant, int]:
        """The number of the table of each who sits."""
        return {
            entrant: table.number for table in self.tables for entrant in table.seats
        }

    @property
    def everybody(self) -> set[Entrant]:
        """Who sits at a table of it, or rests."""
        return {*self.resting, *self.table_of}


@dataclass(frozen=True)
class Wishes:
    """What the room and the people ask for."""

    # Numbers of the tables that somebody can reach, who does not reach all
    only: Mapping[Entrant, Collection[int]] = field(default_factory=dict)
    apart: frozenset[Pair] = frozenset()
    # How often two met on earlier nights
    past: Mapping[Pair, int] = field(default_factory=dict)
    scores: Mapping[Entrant, int] = field(default_factory=dict)
    # Whether those sit together whose scores are near; each difference at a table costs its square
    is_near: bool = False
    tables: int = TABLES.high  # in the room; their numbers are 1, 2 and so on
    together: frozenset[Pair] = frozenset()
    # How many people an entrant is, if not one
    chairs: Mapping[Entrant, int] = field(default_factory=dict)
    most_people: int | None = None  # at a table; None: any number
    # The tables of a draft that is drawn again, at which they stay if they can
    stay: Mapping[Entrant, int] = field(default_factory=dict)


def broken_wishes(tables: Sequence[SeatedTable], wishes: Wishes) -> tuple[Broken, ...]:
    """The wishes that these tables do not fulfil."""
    at = Round(tuple(tables)).table_of
    wanted = ((Wish.APART, wishes.apart), (Wish.TOGETHER, wishes.together))
    return (
        *(
            Broken(wish, (a, b))
            for wish, pairs in wanted
            for a, b in sorted(pairs)
            if at.keys() >= {a, b} and (at[a] == at[b]) == (wish is Wish.APART)
        ),
        *(
            Broken(Wish.REACH, (entrant,))
            for entrant, reach in sorted(wishes.only.items())
            if entrant in at and at[entrant] not in reach
        ),
    )
