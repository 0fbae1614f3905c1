"""What a seating is made from, and what it is: sizes, wishes, rounds of tables."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from rules.night.bounds import NightRefusal

Thing = TypeVar("Thing")
MASK = 0xFFFFFFFF


class Lot:
    """A linear congruential generator of 32 bits (the numbers are those of Numerical Recipes)."""

    def __init__(self, seed: int) -> None:
        self.state = (seed * 2654435761 + 12345) & MASK
        for _ in range(4):
            self.below(2)

    def below(self, top: int) -> int:
        self.state = (self.state * 1664525 + 1013904223) & MASK
        return ((self.state >> 8) * top) >> 24

    def shuffled(self, things: Iterable[Thing]) -> list[Thing]:
        out = list(things)
        for place in range(len(out) - 1, 0, -1):
            other = self.below(place + 1)
            out[place], out[other] = out[other], out[place]
        return out


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


class Separated(NamedTuple):
    """Two who should sit at one table and do not."""

    first: Entrant
    other: Entrant


class OutOfReach(NamedTuple):
    """Somebody at a table that they said they cannot reach."""

    entrant: Entrant


Broken = Apart | Separated | OutOfReach


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
    only: Mapping[Entrant, frozenset[int]] = field(default_factory=dict)
    apart: frozenset[Pair] = frozenset()
    # How often two met on earlier evenings
    past: Mapping[Pair, int] = field(default_factory=dict)
    scores: Mapping[Entrant, int] = field(default_factory=dict)
    # The price of a difference of one point at one table, squared; 0: everybody mixes
    near: int = 0
    # The tables in the room, as they are opened; empty: as many as are needed
    numbers: tuple[int, ...] = ()
    together: frozenset[Pair] = frozenset()
    # How many people an entrant is, if not one
    chairs: Mapping[Entrant, int] = field(default_factory=dict)
    most_people: int | None = None  # at a table; None: any number


def broken_wishes(tables: Sequence[SeatedTable], wishes: Wishes) -> tuple[Broken, ...]:
    """Of who sits at these tables."""
    at = {entrant: table.number for table in tables for entrant in table.seats}

    def here(pairs: Iterable[Pair]) -> list[Pair]:
        known = {(min(pair), max(pair)) for pair in pairs if at.keys() >= {*pair}}
        return sorted(pair for pair in known if pair[0] != pair[1])

    return (
        *(Apart(a, b) for a, b in here(wishes.apart) if at[a] == at[b]),
        *(Separated(a, b) for a, b in here(wishes.together) if at[a] != at[b]),
        *(
            OutOfReach(entrant)
            for entrant, reach in sorted(wishes.only.items())
            if entrant in at and at[entrant] not in reach
        ),
    )


# How many tables, and how large; who rests where they cannot take everybody


class TablesMade(NamedTuple):
    """`sizes` of the tables, large ones first; `pairs_left` have no chairs at them."""

    sizes: tuple[int, ...]
    resting: int
    pairs_left: int = 0


def split(
    entrants: int,
    sizes: Sizes,
    tables: int | None = None,
    *,
    pairs: int = 0,
    most_people: int | None = None,
) -> TablesMade:
    """As few as possible rest; then as few as possible sit above the best size, because the
    longest table holds up the round; then as few seats as possible are missing. 13 at
    tables of 3 to 5, best 4: 4+3+3+3. Sizes count entrants, of whom so many are pairs on
    two chairs: a table has at most `most_people`, and the two pairs of a table of three or
    four are enough for it.
    """
    least, best, most = sizes
    smallest = max(2, (least + 1) // 2) if pairs else least
    choices = []
    for count in range(1, min(entrants // smallest, tables or entrants) + 1):
        for seated in range(min(entrants, count * most), count * smallest - 1, -1):
            small, larger = divmod(seated, count)
            made = (small + 1,) * larger + (small,) * (count - larger)
            crowded = _pairs_without_table(made, min(pairs, seated), least, most_people)
            over = sum(size - best for size in made if size > best)
            under = sum(best - size for size in made if size < best)
            choices.append((crowded, entrants - seated, over, under, count, made))
            if not crowded:
                break
    if not choices:
        raise NightRefusal("too-few-entrants", entrants=entrants, least=least)
    crowded, resting, _over, _under, _count, made = min(choices)
    return TablesMade(made, resting, crowded)


def _pairs_without_table(
    made: Sequence[int], pairs: int, least: int, most_people: int | None
) -> int:
    """How many pairs are too many for tables of these sizes, or too few for small ones."""
    if not pairs:
        return 0
    needed = sum(max(0, least - size) for size in made)
    if most_people is None:
        return max(0, needed - pairs)
    most = sum(max(0, min(size, most_people - size)) for size in made)
    return max(0, needed - pairs, pairs - most)


def odd_size(made: Sequence[int]) -> int | None:
    """Of tables of two sizes the one at which fewer people sit; None if all tables are alike."""
    people: dict[int, int] = {}
    for size in made:
        people[size] = people.get(size, 0) + size
    return (
        min(people, key=lambda size: (people[size], size)) if len(people) > 1 else None
    )


def who_rests(
    entrants: Sequence[Entrant],
    history: Sequence[Round],
    rest: int,
    rounds: int,
    lot: Lot,
) -> list[list[Entrant]]:
    """Of each round: who rested least, of these who played most, of these by lot. A round in which somebody
    was not present is neither."""
    rested = Counter(entrant for each in history for entrant in each.resting)
    played = Counter(
        entrant for each in history for table in each.tables for entrant in table.seats
    )
    rests = []
    for _ in range(rounds):
        drawn = lot.shuffled(entrants) if rest else []
        drawn.sort(key=lambda entrant: (rested[entrant], -played[entrant]))
        resting = sorted(drawn[:rest])
        rested.update(resting)
        played.update({*entrants} - {*resting})
        rests.append(resting)
    return rests
