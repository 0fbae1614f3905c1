"""Attack with the seats of a club night: which bindings, people kept apart, sizes and rounds cost most?

The worst night is searched for: rooms are drawn by lot, then the worst of them is changed a little, again and
again. What it finds stands in `tests.support.worst_night`, and `every_address` asks for its page.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from time import process_time
from typing import Any

from rules.night.bounds import ENTRANTS, EVENTS, ROUNDS_OF_STAGE, TABLES
from rules.night.refusals import NightRefusal
from rules.night.seating.plan import seat
from rules.night.seating.values import Round, SeatedTable, Sizes, Wishes
from tests.support.servers import Served
from tests.tools.attack.measuring import Measured

CPU_S = 0.25  # of one draft
DRAWN = 150
CHANGED = 150
MOST_APART = (
    EVENTS.high - 2 * ENTRANTS.high
)  # pairs that a log takes besides its people and their bindings
SIZES = (
    Sizes(),
    Sizes(2, 2, 2),
    Sizes(3, 3, 3),
    Sizes(4, 5, 8),
    Sizes(2, 3, 12),
    Sizes(2, 12, 12),
)


@dataclass(frozen=True)
class NightSheet:
    """How a night is made; `seed` draws what is left open."""

    people: int
    bound: int  # of a hundred
    reach: int  # how many tables who is bound can reach
    near_tables: bool  # neighbours reach the same tables; else those are drawn
    apart: int
    stars: int  # people who are kept apart from the others; 0: the pairs are drawn
    rounds: int
    played: int
    sizes: Sizes
    near: int
    tables: int
    seed: int

    def arguments(self) -> dict[str, Any]:
        """What `seat` gets."""
        dice = random.Random(self.seed)
        names = range(1, self.people + 1)
        reach = {
            name: self._tables(name, dice)
            for name in names
            if dice.randrange(100) < self.bound
        }
        scores = {name: dice.randrange(145) for name in names}
        numbers = tuple(range(1, self.tables + 1))
        wishes = Wishes(reach, self._pairs(dice), {}, scores, self.near, numbers)
        history = [_round(names, dice) for _round_before in range(self.played)]
        rounds = 1 if self.near else self.rounds
        return {
            "entrants": names,
            "history": history,
            "sizes": self.sizes,
            "wishes": wishes,
            "seed": self.seed,
            "rounds": rounds,
        }

    def _tables(self, name: int, dice: random.Random) -> frozenset[int]:
        if self.near_tables:
            first = name // 40 * self.reach
            return frozenset(
                (first + further) % TABLES.high + 1 for further in range(self.reach)
            )
        return frozenset(dice.sample(range(1, TABLES.high + 1), self.reach))

    def _pairs(self, dice: random.Random) -> frozenset[tuple[int, int]]:
        first = range(1, (self.stars or self.people) + 1)
        drawn = [
            (dice.choice(first), dice.randint(1, self.people))
            for _pair in range(self.apart)
        ]
        return frozenset((min(pair), max(pair)) for pair in drawn if pair[0] != pair[1])


def _round(names: range, dice: random.Random) -> Round:
    order = dice.sample(names, len(names))
    tables = [order[start : start + 4] for start in range(0, len(order), 4)]
    return Round(
        tuple(SeatedTable(number, tuple(some)) for number, some in enumerate(tables, 1))
    )


DRAWS: dict[str, Callable[[random.Random], Any]] = {
    "people": lambda dice: dice.choice(
        (ENTRANTS.high, ENTRANTS.high - 2, dice.randint(4, ENTRANTS.high))
    ),
    "bound": lambda dice: dice.choice((0, 20, 90, 100)),
    "reach": lambda dice: dice.choice((1, 2, 3, 5, 10, 20, 30)),
    "near_tables": lambda dice: dice.random() < 0.5,
    "apart": lambda dice: dice.choice((0, 0, 10, 80, 300, 1_000, MOST_APART)),
    "stars": lambda dice: dice.choice((0, 1, 8, 20, 70)),
    "rounds": lambda dice: dice.choice(
        (1, 2, ROUNDS_OF_STAGE.high, ROUNDS_OF_STAGE.high)
    ),
    "played": lambda dice: dice.choice((0, 0, 3, ROUNDS_OF_STAGE.high)),
    "sizes": lambda dice: dice.choice(SIZES),
    "near": lambda dice: dice.choice((0, 0, 1)),
    "tables": lambda dice: dice.choice(
        (TABLES.high, TABLES.high, 20, dice.randint(1, TABLES.high))
    ),
    "seed": lambda dice: dice.randrange(1_000),
}


def worst_seating(_server: Served) -> Measured:
    """Prints each night that is worse than those before."""
    seed = random.randrange(10**6)
    dice = random.Random(seed)
    worst = _drawn(dice)
    most = 0.0
    for number in range(DRAWN + CHANGED):
        night = _drawn(dice) if number < DRAWN else _changed(worst, dice)
        cost = seconds_to_seat(night)
        if cost > most:
            worst = night
            most = cost
            print(f"   {cost:.3f} s {night}")
    figures = {"nights": DRAWN + CHANGED, "seed": seed, "cpu_s": round(most, 3)}
    return {"held": most <= CPU_S, "bound": f"{CPU_S} s", **figures}


def seconds_to_seat(night: NightSheet) -> float:
    """Of processor, for one draft: the less of two, because others use the machine too."""
    return min(_seconds(night.arguments()) for _time in range(2))


def _seconds(arguments: dict[str, Any]) -> float:
    began = process_time()
    with suppress(NightRefusal):
        seat(**arguments)
    return process_time() - began


def _drawn(dice: random.Random) -> NightSheet:
    return NightSheet(**{name: draw(dice) for name, draw in DRAWS.items()})


def _changed(night: NightSheet, dice: random.Random) -> NightSheet:
    return replace(
        night, **{name: DRAWS[name](dice) for name in dice.sample(sorted(DRAWS), 2)}
    )


ATTACKS = {"worst_seating": worst_seating}
