"""The rounds that are planned, and their one price: what it adds if two change places."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.night.seating.exact import Room
from rules.night.seating.sizes import odd_size
from rules.night.seating.values import (
    Apart,
    Broken,
    Entrant,
    OutOfReach,
    Pair,
    Round,
    Separated,
    Wishes,
)

CROWDED = 10**15  # for each person whom a table does not take: such a round is refused
WISH = 10**12  # for a wish that is broken: all else of the largest night costs less
MEETING = 100  # for a second meeting; a third costs twice as much again, and so on
AGAIN = 50  # more for a meeting twice running, which is what people complain about
EARLIER = 40  # for each earlier evening on which two met who meet
ODD = 30  # for a first odd table; a second costs three times as much, a third five

Members = list[list[int]]
"""Those at each table of one round. Entrants are places in `names` here."""


class PlannedRounds:
    """`up[a][b]` is the price of one more meeting of a and b, `down[a][b]` what one less
    saves. So a swap is priced by adding a few numbers, whatever the number of rounds."""

    def __init__(
        self,
        names: Sequence[Entrant],
        history: Sequence[Round],
        wishes: Wishes,
        least_people: int,
    ) -> None:
        count = len(names)
        self.names = names
        self.wishes = wishes
        self.index = {name: place for place, name in enumerate(names)}
        self.met = [[0] * count for _ in names]
        self.fixed = [[0] * count for _ in names]  # besides repeated meetings
        self.odds = [0] * count  # how often at a table of the odd size
        self.chairs = [wishes.chairs.get(name, 1) for name in names]
        self.has_pairs = max(self.chairs) > 1
        self.least_people = least_people
        self.most_people = wishes.most_people or sum(self.chairs)
        self.apart = self._known(wishes.apart)
        self.together = self._known(wishes.together)
        self.partners: list[list[int]] = [[] for _ in names]
        for a, b in self.together:
            self.partners[a].append(b)
            self.partners[b].append(a)
        self._read_history(history)
        self._read_wishes(wishes)
        self.rooms: list[Room] = []
        self.members: list[Members] = []
        self.at: list[list[int]] = []  # the table of each; -1 for who rests
        self.is_odd: list[list[bool]] = []
        self.may: list[list[frozenset[int] | None]] = []  # None: every table

    def _known(self, pairs: Iterable[Pair]) -> list[tuple[int, int]]:
        index = self.index
        known = {(min(pair), max(pair)) for pair in pairs if index.keys() >= {*pair}}
        return sorted((index[a], index[b]) for a, b in known if a != b)

    def _read_history(self, history: Sequence[Round]) -> None:
        for number, each in enumerate(history, 1):
            odd = odd_size([len(table.seats) for table in each.tables])
            again = AGAIN if number == len(history) else 0
            for table in each.tables:
                here = [self.index[name] for name in table.seats if name in self.index]
                for a in here:
                    self.odds[a] += len(table.seats) == odd
                    for b in here:
                        self.met[a][b] += a != b
                        self.fixed[a][b] += again

    def _read_wishes(self, wishes: Wishes) -> None:
        for pair, times in wishes.past.items():
            for a, b in self._known([pair]):
                self._add_price(a, b, times * EARLIER)
        if wishes.near:
            points = [wishes.scores.get(name, 0) for name in self.names]
            for mine, row in zip(points, self.fixed, strict=True):
                for b, theirs in enumerate(points):
                    row[b] += wishes.near * (mine - theirs) ** 2
        for a, b in self.apart:
            self._add_price(a, b, WISH)
        for a, b in self.together:
            self._add_price(a, b, -WISH)

    def _add_price(self, a: int, b: int, price: int) -> None:
        self.fixed[a][b] += price
        self.fixed[b][a] += price

    def seat(self, rooms: Sequence[Room], members: Sequence[Members]) -> None:
        """Plan these rounds instead of those that were planned."""
        for some, is_odd in zip(self.members, self.is_odd, strict=True):
            self._count_meetings(some, is_odd, -1)
        self.rooms = [*rooms]
        self.members = [[[*table] for table in some] for some in members]
        self.at = [_tables(some, len(self.names)) for some in members]
        self.is_odd = [
            [size == odd_size(room.made) for size in room.made] for room in rooms
        ]
        self.may = [self._reached(room) for room in rooms]
        for some, is_odd in zip(self.members, self.is_odd, strict=True):
            self._count_meetings(some, is_odd, 1)
        self._price_meetings()

    def _reached(self, room: Room) -> list[frozenset[int] | None]:
        may: list[frozenset[int] | None] = [None] * len(self.names)
        for name, reach in self.wishes.only.items():
            if name in self.index and name not in room.homeless:
                may[self.index[name]] = frozenset(
                    table
                    for table, number in enumerate(room.numbers)
                    if number in reach
                )
        return may

    def _count_meetings(self, members: Members, odd: Sequence[bool], more: int) -> None:
        for table, some in enumerate(members):
            for a in some:
                self.odds[a] += more * odd[table]
                for b in some:
                    self.met[a][b] += more * (a != b)

    def _price_meetings(self) -> None:
        most = max(max(row) for row in self.met) + len(self.rooms) + 3
        self.step = step = [MEETING * times * (times + 1) // 2 for times in range(most)]
        rows = [*zip(self.met, self.fixed, strict=True)]
        self.up = [
            [step[times] + price for times, price in zip(*row, strict=True)]
            for row in rows
        ]
        self.down = [
            [
                step[times - 1] + price if times else 0
                for times, price in zip(*row, strict=True)
            ]
            for row in rows
        ]

    def costly_seats(self) -> list[tuple[int, int]]:
        """The round and the entrant of each seat that another one could make cheaper."""
        self.fair = min(self.odds) + 1
        return [
            (number, a)
            for number, members in enumerate(self.members)
            for some in members
            for a in some
            if self.is_costly(number, a)
        ]

    def is_costly(self, number: int, a: int) -> bool:
        table = self.at[number][a]
        here = self.members[number][table]
        down = self.down[a]
        for b in here:
            if down[b] > 0:
                return True
        if self.is_odd[number][table] and self.odds[a] > self.fair:
            return True
        if self.partners[a] and self.tables_of_partners(number, a):
            return True
        return self.has_pairs and self.excess(sum([self.chairs[b] for b in here])) > 0

    def breaks_wish(self, number: int, a: int) -> bool:
        """Whether they sit with somebody from whom they are kept apart, or should sit
        with somebody and do not."""
        if self.partners[a] and self.tables_of_partners(number, a):
            return True
        here = self.members[number][self.at[number][a]]
        return bool(self.apart) and max([self.down[a][b] for b in here]) > WISH // 2

    def tables_of_partners(self, number: int, a: int) -> list[list[int]]:
        """Where those sit with whom this one should sit, and does not."""
        at = self.at[number]
        return [
            self.members[number][at[b]]
            for b in self.partners[a]
            if at[b] not in (-1, at[a])
        ]

    # Swaps

    def may_swap(self, number: int, a: int, b: int) -> bool:
        home = self.at[number][a]
        other = self.at[number][b]
        if home < 0 or other < 0 or home == other:
            return False
        may_a = self.may[number][a]
        may_b = self.may[number][b]
        return (may_a is None or other in may_a) and (may_b is None or home in may_b)

    def price_of(self, number: int, a: int, b: int) -> int:
        """What it adds if the two change places in that round."""
        home = self.at[number][a]
        other = self.at[number][b]
        left = self.members[number][home]
        right = self.members[number][other]
        up_a = self.up[a]
        up_b = self.up[b]
        down_a = self.down[a]
        down_b = self.down[b]
        is_odd = self.is_odd[number]
        price = 0
        if is_odd[home] != is_odd[other]:
            into, out_of = (b, a) if is_odd[home] else (a, b)
            price = 2 * ODD * (self.odds[into] - self.odds[out_of] + 1)
        if self.chairs[a] != self.chairs[b]:
            price += self._price_of_chairs(left, right, self.chairs[b] - self.chairs[a])
        for x in left:
            if x != a:
                price += up_b[x] - down_a[x]
        for y in right:
            if y != b:
                price += up_a[y] - down_b[y]
        return price

    def _price_of_chairs(self, left: list[int], right: list[int], more: int) -> int:
        """Of so many more people at the table on the left, and fewer on the right."""
        before = [sum([self.chairs[x] for x in some]) for some in (left, right)]
        return CROWDED * (
            self.excess(before[0] + more)
            + self.excess(before[1] - more)
            - self.excess(before[0])
            - self.excess(before[1])
        )

    def excess(self, people: int) -> int:
        """How many of these a table does not take, or how many it lacks."""
        return max(0, people - self.most_people, self.least_people - people)

    def swap(self, number: int, a: int, b: int) -> None:
        at = self.at[number]
        home = at[a]
        other = at[b]
        left = self.members[number][home]
        right = self.members[number][other]
        left[left.index(a)] = b
        right[right.index(b)] = a
        at[a] = other
        at[b] = home
        for here, came, went in ((left, b, a), (right, a, b)):
            for x in here:
                if x != came:
                    self._meet(went, x, -1)
                    self._meet(came, x, 1)
        is_odd = self.is_odd[number]
        self.odds[a] += is_odd[other] - is_odd[home]
        self.odds[b] += is_odd[home] - is_odd[other]

    def _meet(self, a: int, b: int, more: int) -> None:
        times = self.met[a][b] + more
        fixed = self.fixed[a][b]
        up = self.step[times] + fixed
        down = self.step[times - 1] + fixed if times else 0
        self.met[a][b] = self.met[b][a] = times
        self.up[a][b] = self.up[b][a] = up
        self.down[a][b] = self.down[b][a] = down

    def tables(self) -> list[list[int]]:
        """Of each round, the table of each entrant."""
        return [[*at] for at in self.at]

    def go_back(self, tables: Sequence[Sequence[int]]) -> None:
        """To the tables of before."""
        for number, before in enumerate(tables):
            at = self.at[number]
            members = self.members[number]
            for a, table in enumerate(before):
                if at[a] != table:
                    other = next(x for x in members[table] if before[x] != table)
                    self.swap(number, a, other)

    def broken_wishes(self, number: int) -> list[Broken]:
        at = self.at[number]
        names = self.names
        here = {place for place, table in enumerate(at) if table >= 0}
        apart = [(a, b) for a, b in self.apart if a in here and at[a] == at[b]]
        split = [(a, b) for a, b in self.together if {a, b} <= here and at[a] != at[b]]
        return [
            *(Apart(names[a], names[b]) for a, b in apart),
            *(Separated(names[a], names[b]) for a, b in split),
            *(OutOfReach(name) for name in sorted(self.rooms[number].homeless)),
        ]


def _tables(members: Members, count: int) -> list[int]:
    at = [-1] * count
    for table, some in enumerate(members):
        for place in some:
            at[place] = table
    return at
