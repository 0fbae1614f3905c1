"""One random evening: people come late, leave, pause; some are bound to tables, some are kept apart."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations

from rules.errors import Illegal
from rules.night.seating.plan import seat
from rules.night.seating.values import Round, Sizes, Wishes
from tests.tools.club_night.check import faults

KINDS = [(3, 4, 5), (3, 4, 5), (3, 4, 4), (2, 4, 6), (4, 4, 4), (2, 2, 3), (4, 5, 8)]
STEPS = 12_000  # of a draft: fewer than one has that nobody hurries
FORMS = ["mixed", "mixed", "near", "lives", "knockout"]


@dataclass
class Found:
    """What evenings showed."""

    seatings: int = 0
    with_broken: int = 0
    made_twice: int = 0
    faults: list[str] = field(default_factory=list)


class Evening:
    def __init__(self, seed: int, found: Found) -> None:
        self.rng = rng = random.Random(seed)
        self.seed = seed
        self.found = found
        self.count = rng.choice(
            [rng.randint(4, 16), rng.randint(8, 40), rng.randint(20, 150)]
        )
        self.sizes = Sizes(*rng.choice(KINDS))
        self.form = rng.choice(FORMS)
        self.rounds = rng.randint(2, 6)
        self.names = rng.sample(range(1, self.count + 11), self.count + 10)
        self.present = sorted(self.names[: self.count])
        self.waiting = self.names[self.count :]
        self.points = dict.fromkeys(self.names, 0)
        self.lives = dict.fromkeys(self.names, 3)
        self.history: list[Round] = []
        self.only, self.numbers = self._bound() if rng.random() < 0.5 else ({}, ())
        self.apart = frozenset(self._apart()) if rng.random() < 0.5 else frozenset()
        self.together = (
            frozenset(self._together()) if rng.random() < 0.3 else frozenset()
        )
        self.past = self._past() if rng.random() < 0.3 else {}

    def _bound(self) -> tuple[dict[int, frozenset[int]], tuple[int, ...]]:
        rng = self.rng
        numbers: tuple[int, ...] = ()
        tables = max(1, self.count // self.sizes.best)
        if rng.random() < 0.4:
            start = rng.choice([1, 1, 10])
            numbers = tuple(range(start, start + max(1, tables + rng.randint(-1, 5))))
        pool = numbers or tuple(range(1, tables + 1))
        bound = rng.sample(
            self.names, rng.randint(0, max(1, self.count // rng.choice([3, 8])))
        )
        return {
            name: frozenset(rng.sample(pool, min(len(pool), rng.choice([1, 1, 2, 4]))))
            for name in bound
        }, numbers

    def _apart(self) -> Iterator[tuple[int, int]]:
        for _ in range(
            self.rng.randint(0, max(1, self.count // self.rng.choice([1, 6])))
        ):
            one, other = self.rng.sample(self.names, 2)
            yield one, other

    def _together(self) -> Iterator[tuple[int, int]]:
        for _ in range(self.rng.randint(1, max(1, self.count // 6))):
            one, other = self.rng.sample(self.names, 2)
            yield one, other

    def _past(self) -> dict[tuple[int, int], int]:
        """Up to three earlier evenings of one round each."""
        met: Counter[tuple[int, int]] = Counter()
        for _ in range(self.rng.randint(1, 3)):
            order = self.rng.sample(self.names, len(self.names))
            for start in range(0, len(order), self.sizes.best):
                met.update(
                    combinations(sorted(order[start : start + self.sizes.best]), 2)
                )
        return dict(met)

    def play(self) -> None:
        for number in range(self.rounds):
            if not self._seat(number):
                return
            self._play_tables()
            self._come_and_go()

    # Seating

    def _seat(self, number: int) -> bool:
        """Whether a round could be seated."""
        near = 4 if self.form == "near" else 0
        wishes = Wishes(
            self.only,
            self.apart,
            self.past,
            dict(self.points),
            near,
            self.numbers,
            self.together,
        )
        ahead = (
            self.rounds - number
            if self.form == "mixed" and self.rng.random() < 0.7
            else 1
        )
        try:
            made = self._made(self.present, wishes, number, ahead)
        except Illegal:
            if len(self.present) >= self.sizes.least:
                self._tell("refused although a table can be made")
            return False
        self._check(made, wishes, number)
        self.history.append(made[0])
        return True

    def _made(
        self, present: list[int], wishes: Wishes, number: int, ahead: int
    ) -> list[Round]:
        return seat(
            present,
            self.history,
            self.sizes,
            wishes,
            seed=self.seed + number,
            rounds=ahead,
            steps=STEPS,
        )

    def _check(self, made: list[Round], wishes: Wishes, number: int) -> None:
        self.found.seatings += 1
        self.found.with_broken += bool(made[0].broken)
        for further, each in enumerate(made):
            before = [*self.history, *made[:further]]
            for fault in faults(each, self.present, before, self.sizes, wishes):
                self._tell(f"round {number + 1}+{further}: {fault}")
        if self.rng.random() < 0.05:
            self.found.made_twice += 1
            mixed = self.rng.sample(self.present, len(self.present))
            if self._made(mixed, wishes, number, len(made)) != made:
                self._tell("not the same twice")

    def _tell(self, fault: str) -> None:
        self.found.faults.append(
            f"seed {self.seed} ({self.form}, {self.count}, {tuple(self.sizes)}): {fault}"
        )

    # What happens between two rounds

    def _play_tables(self) -> None:
        going_on = set(self.present)
        for table in self.history[-1].tables:
            order = self.rng.sample(table.seats, len(table.seats))
            for place, name in enumerate(order):
                self.points[name] += 12 * (len(order) - 1 - place) // (len(order) - 1)
                self.lives[name] -= self.form == "lives" and place > 0
                if not self.lives[name] or (self.form == "knockout" and place >= 2):
                    going_on.discard(name)
        for name in self.history[-1].resting:
            self.points[name] += 6
        self.present = sorted(going_on)

    def _come_and_go(self) -> None:
        rng = self.rng
        for _ in range(min(rng.choice([0, 0, 1, 3]), len(self.waiting))):
            self.present.append(self.waiting.pop())
        for _ in range(rng.choice([0, 0, 1, 2])):
            if len(self.present) > 2:
                gone = self.present.pop(rng.randrange(len(self.present)))
                if rng.random() < 0.5:
                    self.waiting.insert(0, gone)  # a pause, and back later
        self.present.sort()
