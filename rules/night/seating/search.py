"""The search for seats: simulated annealing, bounded by steps."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import log

from rules.night.seating.lot import Lot
from rules.night.seating.rounds import WISH, PlannedRounds, Seat

PROPOSAL = 4  # steps of a swap that is looked at; about a microsecond of CPython each
USUAL_SIZE = 4  # at larger tables a swap costs more, because more people are priced
SWEEP = 128  # swaps looked at before the seats that could be better are listed again
STAGES = 32  # how often it cools
LUCK = tuple(round(-64 * log((place + 0.5) / 256)) for place in range(256))
WALL = 2 * WISH  # nothing is harder to take: behind a dear swap may be a cheap one
WISH_STEPS = 120_000  # at most, also of a draft of few steps, to keep what is broken


def _heats(first: int, share: int) -> tuple[int, ...]:
    """The heat of each stage in sixteenths of a price, which passes once in e times; each
    is so many hundredths of the one before."""
    return tuple(16 * first * share**stage // 100**stage for stage in range(STAGES))


HEATS = _heats(35, 98)
HEATS_NEAR = _heats(960, 87)  # the square of a difference of points is a high price
HEATS_OF_WISHES = 4 * _heats(WISH, 85)[:8]  # again and again: small rooms need it hot


def anneal(draft: PlannedRounds, lot: Lot, steps: int, *, is_near: bool) -> None:
    """Keep the wishes that are broken, first in the round that is played next; then swap
    whoever's seat costs something."""
    annealing = _Annealing(draft, lot)
    rounds = range(len(draft.members))
    left = WISH_STEPS
    for number in rounds:
        share = left if number == rounds[-1] else left // 2
        left -= annealing.run([number], draft.breaks_wish, HEATS_OF_WISHES, share)
    heats = HEATS_NEAR if is_near else HEATS
    others = max(steps // 2, steps - (WISH_STEPS - left))
    annealing.run(rounds, draft.is_costly, heats, others)


class _Annealing:
    """Swaps somebody whose seat could be better with anybody: what is cheaper always, what
    is dearer ever more rarely. The cheapest seating that was met stays."""

    def __init__(self, draft: PlannedRounds, lot: Lot) -> None:
        self.draft = draft
        self.lot = lot
        most = max(len(here) for here in draft.members[0])
        partners = max(map(len, draft.partners))
        self.step = PROPOSAL * max(1, most // USUAL_SIZE, partners // USUAL_SIZE)

    def run(
        self,
        rounds: Sequence[int],
        could_be_better: Callable[[int, int], bool],
        heats: Sequence[int],
        steps: int,
    ) -> int:
        """How many steps it took: until nobody is left whose seat could be better, or
        there are no steps any more."""
        left = steps
        self.cost = 0  # compared with the start
        self.best = 0
        self.saved = self.draft.arrangement()
        while left > 0:
            seats = self.draft.seats(rounds, could_be_better)
            if not seats:
                break
            heat = heats[(steps - left) * STAGES // steps]
            self._sweep(seats, could_be_better, heat)
            left -= len(self.draft.names) * len(rounds) + SWEEP * self.step
        if self.cost > self.best:
            self.draft.go_back(self.saved)
        return steps - left

    def _sweep(
        self,
        seats: Sequence[Seat],
        could_be_better: Callable[[int, int], bool],
        heat: int,
    ) -> None:
        draft = self.draft
        lot = self.lot
        for _turn in range(SWEEP):
            number, a = seats[lot.below(len(seats))]
            if not could_be_better(number, a):
                continue
            wanted = draft.wanted_tables(number, a)
            table = wanted[lot.below(len(wanted))] if wanted else -1
            if draft.is_out_of_reach(number, a) and not lot.below(4):
                self._try_numbers(number, draft.at[number][a], table, heat)
            elif wanted and draft.members[number][table] and lot.below(2):
                here = draft.members[number][table]
                self._try_swap(number, a, here[lot.below(len(here))], heat)
            else:
                self._try_swap(number, a, lot.below(len(draft.names)), heat)

    def _try_swap(self, number: int, a: int, b: int, heat: int) -> None:
        at = self.draft.at[number]
        if at[b] >= 0 and at[b] != at[a]:
            price = self.draft.price_of_swap(number, a, b)
            if self._is_taken(price, heat):
                self.draft.swap(number, a, b)
                self._note(price)

    def _try_numbers(self, number: int, table: int, other: int, heat: int) -> None:
        price = self.draft.price_of_numbers(number, table, other)
        if self._is_taken(price, heat):
            self.draft.swap_numbers(number, table, other)
            self._note(price)

    def _is_taken(self, price: int, heat: int) -> bool:
        return price <= 0 or min(price, WALL) * 1024 < heat * LUCK[self.lot.below(256)]

    def _note(self, price: int) -> None:
        self.cost += price
        if self.cost < self.best:
            self.best = self.cost
            self.saved = self.draft.arrangement()
