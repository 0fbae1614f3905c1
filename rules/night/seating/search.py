"""Swaps of two entrants in one round, as long as they help or luck allows; bounded by steps."""

from __future__ import annotations

from collections.abc import Iterator
from math import log
from typing import NamedTuple

from rules.night.seating.budget import Budget
from rules.night.seating.lot import Lot
from rules.night.seating.planned import PlannedRounds

CANDIDATES = 48  # swaps looked at for one entrant, in a large room
# swaps without progress, for each table, before mending gives way to annealing
PATIENCE = 12
PROPOSAL = 4  # steps of a swap that is drawn by lot; of many that are looked at together each costs one
USUAL_SIZE = 4  # a swap at a larger table costs more steps, because more people have to be priced
# with scores this part of the steps is left for the descent at the end
LAST_DESCENT = 4
STAGES = 32  # how often it cools while annealing


def _cooling(first: int, share: int) -> tuple[int, ...]:
    """The heat of each stage, in sixteenths of a price; each is so many hundredths of the one before."""
    return tuple(
        first * 16 * pow(share, stage) // pow(100, stage) for stage in range(STAGES)
    )


HEATS = _cooling(60, 95)
HEATS_NEAR = _cooling(960, 87)  # the square of a difference of points is a high price
# -ln of a number up to 1
LUCK = tuple(round(-64 * log((place + 0.5) / 256)) for place in range(256))
PASSES = 4


class Swap(NamedTuple):
    """A swap with `other` (-1: with nobody), and how many were looked at."""

    price: int
    other: int
    looked: int


