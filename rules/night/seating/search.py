"""The search for seats: simulated annealing, bounded by steps."""

from collections.abc import Callable, Sequence
from math import log

from rules.night.seating.lot import Lot
from rules.night.seating.rounds import RESTING, WISH, PlannedRounds, Seat

PROPOSAL = 4  # steps of a swap that is looked at; about a microsecond of CPython each
USUAL_SIZE = 4  # at larger tables a swap costs more, because more people are priced
SWEEP = 128  # swaps looked at before the seats that could be better are listed again
STAGES = 32  # how often it cools
LUCK = tuple(round(-64 * log((index + 0.5) / 256)) for index in range(256))
WALL = 2 * WISH  # nothing is harder to take: behind a dear swap may be a cheap one
WISH_STEPS = 100_000  # at most, also of a draft of few steps, to keep what is broken


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
    rounds = range(len(draft.members))
    left = WISH_STEPS
    wishes = _Annealing(draft, lot, HEATS_OF_WISHES, draft.breaks_wish)
    wishes.looks_for_tables = True
    for number in rounds:
        share = left if number == rounds[-1] else left // 2
        left -= wishes.run([number], share)
    others = max(steps // 2, steps - (WISH_STEPS - left))
    heats = HEATS_NEAR if is_near else HEATS
    _Annealing(draft, lot, heats, draft.is_costly).run(rounds, others)


Change = Callable[..., None]
"""An exchange of two seats or of two tables: done a second time it takes itself back."""


class _Annealing:
    """Swaps somebody whose seat could be better with anybody: what is cheaper always, what
    is dearer ever more rarely. The cheapest seating that was met stays."""

    looks_for_tables = False  # where those want to sit whose wish is broken

    def __init__(
        self,
        draft: PlannedRounds,
        lot: Lot,
        heats: Sequence[int],
        could_be_better: Callable[[int, int], bool],
    ) -> None:
        self.draft = draft
        self.lot = lot
        self.heats = heats
        self.could_be_better = could_be_better
        most = max(len(here) for here in draft.members[0])
        partners = max(map(len, draft.partners))
        self.step = PROPOSAL * max(1, most // USUAL_SIZE, partners // USUAL_SIZE)

    def run(self, rounds: Sequence[int], steps: int) -> int:
        """How many steps it took: until nobody is left whose seat could be better, or
        there are no steps any more."""
        left = steps
        self.cost = 0  # compared with the cheapest seating
        self.since_cheapest: list[tuple[Change, tuple[int, ...]]] = []
        while left > 0:
            seats = self.draft.seats(rounds, self.could_be_better)
            if not seats:
                break
            self.heat = self.heats[(steps - left) * STAGES // steps]
            swaps = self._sweep(seats)
            left -= len(self.draft.entrants) * len(rounds) + swaps * self.step
        if self.cost:
            for change, what in reversed(self.since_cheapest):
                change(*what)
        return steps - left

    def _sweep(self, seats: Sequence[Seat]) -> int:
        """How many swaps were looked at. Where wishes are broken, few seats are listed, and
        often the first swap breaks that of somebody else: then they are listed again."""
        draft = self.draft
        lot = self.lot
        for turn in range(SWEEP):
            number, a = seats[lot.below(len(seats))]
            if self.could_be_better(number, a):
                wanted = draft.wanted_tables(number, a) if self.looks_for_tables else ()
                if wanted and lot.below(2):
                    self._try_table(number, a, wanted[lot.below(len(wanted))])
                else:
                    self._try_swap(number, a, lot.below(len(draft.entrants)))
            elif self.looks_for_tables:
                return turn
        return SWEEP

    def _try_table(self, number: int, a: int, table: int) -> None:
        """Somebody there comes in their place, or all of the two tables change."""
        draft = self.draft
        here = draft.members[number][table]
        home = draft.at[number][a]
        if here and (
            self.lot.below(2)
            or not draft.is_out_of_reach(number, a)
            or draft.needs_its_seats(number, table, home)
        ):
            self._try_swap(number, a, here[self.lot.below(len(here))])
            return
        price = draft.price_of_tables(number, home, table)
        if price <= 0 or self._is_taken(price):
            self._change(price, draft.swap_tables, number, home, table)

    def _try_swap(self, number: int, a: int, b: int) -> None:
        at = self.draft.at[number]
        if RESTING != at[b] != at[a]:
            price = self.draft.price_of_swap(number, a, b)
            if price <= 0 or self._is_taken(price):
                self._change(price, self.draft.swap, number, a, b)

    def _is_taken(self, price: int) -> bool:
        """Whether luck takes what is dearer."""
        return min(price, WALL) * 1024 < self.heat * LUCK[self.lot.below(256)]

    def _change(self, price: int, change: Change, *what: int) -> None:
        change(*what)
        self.cost += price
        self.since_cheapest.append((change, what))
        if self.cost < 0:
            self.cost = 0
            self.since_cheapest.clear()
