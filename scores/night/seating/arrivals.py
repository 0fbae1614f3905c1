"""A draft after somebody came late or left: as few as possible change their table."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from rules.night.refusals import NightRefusal
from rules.night.seating.values import Entrant, Round, SeatedTable, Sizes


def with_people(
    draft: Round,
    entrants: Iterable[Entrant],
    sizes: Sizes,
    numbers: Sequence[int],
    chairs: Mapping[Entrant, int],
    most_people: int | None,
) -> Round:
    """The draft with just these people; `numbers` are the tables in the room, `chairs` and
    `most_people` those of `seating.values.Wishes`. Who comes sits down where there is a
    place; a table that is left too small is filled up from the largest, or else broken up.

    Raises NightRefusal `too-few-entrants` where they do not fill one table.
    """
    here = set(entrants)
    seats = {
        table.number: [entrant for entrant in table.seats if entrant in here]
        for table in draft.tables
    }
    waiting = [entrant for entrant in draft.resting if entrant in here]
    waiting += sorted(here - draft.everybody)
    tables = OpenTables(seats, waiting, sizes, chairs, most_people)
    for number in sorted(seats, key=lambda each: len(seats[each])):
        tables.keep_large_enough(number)
    tables.sit_down(sizes.best)
    tables.open_tables(numbers)
    tables.sit_down(sizes.most)
    if not seats:
        raise NightRefusal("too-few-entrants", entrants=len(here), least=sizes.least)
    return Round(tables.seated_tables(), tuple(sorted(waiting)))


def moved_entrants(before: Round, after: Round) -> set[Entrant]:
    """Who has another table now, or rests, or rests no more; of those who were in both."""
    old = before.table_of
    new = after.table_of
    return {
        entrant
        for entrant in before.everybody & after.everybody
        if old.get(entrant) != new.get(entrant)
    }


@dataclass
class OpenTables:
    """Who sits at each table, by its number, and who has no seat yet."""

    seats: dict[int, list[Entrant]]
    waiting: list[Entrant]
    sizes: Sizes
    chairs: Mapping[Entrant, int]
    most_people: int | None

    def seated_tables(self) -> tuple[SeatedTable, ...]:
        return tuple(
            SeatedTable(number, tuple(some))
            for number, some in sorted(self.seats.items())
        )

    def keep_large_enough(self, number: int) -> None:
        at_table = self.seats[number]
        for entrant in [*self.waiting]:
            if not self._is_enough(at_table) and self._takes(at_table, entrant):
                at_table.append(entrant)
                self.waiting.remove(entrant)
        while not self._is_enough(at_table):
            largest = max(self.seats.values(), key=len)
            if not self._is_enough(largest[:-1]):
                self.waiting += self.seats.pop(number)
                return
            at_table.append(largest.pop())

    def sit_down(self, most: int) -> None:
        for entrant in [*self.waiting]:
            fitting = [
                (len(some), number)
                for number, some in self.seats.items()
                if len(some) < most and self._takes(some, entrant)
            ]
            if fitting:
                self.seats[min(fitting)[1]].append(entrant)
                self.waiting.remove(entrant)

    def open_tables(self, numbers: Sequence[int]) -> None:
        for number in numbers:
            if number not in self.seats and self._is_enough(self.waiting):
                at_table: list[Entrant] = []
                for entrant in self.waiting[: self.sizes.best]:
                    if self._takes(at_table, entrant):
                        at_table.append(entrant)
                self.seats[number] = at_table
                for entrant in at_table:
                    self.waiting.remove(entrant)

    def _is_enough(self, some: Sequence[Entrant]) -> bool:
        return len(some) > 1 and self._people(some) >= self.sizes.least

    def _takes(self, at_table: Sequence[Entrant], entrant: Entrant) -> bool:
        return (
            self.most_people is None
            or self._people([*at_table, entrant]) <= self.most_people
        )

    def _people(self, some: Sequence[Entrant]) -> int:
        return sum(self.chairs.get(entrant, 1) for entrant in some)
