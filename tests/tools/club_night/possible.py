"""Whether any seating with these sizes keeps all that was asked for: by trying all of them."""

from __future__ import annotations

from rules.night.seating.values import Round, Wishes

MOST_TRIES = 200_000


class TooHard(Exception):
    """Not settled within `MOST_TRIES`."""


def is_possible(made: Round, wishes: Wishes) -> bool:
    return _Trial(made, wishes).put(0)


class _Trial:
    def __init__(self, made: Round, wishes: Wishes) -> None:
        seated = {name for table in made.tables for name in table.seats}
        self.lengths = sorted(len(table.seats) for table in made.tables)
        self.apart = {
            frozenset(pair)
            for pair in wishes.apart
            if set(pair) <= seated and pair[0] != pair[1]
        }
        self.together = {
            frozenset(pair)
            for pair in wishes.together
            if set(pair) <= seated and pair[0] != pair[1]
        }
        self.only = {
            name: reach for name, reach in wishes.only.items() if name in seated
        }
        others = sorted(
            {
                name
                for pair in self.apart | self.together
                for name in pair
                if name not in self.only
            }
        )
        self.order = [
            *sorted(self.only, key=lambda name: len(self.only[name])),
            *others,
        ]
        highest = max(
            (number for reach in self.only.values() for number in reach), default=0
        )
        self.room = sorted(set(wishes.numbers)) or list(
            range(1, len(self.lengths) + highest + 1)
        )
        self.holds: dict[int, list[int]] = {}
        self.tries = 0

    def put(self, place: int) -> bool:
        """Whether those from this place on can sit, after those before."""
        self.tries += 1
        if self.tries > MOST_TRIES:
            raise TooHard
        if place == len(self.order):
            return True
        name = self.order[place]
        for number in self._choices(name):
            here = self.holds.get(number, [])
            self.holds[number] = [*here, name]
            if self._fits(number) and self.put(place + 1):
                return True
            self.holds[number] = here
            if not here:
                del self.holds[number]
        return False

    def _choices(self, name: int) -> list[int]:
        """Free tables are alike for those who reach every table, so one of them is enough."""
        if name in self.only:
            return [number for number in self.room if number in self.only[name]]
        return [
            *self.holds,
            *[number for number in self.room if number not in self.holds][:1],
        ]

    def _can_meet(self, pair: frozenset[int], number: int) -> bool:
        """Whether the one of the two who sits elsewhere, if one does, has no table yet."""
        tables = {
            table for table, some in self.holds.items() for name in some if name in pair
        }
        return tables == {number}

    def _fits(self, number: int) -> bool:
        here = self.holds[number]
        if any(frozenset((here[-1], other)) in self.apart for other in here):
            return False
        for pair in self.together:
            if here[-1] in pair and not self._can_meet(pair, number):
                return False
        fullest = sorted((len(some) for some in self.holds.values()), reverse=True)
        largest = self.lengths[::-1]
        return len(fullest) <= len(largest) and all(
            a <= b for a, b in zip(fullest, largest, strict=False)
        )
