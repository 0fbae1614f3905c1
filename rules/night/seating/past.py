"""What was played before, and what two at one table cost because of it or because of a wish."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rules.night.seating.sizes import odd_size
from rules.night.seating.values import Entrant, Round, SeatedTable, Wishes

# price of two at one table who are kept apart: all else of the largest night costs less
APART = 10**12
MEETING = 100  # price of a second meeting; a third costs three times as much, and so on
AGAIN = 50  # more for a meeting twice running, which is what people complain about
EARLIER = 40  # price of a meeting of two who met on an earlier evening, for each time


class Past:
    """Entrants are places in `names` here: `met[a][b]` meetings, `fixed[a][b]` what each costs besides."""

    def __init__(
        self, names: Sequence[Entrant], history: Sequence[Round], wishes: Wishes
    ) -> None:
        count = len(names)
        self.names = names
        self.index = {name: place for place, name in enumerate(names)}
        self.met = [[0] * count for _ in range(count)]
        self.fixed = [[0] * count for _ in range(count)]
        self.banned = [[False] * count for _ in range(count)]
        # kept apart, or met on an earlier evening
        self.minded = [[False] * count for _ in range(count)]
        self.odds = [0] * count  # how often at a table of the odd size
        self._read_meetings(history)
        self._read_odd_tables(history)
        self._read_evenings(wishes.past)
        if wishes.near:
            self._read_scores(
                [wishes.scores.get(name, 0) for name in names], wishes.near
            )
        self._read_apart(wishes)

    def _read_meetings(self, history: Sequence[Round]) -> None:
        for each in history:
            for a, b in self._pairs(each.tables):
                self.met[a][b] += 1
        for each in history[-1:]:
            for a, b in self._pairs(each.tables):
                self.fixed[a][b] += AGAIN

    def _pairs(self, tables: Sequence[SeatedTable]) -> Iterator[tuple[int, int]]:
        for table in tables:
            here = [self.index[name] for name in table.seats if name in self.index]
            for a in here:
                for b in here:
                    if a != b:
                        yield a, b

    def _read_odd_tables(self, history: Sequence[Round]) -> None:
        for each in history:
            odd = odd_size([len(table.seats) for table in each.tables])
            for table in each.tables:
                for name in table.seats:
                    if name in self.index and len(table.seats) == odd:
                        self.odds[self.index[name]] += 1

    def _read_evenings(self, past: Mapping[tuple[Entrant, Entrant], int]) -> None:
        for (first, other), times in sorted(past.items()):
            if first in self.index and other in self.index:
                a, b = self.index[first], self.index[other]
                self.fixed[a][b] += times * EARLIER
                self.fixed[b][a] = self.fixed[a][b]
                self.minded[a][b] = self.minded[b][a] = True

    def _read_scores(self, points: Sequence[int], near: int) -> None:
        for mine, row in zip(points, self.fixed, strict=True):
            for b, theirs in enumerate(points):
                row[b] += near * (mine - theirs) * (mine - theirs)

    def _read_apart(self, wishes: Wishes) -> None:
        for first, other in {(min(pair), max(pair)) for pair in wishes.apart}:
            if first in self.index and other in self.index and first != other:
                a, b = self.index[first], self.index[other]
                for left, right in ((a, b), (b, a)):
                    self.fixed[left][right] += APART
                    self.banned[left][right] = self.minded[left][right] = True
