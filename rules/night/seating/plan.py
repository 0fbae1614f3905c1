"""The tables of one round, or of all rounds of an evening at once.

Integers only and a lot of its own: the same arguments give the same tables on every machine. The work is
bounded by a number of steps. What is asked for, in this order (docs/design/night.md says why):

1. As few rest as possible, and of the tables as few as possible are above the best size (`sizes.split`).
2. Who rests is among those who rested least (`sizes.who_rests`).
3. Nobody sits where they cannot (`Wishes.only`), no two at one table who are kept apart, and two together who
   want it. Where that is impossible, the round says what is broken. Where the search leaves such a wish,
   `exact` looks for tables, and the search begins again from them.
4. Few repeated meetings, and a third is worse than two second ones; with `Wishes.near` entrants with equal
   scores meet.
5. The odd tables (of the rarer size) go round, so does the first deal, and neighbours change.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.night.seating.budget import Budget
from rules.night.seating.exact import Room, TableSearch
from rules.night.seating.lot import Lot
from rules.night.seating.orders import with_orders
from rules.night.seating.rounds import PlannedRounds
from rules.night.seating.search import anneal
from rules.night.seating.sizes import split, who_rests
from rules.night.seating.start import first_tables, tables_again
from rules.night.seating.values import Entrant, Round, SeatedTable, Sizes, Wishes

STEPS = 300_000  # of one draft; about a tenth of a second of CPython
ANY_SIZES = Sizes()
NO_WISHES = Wishes()


def seat(
    entrants: Iterable[Entrant],
    history: Sequence[Round] = (),
    sizes: Sizes = ANY_SIZES,
    wishes: Wishes = NO_WISHES,
    *,
    seed: int = 0,
    rounds: int = 1,
    steps: int = STEPS,
) -> list[Round]:
    """The next `rounds` rounds, planned together: with a known number of rounds only that
    finds seatings in which nobody meets twice. `history` is what was played before, with
    the same entrants or others.

    Raises NightRefusal `too-few-entrants` where they do not fill one table.
    """
    names = sorted(set(entrants))
    lot = Lot(seed)
    budget = Budget(steps)
    made, rest, _pairs_left = split(
        len(names),
        sizes,
        len(set(wishes.numbers)) or None,
        pairs=sum(wishes.chairs.get(name, 1) > 1 for name in names),
        most_people=wishes.most_people,
    )
    rests = who_rests(names, history, rest, rounds, lot)
    rooms = _rooms(names, made, rests, wishes, budget.part(budget.left // 4))
    draft = PlannedRounds(names, history, wishes, sizes.least)
    draft.seat(rooms, first_tables(draft, rooms, rests, lot))
    has_wishes = bool(wishes.apart or wishes.together)
    anneal(draft, lot, budget.part(budget.left // 2) if has_wishes else budget)
    if _repair(draft, made, budget.part(budget.left // 2)):
        anneal(draft, lot, budget)
    planned = [_round(draft, number, resting) for number, resting in enumerate(rests)]
    return with_orders(planned, history, lot)


def _rooms(
    names: Sequence[Entrant],
    made: Sequence[int],
    rests: Sequence[Sequence[Entrant]],
    wishes: Wishes,
    budget: Budget,
) -> list[Room]:
    """Of each round; alike where the same rest. The one that is published next is searched first."""
    rooms: dict[tuple[Entrant, ...], Room] = {}
    for resting in map(tuple, rests):
        if resting not in rooms:
            seated = [name for name in names if name not in resting]
            rooms[resting] = TableSearch(seated, made, wishes).open_room(budget)
    return [rooms[tuple(resting)] for resting in rests]


def _repair(draft: PlannedRounds, made: Sequence[int], budget: Budget) -> bool:
    """Seat the rounds again in which single swaps have broken more wishes than need be;
    False if there are none."""
    rooms = [*draft.rooms]
    members = [*draft.members]
    better_rooms: dict[tuple[frozenset[Entrant], int], Room | None] = {}
    for number, room in enumerate(draft.rooms):
        here = [place for some in draft.members[number] for place in some]
        seated = [draft.names[place] for place in here]
        broken = len(draft.broken_wishes(number)) - len(room.homeless)
        key = (frozenset(seated), broken)
        if key not in better_rooms:
            search = TableSearch(seated, made, draft.wishes)
            better_rooms[key] = search.room_that_breaks_fewer(room, broken, budget)
        better = better_rooms[key]
        if better is not None:
            rooms[number] = better
            members[number] = tables_again(draft, better, here)
    has_better = any(better_rooms.values())
    if has_better:
        draft.seat(rooms, members)
    return has_better


def _round(draft: PlannedRounds, number: int, resting: Sequence[Entrant]) -> Round:
    tables = tuple(
        SeatedTable(table, tuple(sorted(draft.names[place] for place in some)))
        for table, some in zip(
            draft.rooms[number].numbers, draft.members[number], strict=True
        )
    )
    return Round(tables, tuple(resting), tuple(draft.broken_wishes(number)))
