"""What a round costs by the prices of docs/design/night.md, as a measure beside seatings by lot."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations

from rules.night.seating.values import Round, Wishes

MEETING = 100
AGAIN = 50
ODD = 30
EARLIER = 40


def price(made: Round, history: list[Round], wishes: Wishes) -> int:
    met = Counter(_pairs(history))
    last = set(_pairs(history[-1:]))
    odd = Counter(name for each in history for name in _at_odd_tables(each))
    total = sum(ODD * (2 * odd[name] + 1) for name in _at_odd_tables(made))
    for pair in _pairs([made]):
        one, other = pair
        gap = wishes.scores.get(one, 0) - wishes.scores.get(other, 0)
        total += EARLIER * wishes.past.get(pair, 0)
        total += (
            MEETING * met[pair] * (met[pair] + 1) // 2
            + AGAIN * (pair in last)
            + wishes.near * gap * gap
        )
    return total


def _pairs(rounds: Iterable[Round]) -> Iterator[tuple[int, int]]:
    for each in rounds:
        for table in each.tables:
            yield from combinations(sorted(table.seats), 2)


def _at_odd_tables(each: Round) -> list[int]:
    """Those at tables of the size at which fewer people sit."""
    lengths = [len(table.seats) for table in each.tables]
    small = min(lengths)
    large = max(lengths)
    if small == large:
        return []
    rare = (
        small if lengths.count(small) * small <= lengths.count(large) * large else large
    )
    return [
        name
        for table in each.tables
        for name in table.seats
        if len(table.seats) == rare
    ]


def in_this_order(made: Round, order: list[int]) -> Round:
    """The same tables with other people."""
    people = iter(order)
    return Round(
        tuple(
            table._replace(seats=tuple(next(people) for _ in table.seats))
            for table in made.tables
        ),
        made.resting,
    )
