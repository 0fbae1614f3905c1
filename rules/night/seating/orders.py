"""In which order a table sits: the first deal goes round, and neighbours change.

In these games the neighbour matters: one draws what the one before throws.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations

from rules.night.seating.lot import Lot
from rules.night.seating.values import Entrant, Pair, Round

MOST_ORDERS = 5  # up to so many at a table every order of sitting is tried


def with_orders(
    rounds: Sequence[Round], history: Sequence[Round], lot: Lot
) -> list[Round]:
    orders = _Orders()
    for each in history:
        for table in each.tables:
            orders.note(table.seats)
    out = []
    for each in rounds:
        tables = []
        for table in each.tables:
            seats = orders.best(lot.shuffled(table.seats))
            orders.note(seats)
            tables.append(table._replace(seats=tuple(seats)))
        out.append(each._replace(tables=tuple(tables)))
    return out


class _Orders:
    """How often each dealt first, and drew after whom."""

    def __init__(self) -> None:
        self.dealt: dict[Entrant, int] = {}
        self.after: dict[Pair, int] = {}

    def note(self, seats: Sequence[Entrant]) -> None:
        self.dealt[seats[0]] = self.dealt.get(seats[0], 0) + 1
        for pair in _neighbours(seats):
            self.after[pair] = self.after.get(pair, 0) + 1

    def best(self, seats: Sequence[Entrant]) -> Sequence[Entrant]:
        """Of all orders; at a larger table one after the other sits down where it is best."""
        if len(seats) <= MOST_ORDERS:
            return min(permutations(seats), key=self._price)
        order: Sequence[Entrant] = ()
        for entrant in seats:
            places = range(len(order) + 1)
            order = min(
                [(*order[:place], entrant, *order[place:]) for place in places],
                key=self._price,
            )
        return order

    def _price(self, seats: Sequence[Entrant]) -> int:
        after = self.after
        total = 4 * (2 * self.dealt.get(seats[0], 0) + 1)
        for first, other in _neighbours(seats):
            total += 2 * after.get((first, other), 0) + after.get((other, first), 0)
        return total


def _neighbours(seats: Sequence[Entrant]) -> Iterator[Pair]:
    return zip(seats, (*seats[1:], seats[0]), strict=True)
