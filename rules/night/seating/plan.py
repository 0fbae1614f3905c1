"""The tables of one round, or of all rounds of an evening at once.

Integers only and a lot of its own: the same arguments give the same tables on every machine. The work is
bounded by a number of steps. What is asked for, in this order (docs/design/night.md says why):

1. As few rest as possible, and of the tables as few as possible are above the best size (`sizes.split`).
2. Who rests is among those who rested least (`sizes.who_rests`).
3. Nobody sits where they cannot (`Wishes.only`), no two at one table who are kept apart. Where that is
   impossible, the round says what is broken. Where swaps leave such a pair, `exact` looks for tables, and the
   search begins again from them.
4. Few repeated meetings, and a third is worse than two second ones; with `Wishes.near` entrants with equal
   scores meet.
5. The odd tables (of the rarer size) go round, so does the first deal, and neighbours change.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.night.seating.budget import Budget
from rules.night.seating.lot import Lot
from rules.night.seating.orders import with_orders
from rules.night.seating.past import Past
from rules.night.seating.planned import PlannedRounds
from rules.night.seating.room import Room, open_room, room_that_breaks_fewer
from rules.night.seating.search import Search
from rules.night.seating.sizes import split, who_rests
from rules.night.seating.start import Members, first_seating, seated_again
from rules.night.seating.values import (
    Apart,
    Broken,
    Entrant,
    OutOfReach,
    Round,
    SeatedTable,
    Sizes,
    Wishes,
)

STEPS = 120_000  # of one draft; about a tenth of a second of CPython
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
    """The next `rounds` rounds, planned together: with a known number of rounds only that finds seatings in
    which nobody meets twice. `history` is what was played before, with the same entrants or others.

    Raises NightRefusal `too-few-entrants` where they do not fill one table.
    """
    names = sorted(set(entrants))
    lot, budget = Lot(seed), Budget(steps)
    made, rest = split(len(names), sizes, len(set(wishes.numbers)) or None)
    past = Past(names, history, wishes)
    rests = who_rests(names, history, rest, rounds, lot)
    rooms = _rooms(names, made, rests, wishes, budget.part(budget.left // 4))
    draft = PlannedRounds(
        past, rooms, first_seating(past, rooms, rests, wishes, lot), wishes.only
    )
    first_search = budget.part(budget.left // 2) if wishes.apart else budget
    Search(draft, wishes.near > 0, lot).run(first_search)
    if repaired := _repaired(draft, wishes, budget.part(budget.left // 2)):
        draft = PlannedRounds(Past(names, history, wishes), *repaired, wishes.only)
        Search(draft, wishes.near > 0, lot).run(budget)
    planned = [_round(draft, number, resting) for number, resting in enumerate(rests)]
    return with_orders(planned, history, lot)


def _rooms(
    names: Sequence[Entrant],
    made: Sequence[int],
    rests: Sequence[Sequence[Entrant]],
    wishes: Wishes,
    budget: Budget,
) -> list[Room]:
    """Of each round; alike where the same rest. The round that is published next is the first to search."""
    rooms: dict[tuple[Entrant, ...], Room] = {}
    for resting in map(tuple, rests):
        if resting not in rooms:
            seated = [name for name in names if name not in resting]
            rooms[resting] = open_room(seated, made, wishes, budget)
    return [rooms[tuple(resting)] for resting in rests]


def _repaired(
    draft: PlannedRounds, wishes: Wishes, budget: Budget
) -> tuple[list[Room], list[Members]] | None:
    """Rounds in which fewer meet who are kept apart; None if single swaps have found the best there is."""
    names, rooms, members = draft.past.names, list(draft.rooms), list(draft.members)
    better_rooms: dict[tuple[frozenset[int], int], Room | None] = {}
    for number, room in enumerate(draft.rooms):
        here = [place for some in draft.members[number] for place in some]
        broken = len(draft.kept_apart_who_meet(number))
        key = (frozenset(here), broken)
        if key not in better_rooms:
            seated = [names[place] for place in here]
            better_rooms[key] = room_that_breaks_fewer(
                room, seated, wishes, broken, budget
            )
        better = better_rooms[key]
        if better is not None:
            rooms[number], members[number] = (
                better,
                seated_again(here, better, draft.past),
            )
    return (rooms, members) if members != draft.members else None


def _round(draft: PlannedRounds, number: int, resting: Sequence[Entrant]) -> Round:
    room, names = draft.rooms[number], draft.past.names
    tables = tuple(
        SeatedTable(room.numbers[table], tuple(sorted(names[place] for place in some)))
        for table, some in enumerate(draft.members[number])
    )
    apart = [Apart(names[a], names[b]) for a, b in draft.kept_apart_who_meet(number)]
    broken: list[Broken] = [
        *apart,
        *(OutOfReach(name) for name in sorted(room.homeless)),
    ]
    return Round(tables, tuple(resting), tuple(broken))
