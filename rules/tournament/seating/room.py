"""Which tables of the room are used, how large each is, and who is bound to which."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from rules.tournament.seating.values import Entrant, Pair, Wishes

MOST_TRIES = 3_000  # of placing those who cannot sit everywhere

Held = dict[int, list[Entrant]]
"""Who is bound to a table, by its number."""


class Room(NamedTuple):
    numbers: list[int]
    made: list[int]  # the size of each
    held: Held
    homeless: list[Entrant]  # no table that they can reach has a place for them


def open_room(seated: Sequence[Entrant], made: Sequence[int], wishes: Wishes) -> Room:
    """First the tables that somebody needs, then the lowest numbers."""
    room = sorted(set(wishes.numbers))
    reach = {
        name: sorted(number for number in wishes.only[name] if not room or number in room)
        for name in seated
        if name in wishes.only
    }
    held, homeless = _held_or_homeless(reach, made, wishes.apart)
    numbers = sorted(held)
    pool = room or range(1, 2 * len(made) + len(numbers) + 1)
    numbers += [number for number in pool if number not in held][: len(made) - len(numbers)]
    fullest_first = sorted(numbers, key=lambda number: (-len(held.get(number, ())), number))
    size_of = dict(zip(fullest_first, sorted(made, reverse=True), strict=True))
    numbers.sort()
    return Room(numbers, [size_of[number] for number in numbers], held, homeless)


def _held_or_homeless(
    reach: Mapping[Entrant, Sequence[int]], made: Sequence[int], apart: Iterable[Pair]
) -> tuple[Held, list[Entrant]]:
    order = sorted(reach, key=lambda name: (len(reach[name]), reach[name], name))
    both_ways = {pair for first, other in apart for pair in ((first, other), (other, first))}
    held = _Holding(reach, made, both_ways).of(order)
    if held is None:
        held = _Holding(reach, made, set()).of(order)
    homeless: list[Entrant] = []
    while held is None:
        left = [name for name in order if name not in homeless]
        homeless.append(_first_too_many(left, reach, made))
        left.remove(homeless[-1])
        held = _Holding(reach, made, set()).of(left)
    return held, homeless


def _first_too_many(
    order: Sequence[Entrant], reach: Mapping[Entrant, Sequence[int]], made: Sequence[int]
) -> Entrant:
    for place in range(1, len(order)):
        if _Holding(reach, made, set()).of(order[:place]) is None:
            return order[place - 1]
    return order[-1]


class _Holding:
    """A small exact search for a table for each that is bound; a greedy choice broke seatings that were
    possible."""

    def __init__(self, reach: Mapping[Entrant, Sequence[int]], made: Sequence[int], apart: set[Pair]) -> None:
        self.reach, self.apart = reach, apart
        self.small, self.large, self.tables = min(made), max(made), len(made)
        self.larger = sum(size > self.small for size in made)

    def of(self, order: Sequence[Entrant]) -> Held | None:
        """None if no more tables than there are do not hold them."""
        self.order, self.tries = order, 0
        self.held: Held = {}
        return self.held if self._put(0) else None

    def _put(self, place: int) -> bool:
        self.tries += 1
        if place == len(self.order):
            return True
        name, held = self.order[place], self.held
        for number in sorted(
            self.reach[name], key=lambda number: (number not in held, len(held.get(number, ())))
        ):
            here = held.get(number, [])
            if not self._takes(here, name):
                continue
            held[number] = [*here, name]
            if self._put(place + 1):
                return True
            held[number] = here
            if not here:
                del held[number]
            if self.tries > MOST_TRIES:
                return False
        return False

    def _takes(self, here: list[Entrant], name: Entrant) -> bool:
        if not here and len(self.held) == self.tables:
            return False
        if len(here) >= self.large or any((name, other) in self.apart for other in here):
            return False
        larger = sum(len(some) > self.small for some in self.held.values())
        return len(here) != self.small or larger < self.larger
