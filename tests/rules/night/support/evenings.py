"""A random evening: people come late, leave, pause; some are bound to tables, kept apart or together."""

import random
from collections import Counter
from dataclasses import replace
from itertools import combinations

from rules.errors import Illegal
from rules.night.seating.plan import seat
from rules.night.seating.values import Sizes, Wishes
from tests.rules.night.support.seating_check import faults

KINDS = [(3, 4, 5), (3, 4, 5), (3, 4, 4), (2, 4, 6), (4, 4, 4), (2, 2, 3), (4, 5, 8)]
STEPS = 12_000  # of a draft: fewer than one has that nobody hurries
FORMS = ["mixed", "mixed", "near", "knockout"]


class Evening:
    """`faults` are those of all rounds that were made or planned."""

    def __init__(self, seed):
        self.rng = rng = random.Random(seed)
        self.seed = seed
        count = rng.choice(
            [rng.randint(4, 16), rng.randint(8, 40), rng.randint(20, 150)]
        )
        self.sizes = Sizes(*rng.choice(KINDS))
        self.form = rng.choice(FORMS)
        names = rng.sample(range(1, count + 11), count + 10)
        self.present = sorted(names[:count])
        self.waiting = names[count:]
        self.points = dict.fromkeys(names, 0)
        self.wishes = self.some_wishes(names, count)
        self.history = []
        self.faults = []
        rounds = rng.randint(2, 6)
        for number in range(rounds):
            ahead = rounds - number if self.form == "mixed" else 1
            if not self.seat(number, ahead if rng.random() < 0.7 else 1):
                return
            self.come_and_go()

    def some_wishes(self, names, count):
        rng = self.rng
        tables = max(1, count // self.sizes.best)
        room = max(1, tables + rng.randint(-1, 5)) if rng.random() < 0.2 else None
        pool = range(1, (room or tables) + 1)
        return Wishes(
            only={
                name: frozenset(
                    rng.sample(pool, min(len(pool), rng.choice([1, 1, 2, 4])))
                )
                for name in self.some_of(names, 0.5, count // rng.choice([3, 8]))
            },
            apart=self.some_pairs(names, 0.5, count // rng.choice([1, 6])),
            past=self.past(names) if rng.random() < 0.3 else {},
            is_near=self.form == "near",
            tables=room or len(names),
            together=self.some_pairs(names, 0.3, count // 6),
        )

    def some_of(self, names, chance, most):
        number = self.rng.randint(0, max(1, most))
        return self.rng.sample(names, number if self.rng.random() < chance else 0)

    def some_pairs(self, names, chance, most):
        firsts = self.some_of(names, chance, most)
        pairs = [
            (name, self.rng.choice([other for other in names if other != name]))
            for name in firsts
        ]
        return frozenset((min(pair), max(pair)) for pair in pairs)

    def past(self, names):
        """Who met on up to three earlier evenings of one round each, and how often."""
        met = Counter()
        size = self.sizes.best
        for _ in range(self.rng.randint(1, 3)):
            order = self.rng.sample(names, len(names))
            for start in range(0, len(order), size):
                met.update(combinations(sorted(order[start : start + size]), 2))
        return dict(met)

    def seat(self, number, ahead):
        """Whether a round could be seated."""
        wishes = replace(self.wishes, scores=dict(self.points))
        room = (self.history, self.sizes, wishes)
        how = {"seed": self.seed + number, "rounds": ahead, "steps": STEPS}
        try:
            made = seat(self.present, *room, **how)
        except Illegal:
            if len(self.present) >= self.sizes.least:
                self.faults.append("refused although a table can be made")
            return False
        for further, each in enumerate(made):
            before = [*self.history, *made[:further]]
            self.faults += faults(each, self.present, before, self.sizes, wishes)
        if self.rng.random() < 0.05:
            mixed = self.rng.sample(self.present, len(self.present))
            if seat(mixed, *room, **how) != made:
                self.faults.append("not the same twice")
        self.history.append(made[0])
        return True

    def come_and_go(self):
        """After a round, whose points are any."""
        rng = self.rng
        for name in self.present:
            self.points[name] += rng.randrange(13)
        if self.form == "knockout":
            self.present = rng.sample(self.present, len(self.present) // 2 + 1)
        for _ in range(min(rng.choice([0, 0, 1, 3]), len(self.waiting))):
            self.present.append(self.waiting.pop())
        for _ in range(rng.choice([0, 0, 1, 2])):
            if len(self.present) > 2:
                gone = self.present.pop(rng.randrange(len(self.present)))
                if rng.random() < 0.5:
                    self.waiting.insert(0, gone)  # a pause, and back later
        self.present.sort()
