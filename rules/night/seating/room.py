"""Which tables of the room are used, how large each is, and who is bound to which."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rules.night.seating.budget import Budget
from rules.night.seating.exact import Held, TableSearch
from rules.night.seating.values import Entrant, Wishes

Reach = Mapping[Entrant, Sequence[int]]
"""The numbers of the tables that somebody can reach, of those who cannot reach all."""


class Room(NamedTuple):
    numbers: list[int]
    made: list[int]  # the size of each
    held: Held  # who has a place at a table because of a wish
    homeless: list[Entrant]  # no table that they can reach has a place for them


def open_room(
    seated: Sequence[Entrant], made: Sequence[int], wishes: Wishes, budget: Budget
) -> Room:
    """First the tables that somebody needs, then the others in their order."""
    reach = _reach(seated, wishes)
    search = _search(seated, made, wishes, reach)
    held = search.tables_for(reach.keys(), budget.part(budget.left // 2))
    if held is not None:
        return _opened(made, wishes, held, [])
    return _opened(made, wishes, *_held_or_homeless(search, budget))


def room_that_breaks_fewer(
    room: Room, seated: Sequence[Entrant], wishes: Wishes, broken: int, budget: Budget
) -> Room | None:
    """Everybody who has a wish gets a place in it. Of the pairs who are kept apart fewer than `broken` meet,
    and as few as possible. None if there is no such room, or if it was not found within the budget.
    """
    reach = {
        name: tables
        for name, tables in _reach(seated, wishes).items()
        if name not in room.homeless
    }
    search = _search(seated, room.made, wishes, reach)
    for fewer in range(broken):
        if budget.is_spent:
            return None
        held = search.tables_for(reach.keys() | search.apart.keys(), budget, fewer)
        if held is not None:
            return _opened(room.made, wishes, held, room.homeless)
    return None


def _reach(seated: Sequence[Entrant], wishes: Wishes) -> Reach:
    room = set(wishes.numbers)
    return {
        name: sorted(
            number for number in wishes.only[name] if not room or number in room
        )
        for name in seated
        if name in wishes.only
    }


def _search(
    seated: Sequence[Entrant], made: Sequence[int], wishes: Wishes, reach: Reach
) -> TableSearch:
    here = set(seated)
    apart = [pair for pair in wishes.apart if here.issuperset(pair)]
    return TableSearch(made, _numbers(made, wishes), reach, apart)


def _numbers(made: Sequence[int], wishes: Wishes) -> Sequence[int]:
    return list(dict.fromkeys(wishes.numbers)) or range(1, len(made) + 1)


def _held_or_homeless(
    search: TableSearch, budget: Budget
) -> tuple[Held, list[Entrant]]:
    """Whoever is kept apart: one after the other is homeless who finds no place besides those before him.
    Once the budget is spent nobody who has a place moves for the next one."""
    search.clear()
    homeless = [
        name
        for name in search.fewest_choices_first()
        if not search.add(name, budget.part(budget.left // 4))
    ]
    return search.held, homeless


def _opened(
    made: Sequence[int], wishes: Wishes, held: Held, homeless: list[Entrant]
) -> Room:
    numbers = sorted(held)
    numbers += [number for number in _numbers(made, wishes) if number not in held][
        : len(made) - len(numbers)
    ]
    fullest_first = sorted(
        numbers, key=lambda number: (-len(held.get(number, ())), number)
    )
    size_of = dict(zip(fullest_first, sorted(made, reverse=True), strict=True))
    numbers.sort()
    return Room(numbers, [size_of[number] for number in numbers], held, homeless)
