"""The rounds that are planned, and their one price: what it adds if two people, or all of two tables, change
seats."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations

from rules.night.seating.sizes import odd_size
from rules.night.seating.values import Entrant, Pair, Round, SeatedTable, Wishes

CROWDED = 10**18  # for each person whom a table does not take: such a round is refused
FAR = 10**15  # for who sits out of reach: all wishes of two cost less
WISH = (
    10**12
)  # for a wish of two that is broken: all else of the largest night costs less
MEETING = 100  # for a second meeting; a third costs twice as much again, and so on
AGAIN = 50  # more for a meeting twice running, which is what people complain about
MOVE = 10**9  # for who leaves their table of a draft: only wishes cost more
EARLIER = 40  # for each earlier night on which two met who meet
ODD = 30  # for a first odd table; a second costs three times as much, a third five

RESTING = 0  # the number of no table

Members = list[list[int]]
"""Those at each table of one round. Entrants are indices in `entrants` here."""

Seat = tuple[int, int]
"""A round that is planned, and an entrant."""


class PlannedRounds:
    """`next_price[a][b]` is the price of one more meeting of a and b, `last_step[a][b]` how
    much less the last one cost. So a swap is priced by adding a few numbers, whatever the
    number of rounds."""

    def __init__(
        self,
        entrants: Sequence[Entrant],
        history: Sequence[Round],
        wishes: Wishes,
        made: Sequence[int],
        least_people: int,
    ) -> None:
        count = len(entrants)
        self.entrants = entrants
        self.index = {entrant: index for index, entrant in enumerate(entrants)}
        reaches = [wishes.only.get(entrant, ()) for entrant in entrants]
        self.bound = Counter(min(reach) for reach in reaches if len(reach) == 1)
        # the large tables begin with the numbers that most are bound to
        numbers = range(1, wishes.tables + 1)
        self.room = sorted(numbers, key=lambda each: -self.bound[each])
        self.last_step = [[0] * count for _ in entrants]
        self.next_price = [[0] * count for _ in entrants]
        self.odds = [0] * count  # how often at a table of the odd size
        self.odd = odd_size(made)
        self.chairs = [wishes.chairs.get(entrant, 1) for entrant in entrants]
        self.has_pairs = max(self.chairs) > 1
        self.least_people = least_people
        self.most_people = wishes.most_people or sum(self.chairs)
        self.tolls = [self._tolls(wishes, entrant) for entrant in entrants]
        self.partners: list[list[int]] = [[] for _ in entrants]
        for a, b in self._known(wishes.together):
            self.partners[a].append(b)
            self.partners[b].append(a)
        self._read_history(history)
        self._read_wishes(wishes)
        # by the numbers of all tables in the room; who rests is at none
        self.members: list[Members] = []
        self.at: list[list[int]] = []  # the table of each

    def _tolls(self, wishes: Wishes, entrant: Entrant) -> list[int]:
        """What each table of the room costs them, by its number. Who can reach none reaches all."""
        reach = {*wishes.only.get(entrant, ())}.intersection(self.room)
        home = {wishes.stay.get(entrant)}.intersection(self.room)
        tolls = [0] * (len(self.room) + 1)
        for price, tables in ((FAR, reach), (MOVE, home)):
            for other in set(self.room) - tables if tables else ():
                tolls[other] += price
        return tolls

    def _known(self, pairs: Iterable[Pair]) -> list[Pair]:
        """The known pairs, in an order that does not depend on that of a set."""
        index = self.index
        return sorted(
            (index[a], index[b]) for a, b in pairs if a in index and b in index
        )

    def _read_history(self, history: Sequence[Round]) -> None:
        for each in history:
            odd = odd_size([len(table.seats) for table in each.tables])
            for table in each.tables:
                here = [
                    self.index[entrant]
                    for entrant in table.seats
                    if entrant in self.index
                ]
                self._count_table(here, is_odd=len(table.seats) == odd)
        for table in history[-1].tables if history else ():
            self._add_price(combinations(table.seats, 2), AGAIN)

    def _read_wishes(self, wishes: Wishes) -> None:
        for pair, times in wishes.past.items():
            self._add_price([pair], times * EARLIER)
        self._add_price(wishes.apart, WISH)
        self._add_price(wishes.together, -WISH)
        if wishes.is_near:
            points = [wishes.scores.get(entrant, 0) for entrant in self.entrants]
            for mine, row in zip(points, self.next_price, strict=True):
                for b, theirs in enumerate(points):
                    row[b] += (mine - theirs) ** 2

    def _add_price(self, pairs: Iterable[Pair], price: int) -> None:
        for a, b in self._known(pairs):
            self.next_price[a][b] += price
            self.next_price[b][a] += price

    def _count_table(self, here: Sequence[int], *, is_odd: bool) -> None:
        for a, b in combinations(here, 2):
            self._meet(a, b)
        for a in here:
            self.odds[a] += is_odd

    def seat(self, members: Members, first: Iterable[int]) -> None:
        """Plan one more round, whose tables have these numbers first."""
        at = [RESTING] * len(self.entrants)
        tables: Members = [[] for _ in range(len(self.room) + 1)]
        numbers = dict.fromkeys([*first, *self.room])
        for number, here in zip(numbers, members, strict=False):
            self._count_table(here, is_odd=len(here) == self.odd)
            tables[number] = here
            for a in here:
                at[a] = number
        self.members.append(tables)
        self.at.append(at)

    # What could be better

    def seats(
        self, rounds: Iterable[int], is_wanted: Callable[[int, int], bool]
    ) -> list[Seat]:
        """The seats of these rounds for which `is_wanted` is true."""
        self.fair = min(self.odds) + 1
        return [
            (number, a)
            for number in rounds
            for here in self.members[number]
            for a in here
            if is_wanted(number, a)
        ]

    def is_costly(self, number: int, a: int) -> bool:
        """Whether another seat may cost less."""
        table = self.at[number][a]
        here = self.members[number][table]
        prices = self.next_price[a]
        steps = self.last_step[a]
        if 0 < self.tolls[a][table] < FAR:
            return True
        for b in here:
            if prices[b] > steps[b]:
                return True
        return len(here) == self.odd and self.odds[a] > self.fair

    def breaks_wish(self, number: int, a: int) -> bool:
        """Whether they sit out of reach, at a table that does not take its people, apart
        from a partner, or with somebody whom they should not meet."""
        if self.is_out_of_reach(number, a):
            return True
        if self.partners[a] and self._tables_of_partners(number, a):
            return True
        here = self.members[number][self.at[number][a]]
        if self.has_pairs and self._excess(self._people(here)):
            return True
        prices = self.next_price[a]
        return max([prices[b] for b in here]) > WISH // 2

    def is_out_of_reach(self, number: int, a: int) -> bool:
        """Whether they sit at a table that they cannot reach."""
        return self.tolls[a][self.at[number][a]] >= FAR

    def _tables_of_partners(self, number: int, a: int) -> list[int]:
        """Where partners sit who do not sit with them."""
        at = self.at[number]
        return [at[b] for b in self.partners[a] if at[b] not in (RESTING, at[a])]

    def wanted_tables(self, number: int, a: int) -> list[int]:
        """Where their partners sit, or larger tables if theirs takes not all of them; of
        who sits out of reach where they can sit, closed ones too."""
        members = self.members[number]
        seats = len(members[self.at[number][a]])
        tables = self._tables_of_partners(number, a)
        if tables and seats <= len(self.partners[a]):
            tables += [each for each, here in enumerate(members) if len(here) > seats]
        if self.is_out_of_reach(number, a):
            tolls = self.tolls[a]
            tables += [each for each in self.room if tolls[each] < FAR]
        return tables

    # Swaps

    def price_of_swap(self, number: int, a: int, b: int) -> int:
        """What it adds if the two, from two tables, change seats in that round."""
        home = self.at[number][a]
        other = self.at[number][b]
        left = self.members[number][home]
        right = self.members[number][other]
        prices_a = self.next_price[a]
        prices_b = self.next_price[b]
        steps_a = self.last_step[a]
        steps_b = self.last_step[b]
        price = -2 * prices_a[b]  # they do not meet, and each is in one of the sums
        for x in left:
            price += prices_b[x] - prices_a[x] + steps_a[x]
        for y in right:
            price += prices_a[y] - prices_b[y] + steps_b[y]
        if len(left) != len(right):
            into, out_of = (b, a) if len(left) == self.odd else (a, b)
            price += 2 * ODD * (self.odds[into] - self.odds[out_of] + 1)
        tolls_a = self.tolls[a]
        tolls_b = self.tolls[b]
        price += tolls_a[other] - tolls_a[home] + tolls_b[home] - tolls_b[other]
        more = self.chairs[b] - self.chairs[a]
        for here, grows in ((left, more), (right, -more)) if more else ():
            people = self._people(here)
            price += CROWDED * (self._excess(people + grows) - self._excess(people))
        return price

    def _people(self, here: Iterable[int]) -> int:
        return sum([self.chairs[a] for a in here])

    def _excess(self, people: int) -> int:
        """How many of these a table does not take, or how many it lacks."""
        return max(0, people - self.most_people, self.least_people - people)

    def swap(self, number: int, a: int, b: int) -> None:
        at = self.at[number]
        home = at[a]
        other = at[b]
        left = self.members[number][home]
        right = self.members[number][other]
        left.remove(a)
        right.remove(b)
        for here, came, went in ((left, b, a), (right, a, b)):
            for x in here:
                self._part(went, x)
                self._meet(came, x)
            here.append(came)
        at[a] = other
        at[b] = home
        more = (len(right) == self.odd) - (len(left) == self.odd)
        self.odds[a] += more
        self.odds[b] -= more

    def _meet(self, a: int, b: int) -> None:
        for first, second in ((a, b), (b, a)):
            self.last_step[first][second] += MEETING
            self.next_price[first][second] += self.last_step[first][second]

    def _part(self, a: int, b: int) -> None:
        for first, second in ((a, b), (b, a)):
            self.next_price[first][second] -= self.last_step[first][second]
            self.last_step[first][second] -= MEETING

    # Tables that change places

    def price_of_tables(self, number: int, table: int, other: int) -> int:
        """What it adds if all of the two tables change their places in that round."""
        members = self.members[number]
        price = 0
        for old, new in ((table, other), (other, table)):
            for a in members[old]:
                price += self.tolls[a][new] - self.tolls[a][old]
        return price

    def needs_its_seats(self, number: int, table: int, other: int) -> bool:
        """Whether more people are bound to the larger table than sit at the smaller one."""
        members = self.members[number]
        small, large = sorted((table, other), key=lambda each: len(members[each]))
        return len(members[small]) < min(self.bound[large], len(members[large]))

    def swap_tables(self, number: int, table: int, other: int) -> None:
        members = self.members[number]
        members[table], members[other] = members[other], members[table]
        for each in (table, other):
            for a in members[each]:
                self.at[number][a] = each

    # What was planned

    def seated_tables(self, number: int) -> tuple[SeatedTable, ...]:
        return tuple(
            SeatedTable(table, tuple(sorted(self.entrants[a] for a in here)))
            for table, here in enumerate(self.members[number])
            if here
        )
