"""The rounds that are planned, as the search changes them: what a swap would cost, who is in trouble."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.night.seating.past import MEETING, Past
from rules.night.seating.room import Room
from rules.night.seating.sizes import odd_size
from rules.night.seating.start import Members
from rules.night.seating.values import Entrant

ODD = 30  # price of a first odd table; a second costs three times as much, a third five times

Seating = list[list[int]]
"""Of each round, the table of each entrant; -1 for who rests."""


class PlannedRounds:
    """`up[a][b]` is the price of one more meeting of a and b, `down[a][b]` what one meeting less saves. So a
    swap is priced by adding up a few numbers, whatever the number of rounds.
    """

    def __init__(
        self,
        past: Past,
        rooms: Sequence[Room],
        members: list[Members],
        only: Mapping[Entrant, frozenset[int]],
    ) -> None:
        self.past, self.rooms, self.members = past, rooms, members
        self.count = len(past.names)
        self.met, self.fixed, self.minded, self.odds = (
            past.met,
            past.fixed,
            past.minded,
            past.odds,
        )
        self.at = [_tables(some, self.count) for some in members]
        self.is_odd = [
            [size == odd_size(room.made) for size in room.made] for room in rooms
        ]
        # None, or the tables (places in the room) that somebody can reach
        self.may = [self._reached(room, only) for room in rooms]
        # a * count + b for a pair (a < b), a * count + a for one entrant
        self.troubles: list[int] = []
        self.where: dict[int, int] = {}
        self._count_planned()
        self._price_all()

    def _reached(
        self, room: Room, only: Mapping[Entrant, frozenset[int]]
    ) -> list[frozenset[int] | None]:
        may: list[frozenset[int] | None] = [None] * self.count
        for name, reach in only.items():
            if name in self.past.index and name not in room.homeless:
                places = frozenset(
                    place
                    for place, number in enumerate(room.numbers)
                    if number in reach
                )
                may[self.past.index[name]] = places
        return may

    def _count_planned(self) -> None:
        for members, is_odd in zip(self.members, self.is_odd, strict=True):
            for some, odd in zip(members, is_odd, strict=True):
                for a in some:
                    self.odds[a] += odd
                    for b in some:
                        self.met[a][b] += a != b

    def _price_all(self) -> None:
        met, fixed, count = self.met, self.fixed, self.count
        most = max(max(row) for row in met) + len(self.rooms) + 3
        self.step = step = [
            MEETING * (times * times + times) // 2 for times in range(most + 1)
        ]
        self.up = [
            [step[met[a][b]] + fixed[a][b] for b in range(count)] for a in range(count)
        ]
        self.down = [
            [
                step[met[a][b] - 1] + fixed[a][b] if met[a][b] else 0
                for b in range(count)
            ]
            for a in range(count)
        ]
        self.fair = min(self.odds) + 1
        for a in range(count):
            for b in range(a, count):
                self._set_trouble(a * count + b, self._is_trouble(a, b))

    # Trouble

    def _is_trouble(self, a: int, b: int) -> bool:
        """Whether a meets b again, or, where they are the same, sits at an odd table too often."""
        if a == b:
            if self.odds[a] <= self.fair:
                return False
            return any(
                at[a] >= 0 and odd[at[a]]
                for at, odd in zip(self.at, self.is_odd, strict=True)
            )
        if self.met[a][b] >= 2 or self.minded[a][b]:
            return any(at[a] == at[b] and at[a] >= 0 for at in self.at)
        return False

    def _set_trouble(self, key: int, on: bool) -> None:
        place = self.where.get(key)
        if on and place is None:
            self.where[key] = len(self.troubles)
            self.troubles.append(key)
        elif not on and place is not None:
            last = self.troubles.pop()
            del self.where[key]
            if last != key:
                self.troubles[place] = last
                self.where[last] = place

    # Swaps

    def may_swap(self, number: int, a: int, b: int) -> bool:
        home, other = self.at[number][a], self.at[number][b]
        if home < 0 or other < 0 or home == other:
            return False
        may_a, may_b = self.may[number][a], self.may[number][b]
        return (may_a is None or other in may_a) and (may_b is None or home in may_b)

    def price_of(self, number: int, a: int, b: int) -> int:
        """What it adds if the two change places in that round."""
        home, other = self.at[number][a], self.at[number][b]
        price = self.odd_price(number, a, b)
        up_a, up_b, down_a, down_b = self.up[a], self.up[b], self.down[a], self.down[b]
        for x in self.members[number][home]:
            if x != a:
                price += up_b[x] - down_a[x]
        for y in self.members[number][other]:
            if y != b:
                price += up_a[y] - down_b[y]
        return price

    def odd_price(self, number: int, a: int, b: int) -> int:
        is_odd, at = self.is_odd[number], self.at[number]
        if is_odd[at[a]] == is_odd[at[b]]:
            return 0
        into, out_of = (b, a) if is_odd[at[a]] else (a, b)
        return ODD * (2 * self.odds[into] + 1) - ODD * (2 * self.odds[out_of] - 1)

    def swap(self, number: int, a: int, b: int) -> None:
        at, members = self.at[number], self.members[number]
        first, other = at[a], at[b]
        left, right = members[first], members[other]
        left[left.index(a)] = b
        right[right.index(b)] = a
        at[a], at[b] = other, first
        self._change_company(left, b, a)
        self._change_company(right, a, b)
        is_odd = self.is_odd[number]
        if is_odd[first] != is_odd[other]:
            back = 1 if is_odd[first] else -1
            self._add_odd(a, -back)
            self._add_odd(b, back)

    def _change_company(self, here: list[int], came: int, went: int) -> None:
        for x in here:
            if x != came:
                self._meet(went, x, -1)
                self._meet(came, x, 1)

    def _meet(self, a: int, b: int, more: int) -> None:
        met, step = self.met, self.step
        times = met[a][b] + more
        met[a][b] = met[b][a] = times
        fixed = self.fixed[a][b]
        self.up[a][b] = self.up[b][a] = step[times] + fixed
        self.down[a][b] = self.down[b][a] = (step[times - 1] + fixed) if times else 0
        key = a * self.count + b if a < b else b * self.count + a
        if times >= 2 or self.minded[a][b]:
            self._set_trouble(key, self._is_trouble(a, b))
        elif key in self.where:
            self._set_trouble(key, False)

    def _add_odd(self, who: int, more: int) -> None:
        self.odds[who] += more
        self._set_trouble(who * self.count + who, self._is_trouble(who, who))

    def kept_apart_who_meet(self, number: int) -> list[tuple[int, int]]:
        banned = self.past.banned
        return [
            (a, b)
            for some in self.members[number]
            for a in some
            for b in some
            if a < b and banned[a][b]
        ]

    # A seating saved before

    def saved(self) -> Seating:
        return [list(at) for at in self.at]

    def go_back(self, saved: Seating) -> None:
        for number, target in enumerate(saved):
            at, members = self.at[number], self.members[number]
            for a in range(self.count):
                while at[a] >= 0 and at[a] != target[a]:
                    b = next(x for x in members[target[a]] if target[x] != target[a])
                    self.swap(number, a, b)


def _tables(members: Members, count: int) -> list[int]:
    at = [-1] * count
    for table, some in enumerate(members):
        for place in some:
            at[place] = table
    return at
