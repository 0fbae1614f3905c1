"""An exact search for the tables of those who have a wish; the others fill what is left."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from typing import NamedTuple

from rules.night.seating.budget import Budget
from rules.night.seating.values import Entrant, Pair

CHOICE = 5  # steps that a table costs which is looked at

Held = dict[int, list[Entrant]]
"""Who has a place at a table, by its number."""


class TableChoice(NamedTuple):
    """A table for somebody: the best comes first."""

    broken: int  # how many from whom he is kept apart sit there
    is_closed: bool  # nobody has a place there
    held: int
    number: int


class TableSearch:
    """Tries all tables of whoever has the fewest to choose from, then those of the next.

    Who reaches every table comes last: to him one closed table is like another, so only one is tried.
    """

    def __init__(
        self,
        made: Sequence[int],
        numbers: Sequence[int],
        reach: Mapping[Entrant, Sequence[int]],
        apart: Iterable[Pair],
    ) -> None:
        self.numbers, self.reach = numbers, reach
        self.small, self.large, self.tables = min(made), max(made), len(made)
        self.larger = sum(size > self.small for size in made)
        self.apart: dict[Entrant, set[Entrant]] = {}
        for first, other in apart:
            if first != other:
                self.apart.setdefault(first, set()).add(other)
                self.apart.setdefault(other, set()).add(first)
        self.clear()

    def clear(self) -> None:
        """Nobody has a place."""
        self.held: Held = {}
        self.at: dict[Entrant, int] = {}

    def fewest_choices_first(self) -> list[Entrant]:
        """Who cannot reach all tables."""
        return sorted(
            self.reach, key=lambda name: (len(self.reach[name]), self.reach[name], name)
        )

    def tables_for(
        self, names: Set[Entrant], budget: Budget, may_break: int = 0
    ) -> Held | None:
        """Tables at which at most so many pairs meet who are kept apart; None if none were found."""
        self.clear()
        self.budget = budget
        bound = [name for name in self.fewest_choices_first() if name in names]
        others = sorted(names - self.reach.keys())
        return self.held if self._place([*bound, *others], may_break) else None

    def add(self, name: Entrant, budget: Budget) -> bool:
        """Whether there is a place for them beside all who have one. If need be, and if the budget allows it,
        these move; whoever they are kept apart from does not matter."""
        may_break = len(self.apart) ** 2
        choices = self._choices(name, self._with_space(), may_break)
        if choices:
            self._sit(name, min(choices).number)
            return True
        if budget.is_spent:
            return False
        before = (self.held, self.at)
        if self.tables_for(self.at.keys() | {name}, budget, may_break) is None:
            self.held, self.at = before
            return False
        return True

    def _place(self, left: Sequence[Entrant], may_break: int) -> bool:
        """Whether these find a place besides those who have one."""
        if not left:
            return True
        name, choices = self._next(left, may_break)
        others = [other for other in left if other != name]
        for choice in sorted(choices):
            if not self.budget.spend(CHOICE):
                return False
            self._sit(name, choice.number)
            if self._place(others, may_break - choice.broken):
                return True
            self._stand_up(name)
        return False

    def _next(
        self, left: Sequence[Entrant], may_break: int
    ) -> tuple[Entrant, list[TableChoice]]:
        with_space = self._with_space()
        following = left[:1] if left[0] in self.reach else left
        choices = [
            (name, self._choices(name, with_space, may_break)) for name in following
        ]
        looked = sum(
            [
                len(some) + len(self.apart.get(name, ())) // 4 + 1
                for name, some in choices
            ]
        )
        self.budget.spend(CHOICE * looked)
        return min(choices, key=lambda each: len(each[1]))

    def _with_space(self) -> dict[int, int]:
        """How many have a place at each open table that takes one more."""
        larger = sum(len(here) > self.small for here in self.held.values())
        most = self.large if larger < self.larger else self.small
        return {
            number: len(here) for number, here in self.held.items() if len(here) < most
        }

    def _choices(
        self, name: Entrant, with_space: Mapping[int, int], may_break: int
    ) -> list[TableChoice]:
        broken: dict[int, int] = {}
        for other in self.apart.get(name, ()):
            if other in self.at:
                broken[self.at[other]] = broken.get(self.at[other], 0) + 1
        reach = self.reach.get(name)
        open_ones = [
            TableChoice(broken.get(number, 0), False, held, number)
            for number, held in with_space.items()
            if broken.get(number, 0) <= may_break and (reach is None or number in reach)
        ]
        if len(self.held) == self.tables:
            return open_ones
        numbers = self.numbers if reach is None else reach
        closed = [
            TableChoice(0, True, 0, number)
            for number in numbers
            if number not in self.held
        ]
        return open_ones + closed[: 1 if reach is None else None]

    def _sit(self, name: Entrant, number: int) -> None:
        self.held.setdefault(number, []).append(name)
        self.at[name] = number

    def _stand_up(self, name: Entrant) -> None:
        number = self.at.pop(name)
        self.held[number].pop()
        if not self.held[number]:
            del self.held[number]
