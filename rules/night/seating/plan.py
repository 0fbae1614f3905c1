"""The tables of one round, or of all rounds of an evening at once.

Integers only and a lot of its own: the same arguments give the same tables on every machine. The work is
bounded by a number of steps. What is asked for, in this order (docs/design/night.md says why):

1. As few rest as possible, and of the tables as few as possible are above the best size (`split`).
2. Who rests is among those who rested least (`who_rests`).
3. Nobody sits where they cannot (`Wishes.only`), no two at one table who are kept apart, and two together who
   want it. Where that is impossible, the round says what is broken.
4. Few repeated meetings, and a third is worse than two second ones; with `Wishes.is_near` entrants with equal
   scores meet.
5. The odd tables (of the rarer size) go round, so does the first deal, and neighbours change.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice, permutations, repeat

from rules.night.seating.lot import Lot
from rules.night.seating.rounds import Members, PlannedRounds
from rules.night.seating.search import anneal
from rules.night.seating.sizes import split, who_rests
from rules.night.seating.values import (
    Entrant,
    Pair,
    Round,
    SeatedTable,
    Sizes,
    Wishes,
    broken_wishes,
)

MOST_ORDERS = 5  # up to so many at a table every order of sitting is tried


class _Orders:
    """How often each dealt first, and drew after whom."""

    def __init__(self, history: Sequence[Round]) -> None:
        self.dealt = Counter[Entrant]()
        self.after = Counter[Pair]()
        for each in history:
            for table in each.tables:
                self.note(table.seats)

    def note(self, seats: Sequence[Entrant]) -> None:
        self.dealt[seats[0]] += 1
        self.after.update(_neighbours(seats))

    def ordered(self, table: SeatedTable, lot: Lot) -> SeatedTable:
        seats = self._best(lot.shuffled(table.seats))
        self.note(seats)
        return table._replace(seats=seats)

    def _best(self, seats: Sequence[Entrant]) -> tuple[Entrant, ...]:
        """The best of all orders; at a larger table one after the other sits down where it is best."""
        if len(seats) <= MOST_ORDERS:
            return min(permutations(seats), key=self._price)
        order: tuple[Entrant, ...] = ()
        for entrant in seats:
            indices = range(len(order) + 1)
            order = min(
                [(*order[:index], entrant, *order[index:]) for index in indices],
                key=self._price,
            )
        return order

    def _price(self, seats: Sequence[Entrant]) -> int:
        after = self.after
        total = 8 * self.dealt.get(seats[0], 0)
        for first, other in _neighbours(seats):
            total += 2 * after.get((first, other), 0) + after.get((other, first), 0)
        return total


def _neighbours(seats: Sequence[Entrant]) -> Iterator[Pair]:
    return zip(seats, (*seats[1:], seats[0]), strict=True)


STEPS = 350_000  # of one draft; about a tenth of a second of CPython
ANY_SIZES = Sizes()
NO_WISHES = Wishes()


def seat(
    entrants: Iterable[Entrant],
    history: Sequence[Round] = (),
    sizes: Sizes = ANY_SIZES,
    wishes: Wishes = NO_WISHES,
    *,
    seed: int = 0,
    rounds: int = 1,
    steps: int = STEPS,
) -> list[Round]:
    """The next `rounds` rounds, planned together: with a known number of rounds only that
    finds seatings in which nobody meets twice. `history` is what was played before, with
    the same entrants or others. With `wishes.stay` one round, in which few move.

    Raises NightRefusal `too-few-entrants` where they do not fill one table.
    """
    everybody = sorted(set(entrants))
    lot = Lot(seed)
    sat = _tables_of_draft(everybody, wishes)
    made, rest, _pairs_left = split(
        len(everybody),
        sizes,
        wishes.tables,
        pairs=sum(wishes.chairs.get(entrant, 1) > 1 for entrant in everybody),
        most_people=wishes.most_people,
        seated=[len(here) for here in sat.values()],
    )
    rests = who_rests(everybody, history, rest, rounds, lot, wishes.stay)
    draft = PlannedRounds(everybody, history, wishes, made, sizes.least)
    order = lot.shuffled(range(len(everybody)))
    if wishes.is_near:
        order.sort(key=lambda index: -wishes.scores.get(everybody[index], 0))
    for number, resting in enumerate(rests):
        here = [index for index in order if everybody[index] not in resting]
        if sat or wishes.is_near:
            members = _as_they_sat(here, made, sat.values())
        else:
            members = _in_turning_rows(here, made, number)
        draft.seat(members, sat)
    anneal(draft, lot, steps if len(made) > 1 else 0, is_near=wishes.is_near)
    orders = _Orders(history)
    planned = []
    for number, resting in enumerate(rests):
        seated = draft.seated_tables(number)
        tables = tuple(orders.ordered(table, lot) for table in seated)
        broken = broken_wishes(tables, wishes)
        planned.append(Round(tables, tuple(resting), broken))
    return planned


def _tables_of_draft(
    everybody: Sequence[Entrant], wishes: Wishes
) -> dict[int, list[int]]:
    """Who can stay at each table of a draft, by its number; the fullest table first."""
    tables: dict[int, list[int]] = {}
    for index, entrant in enumerate(everybody):
        number = wishes.stay.get(entrant, 0)
        if 1 <= number <= wishes.tables:
            tables.setdefault(number, []).append(index)
    return dict(sorted(tables.items(), key=lambda table: -len(table[1])))


def _as_they_sat(
    here: Sequence[int], made: Sequence[int], sat: Iterable[Sequence[int]]
) -> Members:
    """As many as can of each table of a draft stay there; the others fill the tables up, one after the other:
    where those sit together who are near, they come in the order of the standings."""
    members: Members = [
        [index for index in here if index in before][:size]
        for size, before in zip(made, chain(sat, repeat(())), strict=False)
    ]
    seated = {index for at_table in members for index in at_table}
    left = iter([index for index in here if index not in seated])
    for size, at_table in zip(made, members, strict=True):
        at_table += islice(left, size - len(at_table))
    return members


def _in_turning_rows(here: Sequence[int], made: Sequence[int], number: int) -> Members:
    """Entrants stand in rows as long as there are tables; in round t row r moves r*t tables
    on. While no product of two differences is a multiple of the number of tables, nobody
    meets twice."""
    count = len(made)
    members: Members = [[] for _ in made]
    for position, index in enumerate(here):
        row, column = divmod(position, count)
        turn = column + row * number
        while len(members[turn % count]) == made[turn % count]:
            turn += 1
        members[turn % count].append(index)
    return members
