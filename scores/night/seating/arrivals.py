"""A draft after somebody came late or left: as few as possible change their table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.night.refusals import NightRefusal
from rules.night.seating.values import Entrant, Round, SeatedTable, Sizes

Seats = dict[int, list[Entrant]]
"""Who sits at each table, by its number."""


def with_people(
    draft: Round, entrants: Iterable[Entrant], sizes: Sizes, numbers: Sequence[int]
) -> Round:
    """The draft with just these people; `numbers` are the tables in the room. Who comes sits down where there
    is a place; a table that is left too small is filled up from the largest, or else broken up.

    Raises NightRefusal `too-few-entrants` where they do not fill one table.
    """
    here = set(entrants)
    seats: Seats = {
        table.number: [name for name in table.seats if name in here]
        for table in draft.tables
    }
    sitting = {name for some in seats.values() for name in some}
    waiting = [name for name in draft.resting if name in here]
    waiting += sorted(here - sitting - {*waiting})
    for number in sorted(seats, key=lambda each: len(seats[each])):
        _keep_large_enough(seats, number, waiting, sizes)
    _sit_down(seats, waiting, sizes.best)
    _open_tables(seats, waiting, sizes, numbers)
    _sit_down(seats, waiting, sizes.most)
    if not seats:
        raise NightRefusal("too-few-entrants", entrants=len(here), least=sizes.least)
    tables = tuple(
        SeatedTable(number, tuple(some)) for number, some in sorted(seats.items())
    )
    return Round(tables, tuple(sorted(waiting)))


def moved(before: Round, after: Round) -> set[Entrant]:
    """Who has another table now, or rests, or rests no more; of those who were in both."""
    places = [
        {name: table.number for table in each.tables for name in table.seats}
        | dict.fromkeys(each.resting, 0)
        for each in (before, after)
    ]
    return {
        name
        for name in places[0].keys() & places[1].keys()
        if places[0][name] != places[1][name]
    }


def _keep_large_enough(
    seats: Seats, number: int, waiting: list[Entrant], sizes: Sizes
) -> None:
    at_table = seats[number]
    while len(at_table) < sizes.least and waiting:
        at_table.append(waiting.pop(0))
    while len(at_table) < sizes.least:
        largest = max(seats, key=lambda each: len(seats[each]))
        if len(seats[largest]) <= sizes.least:
            waiting += seats.pop(number)
            return
        at_table.append(seats[largest].pop())


def _sit_down(seats: Seats, waiting: list[Entrant], most: int) -> None:
    while waiting and seats:
        smallest = min(seats, key=lambda each: (len(seats[each]), each))
        if len(seats[smallest]) >= most:
            return
        seats[smallest].append(waiting.pop(0))


def _open_tables(
    seats: Seats, waiting: list[Entrant], sizes: Sizes, numbers: Sequence[int]
) -> None:
    for number in numbers:
        if number not in seats and len(waiting) >= sizes.least:
            seats[number] = waiting[: sizes.best]
            del waiting[: sizes.best]
