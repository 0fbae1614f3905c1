"""The money of a night: who has not paid, what each rank wins, what was given. Amounts are in hundredths."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from rules.night.prizes import pot, prizes_won, still_due
from rules.night.seating.values import Entrant
from scores.night.seen import SeenNight


class Prize(NamedTuple):
    """What somebody wins, and how much of it was not given yet: below 0 for what was given too much."""

    rank: int
    entrant: Entrant
    amount: int
    left: int


@dataclass(frozen=True)
class NightMoney(SeenNight):
    """Prizes are given once the ranks are final."""

    @cached_property
    def pot(self) -> int:
        return pot(self.sheet)

    @cached_property
    def amounts(self) -> Sequence[int]:
        """The prize of each rank."""
        return self.plan.prizes_of(self.pot)

    @cached_property
    def won(self) -> Mapping[Entrant, int]:
        return prizes_won(self.now.ranking, self.amounts)

    @cached_property
    def left(self) -> Mapping[Entrant, int]:
        """What each has won and not been given."""
        return still_due(self.sheet, self.won)

    def to_give(self, entrant: Entrant) -> int:
        """What the entrant has still to get; 0 before the ranks are final."""
        return max(0, self.left.get(entrant, 0)) if self.are_ranks_final else 0

    @cached_property
    def without_taker(self) -> Sequence[tuple[int, int]]:
        """Ranks that nobody has, with their prizes; before the first round somebody will have each."""
        ranks = len(self.now.lines)
        prizes = enumerate(self.amounts, 1)
        return [(rank, prize) for rank, prize in prizes if 0 < ranks < rank and prize]

    @property
    def club(self) -> int:
        """What is left to it; below 0 where the prizes are more than the pot."""
        left = sum(prize for _rank, prize in self.without_taker)
        return self.pot - sum(self.amounts) + left

    @property
    def missing(self) -> int:
        return max(0, -self.club)

    @property
    def unpaid(self) -> Sequence[tuple[Entrant, int]]:
        """What each has still to pay, below 0 what they paid too much."""
        return [(who, due) for who in self.by_name if (due := self.debts[who])]

    @property
    def paid(self) -> Sequence[tuple[Entrant, int]]:
        """What those have paid who owe nothing."""
        return [
            (who, paid)
            for who in self.by_name
            if (paid := self.sheet.paid.get(who)) and not self.debts[who]
        ]

    @property
    def prizes(self) -> Sequence[Prize]:
        return [
            Prize(line.rank, who, self.won.get(who, 0), self.left.get(who, 0))
            for line in self.now.lines
            if (who := line.entrant) in {**self.won, **self.left}
        ]