class Search:
    def __init__(self, draft: PlannedRounds, is_near: bool, lot: Lot) -> None:
        self.draft, self.is_near, self.lot = draft, is_near, lot
        self.step = max(1, max(draft.rooms[0].made) // USUAL_SIZE)

    def run(self, budget: Budget) -> None:
        """First mend what the start left, which is all that a large room needs; then anneal what is left."""
        if len(self.draft.rooms[0].made) < 2:
            return
        self._mend(budget.part(budget.left // 4))
        if self.is_near:
            self._descend(budget.part(budget.left // LAST_DESCENT))
            self._anneal(budget.part(budget.left - budget.left // LAST_DESCENT))
            self._descend(budget)
        elif self.draft.troubles:
            self._anneal(budget)

    def _mend(self, budget: Budget) -> None:
        """Tabu search: somebody who meets another again is swapped with whoever makes it best."""
        draft = self.draft
        patience = PATIENCE * len(draft.rooms[0].made)
        tabu = [[0] * draft.count for _ in draft.rooms]
        cost = best = 0  # relative to the start
        saved = draft.saved()
        turn = last_better = 0
        while draft.troubles and not budget.is_spent and turn - last_better < patience:
            turn += 1
            number, a = self._pick()
            choice = self._best_swap(
                number, a, [until > turn for until in tabu[number]], best - cost
            )
            budget.spend(self.step * choice.looked + 1)
            if choice.other >= 0:
                draft.swap(number, a, choice.other)
                cost += choice.price
                tabu[number][a] = tabu[number][choice.other] = (
                    turn + 2 + self.lot.below(6)
                )
            if cost < best:
                best, last_better, saved = cost, turn, draft.saved()
        if cost > best:
            draft.go_back(saved)

    def _best_swap(self, number: int, a: int, tabu: list[bool], goal: int) -> Swap:
        """The cheapest swap of `a` in this round; who moved just now moves only to reach the goal."""
        members = self.draft.members[number]
        tables = self._tables_to_try(number, a)
        best_price, best_other, ties = 0, -1, 0
        for price, b in self._swaps(number, a, tables):
            if (tabu[a] or tabu[b]) and price >= goal:
                continue
            if best_other < 0 or price < best_price:
                best_price, best_other, ties = price, b, 1
            elif price == best_price:
                ties += 1
                if self.lot.below(ties) == 0:
                    best_other = b
        return Swap(
            best_price, best_other, sum([len(members[table]) for table in tables])
        )

    def _tables_to_try(self, number: int, a: int) -> list[int]:
        """All that `a` may go to; in a large room some, from one drawn by lot on."""
        members, may = self.draft.members[number], self.draft.may[number][a]
        home, count = self.draft.at[number][a], len(members)
        span = max(1, min(count - 1, CANDIDATES // len(members[home])))
        offset = self.lot.below(count)
        around = [(offset + further) % count for further in range(count)]
        return [
            table for table in around if table != home and (may is None or table in may)
        ][:span]

    def _swaps(
        self, number: int, a: int, tables: list[int]
    ) -> Iterator[tuple[int, int]]:
        """The price of each swap of `a` that is allowed, and with whom: `price_of` for many at once."""
        draft, up, down = self.draft, self.draft.up, self.draft.down
        members, may = draft.members[number], draft.may[number]
        home, up_a, down_a = draft.at[number][a], draft.up[a], draft.down[a]
        mates = [x for x in members[home] if x != a]
        leave = sum([down_a[x] for x in mates])
        for table in tables:
            right = members[table]
            join = sum([up_a[y] for y in right]) - leave
            for b in right:
                may_b = may[b]
                if may_b is not None and home not in may_b:
                    continue
                up_b, down_b = up[b], down[b]
                price = join - up_a[b] + draft.odd_price(number, a, b)
                for x in mates:
                    price += up_b[x]
                for y in right:
                    price -= down_b[y]
                yield price, b

    def _pick(self) -> tuple[int, int]:
        """A round and somebody in it who is in trouble; now and then, with scores, anybody."""
        lot, troubles = self.lot, self.draft.troubles
        if troubles and not (self.is_near and lot.below(3) == 0):
            a, b = divmod(troubles[lot.below(len(troubles))], self.draft.count)
            if lot.below(2):
                a, b = b, a
            shared = self._rounds_of(a, b)
            if shared:
                return shared[lot.below(len(shared))], a
        number = lot.below(len(self.draft.rooms))
        a = lot.below(self.draft.count)
        while self.draft.at[number][a] < 0:
            a = lot.below(self.draft.count)
        return number, a

    def _rounds_of(self, a: int, b: int) -> list[int]:
        """The rounds in which this trouble is."""
        seating = enumerate(self.draft.at)
        if a != b:
            return [number for number, at in seating if at[a] == at[b] and at[a] >= 0]
        return [
            number
            for number, at in seating
            if at[a] >= 0 and self.draft.is_odd[number][at[a]]
        ]

    def _anneal(self, budget: Budget) -> None:
        """Swaps of somebody in trouble with anybody; dearer ones pass too, ever more rarely."""
        draft = self.draft
        heats = HEATS_NEAR if self.is_near else HEATS
        proposals = budget.left // (self.step * PROPOSAL)
        cost = best = 0
        saved = draft.saved()
        for turn in range(proposals):
            if not (draft.troubles or self.is_near) or not budget.spend(
                self.step * PROPOSAL
            ):
                break
            number, a = self._pick()
            b = self.lot.below(draft.count)
            if not draft.may_swap(number, a, b):
                continue
            price = draft.price_of(number, a, b)
            if self._is_taken(price, heats[turn * STAGES // proposals]):
                draft.swap(number, a, b)
                cost += price
                if cost < best:
                    best, saved = cost, draft.saved()
        if cost > best:
            draft.go_back(saved)

    def _is_taken(self, price: int, heat: int) -> bool:
        return price <= 0 or price * 1024 < heat * LUCK[self.lot.below(256)]

    def _descend(self, budget: Budget) -> None:
        """With scores: swap as long as any swap helps, at most a few times over."""
        for _ in range(PASSES):
            better = [
                self._descend_from(number, a)
                for number in range(len(self.draft.rooms))
                for a in range(self.draft.count)
                if budget.spend(self.step * PROPOSAL * (self.draft.count - a))
            ]
            if not any(better):
                return

    def _descend_from(self, number: int, a: int) -> bool:
        draft, better = self.draft, False
        for b in range(a + 1, draft.count):
            if draft.may_swap(number, a, b) and draft.price_of(number, a, b) < 0:
                draft.swap(number, a, b)
                better = True
        return better
