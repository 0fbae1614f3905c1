"""The search for seats: simulated annealing, bounded by steps."""

from __future__ import annotations

from math import log

from rules.night.seating.budget import Budget
from rules.night.seating.lot import Lot
from rules.night.seating.rounds import PlannedRounds

PROPOSAL = 4  # steps of a swap that is looked at
USUAL_SIZE = 4  # at larger tables a swap costs more, because more people are priced
SWEEP = 128  # swaps looked at before the seats that cost something are listed again
STAGES = 32  # how often it cools
LUCK = tuple(round(-64 * log((place + 0.5) / 256)) for place in range(256))


def _heats(first: int, share: int) -> tuple[int, ...]:
    """The heat of each stage in sixteenths of a price, which passes once in e times; each
    is so many hundredths of the one before."""
    return tuple(16 * first * share**stage // 100**stage for stage in range(STAGES))


HEATS = _heats(35, 98)
HEATS_NEAR = _heats(960, 87)  # the square of a difference of points is a high price


def anneal(draft: PlannedRounds, lot: Lot, budget: Budget) -> None:
    """Swap somebody whose seat costs something with anybody: what is cheaper always, what
    is dearer ever more rarely. The cheapest seating that was met stays."""
    if len(draft.rooms[0].made) > 1:
        _Annealing(draft, lot).run(budget)


class _Annealing:
    def __init__(self, draft: PlannedRounds, lot: Lot) -> None:
        self.draft = draft
        self.lot = lot
        self.step = PROPOSAL * max(1, max(draft.rooms[0].made) // USUAL_SIZE)
        self.listing = len(draft.names) * len(draft.rooms)  # steps of `costly_seats`
        self.cost = 0  # compared with the start
        self.best = 0
        self.saved = draft.tables()

    def run(self, budget: Budget) -> None:
        heats = HEATS_NEAR if self.draft.wishes.near else HEATS
        whole = budget.left
        while not budget.is_spent:
            heat = heats[(whole - budget.left) * STAGES // whole]
            seats = self.draft.costly_seats()
            if not seats:
                break
            budget.spend(self.listing + SWEEP * self.step)
            self._sweep(seats, heat)
            if urgent := [seat for seat in seats if self.draft.breaks_wish(*seat)]:
                budget.spend(self.listing + SWEEP * self.step)
                self._sweep(urgent, heat)
        if self.cost > self.best:
            self.draft.go_back(self.saved)

    def _sweep(self, seats: list[tuple[int, int]], heat: int) -> None:
        draft = self.draft
        lot = self.lot
        for _turn in range(SWEEP):
            number, a = seats[lot.below(len(seats))]
            b = self._other(number, a)
            if draft.may_swap(number, a, b) and draft.is_costly(number, a):
                price = draft.price_of(number, a, b)
                if price <= 0 or price * 1024 < heat * LUCK[lot.below(256)]:
                    self._swap(number, a, b, price)

    def _other(self, number: int, a: int) -> int:
        """Anybody; for who should sit with somebody, half of the time whoever sits there."""
        draft = self.draft
        lot = self.lot
        if draft.partners[a] and lot.below(2):
            for here in draft.tables_of_partners(number, a):
                return here[lot.below(len(here))]
        return lot.below(len(draft.names))

    def _swap(self, number: int, a: int, b: int, price: int) -> None:
        self.draft.swap(number, a, b)
        self.cost += price
        if self.cost < self.best:
            self.best = self.cost
            self.saved = self.draft.tables()
