"""Which tables are opened, and who has a place there because of a wish: an exact search."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence, Set
from typing import NamedTuple

from rules.night.seating.budget import Budget
from rules.night.seating.values import Entrant, Pair, Wishes

CHOICE = 8  # steps that a table costs which is looked at

Held = dict[int, list[Entrant]]
"""Who has a place at a table, by its number."""


class Room(NamedTuple):
    numbers: list[int]
    made: list[int]  # the size of each table
    held: Held  # who has a place because of a wish
    homeless: list[Entrant]  # no table that they can reach has a place for them


class TableChoice(NamedTuple):
    """A table for somebody: the best comes first."""

    broken: int  # wishes
    is_closed: bool  # nobody has a place there
    held: int
    number: int


class TableSearch:
    """Tries all tables of whoever has the fewest to choose from, then those of the next.

    Who reaches every table comes last: to them one closed table is like another, so only
    one is tried.
    """

    def __init__(
        self, seated: Sequence[Entrant], made: Sequence[int], wishes: Wishes
    ) -> None:
        self.made = made
        self.smallest = min(made)
        self.larger = sum(size > self.smallest for size in made)
        self.wishes = wishes
        self.numbers = [*dict.fromkeys(wishes.numbers)] or [*range(1, len(made) + 1)]
        self.reach = {
            name: [
                number
                for number in sorted(wishes.only[name])
                if not wishes.numbers or number in self.numbers
            ]
            for name in seated
            if name in wishes.only
        }
        self.apart = _others(wishes.apart, seated)
        self.together = _others(wishes.together, seated)
        self.clear()

    def clear(self) -> None:
        """Nobody has a place."""
        self.held: Held = {}
        self.at: dict[Entrant, int] = {}

    def open_room(self, budget: Budget) -> Room:
        """First the tables that somebody needs, then the others in their order."""
        held = self.tables_for(self.reach.keys(), budget.part(budget.left // 2))
        if held is not None:
            return self._room(held, [])
        self.clear()
        homeless = [
            name
            for name in self._fewest_choices_first()
            if not self._add(name, budget.part(budget.left // 4))
        ]
        return self._room(self.held, homeless)

    def room_that_breaks_fewer(
        self, room: Room, broken: int, budget: Budget
    ) -> Room | None:
        """Everybody who has a wish gets a place in it, but who is homeless anyway. Fewer
        than `broken` wishes are broken, and as few as possible. None if there is no such
        room, or if it was not found within the budget."""
        for name in room.homeless:
            self.reach.pop(name, None)
        names = self.reach.keys() | self.apart.keys() | self.together.keys()
        for fewer in range(broken):
            if budget.is_spent:
                return None
            held = self.tables_for(names, budget, fewer)
            if held is not None:
                return self._room(held, room.homeless)
        return None

    def tables_for(
        self, names: Set[Entrant], budget: Budget, may_break: int = 0
    ) -> Held | None:
        """Tables at which at most so many wishes are broken; None if none were found."""
        self.clear()
        self.budget = budget
        bound = [name for name in self._fewest_choices_first() if name in names]
        others = sorted(names - self.reach.keys())
        return self.held if self._place([*bound, *others], may_break) else None

    def _add(self, name: Entrant, budget: Budget) -> bool:
        """Whether there is a place beside all who have one, whatever wishes of two it
        breaks. If need be, and if the budget allows it, these move."""
        may_break = len(self.apart) ** 2 + len(self.together) ** 2
        if choices := self._choices(name, may_break):
            self._sit(name, min(choices).number)
            return True
        if budget.is_spent:
            return False
        before = (self.held, self.at)
        if self.tables_for(self.at.keys() | {name}, budget, may_break) is None:
            self.held, self.at = before
            return False
        return True

    def _fewest_choices_first(self) -> list[Entrant]:
        """Who cannot reach all tables."""
        return sorted(
            self.reach, key=lambda name: (len(self.reach[name]), self.reach[name], name)
        )

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
        following = left[:1] if left[0] in self.reach else left
        choices = [(name, self._choices(name, may_break)) for name in following]
        looked = [
            len(some) + len(self.apart.get(name, ())) // 4 + 1 for name, some in choices
        ]
        self.budget.spend(CHOICE * sum(looked))
        return min(choices, key=lambda each: len(each[1]))

    def _choices(self, name: Entrant, may_break: int) -> list[TableChoice]:
        at = self.at
        partners = [at[other] for other in self.together.get(name, ()) if other in at]
        broken = Counter(at[other] for other in self.apart.get(name, ()) if other in at)
        broken.subtract(partners)
        return [
            TableChoice(
                len(partners) + broken[number],
                number not in self.held,
                len(self.held.get(number, ())),
                number,
            )
            for number in self._with_space(name)
            if len(partners) + broken[number] <= may_break and self._takes(number, name)
        ]

    def _with_space(self, name: Entrant) -> list[int]:
        """The tables that they can reach and that take one more."""
        held = self.held
        larger = sum([len(here) > self.smallest for here in held.values()])
        most = self.smallest + (larger < self.larger)
        reach = self.reach.get(name)
        numbers = [*held] if reach is None else reach
        space = [n for n in numbers if n in held and len(held[n]) < most]
        if len(held) < len(self.made):
            numbers = self.numbers if reach is None else reach
            closed = [number for number in numbers if number not in held]
            space += closed[: 1 if reach is None else None]
        return space

    def _takes(self, number: int, name: Entrant) -> bool:
        """Whether the table has chairs for them. Where nobody is a pair all have."""
        chairs = self.wishes.chairs
        if self.wishes.most_people is None or not chairs:
            return True
        here = [*self.held.get(number, ()), name]
        return sum(chairs.get(each, 1) for each in here) <= self.wishes.most_people

    def _sit(self, name: Entrant, number: int) -> None:
        self.held.setdefault(number, []).append(name)
        self.at[name] = number

    def _stand_up(self, name: Entrant) -> None:
        number = self.at.pop(name)
        self.held[number].pop()
        if not self.held[number]:
            del self.held[number]

    def _room(self, held: Held, homeless: list[Entrant]) -> Room:
        others = [number for number in self.numbers if number not in held]
        numbers = [*held, *others[: len(self.made) - len(held)]]
        fullest_first = sorted(
            numbers, key=lambda number: (-len(held.get(number, ())), number)
        )
        size_of = dict(zip(fullest_first, sorted(self.made, reverse=True), strict=True))
        numbers.sort()
        return Room(numbers, [size_of[number] for number in numbers], held, homeless)


def _others(
    pairs: Iterable[Pair], seated: Sequence[Entrant]
) -> dict[Entrant, set[Entrant]]:
    """With whom each of them makes one of the pairs."""
    here = set(seated)
    others: dict[Entrant, set[Entrant]] = {}
    for first, other in pairs:
        if first != other and here.issuperset((first, other)):
            others.setdefault(first, set()).add(other)
            others.setdefault(other, set()).add(first)
    return others
