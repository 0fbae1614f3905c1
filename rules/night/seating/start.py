"""The seating from which the search begins."""

from __future__ import annotations

from collections.abc import Sequence

from rules.night.seating.exact import Room
from rules.night.seating.lot import Lot
from rules.night.seating.rounds import Members, PlannedRounds
from rules.night.seating.values import Entrant


def first_tables(
    draft: PlannedRounds,
    rooms: Sequence[Room],
    rests: Sequence[Sequence[Entrant]],
    lot: Lot,
) -> list[Members]:
    """Of each round by rotation, or with `near` neighbours in the standings together."""
    order = lot.shuffled(range(len(draft.names)))
    near = draft.wishes.near
    scores = draft.wishes.scores
    if near:
        order.sort(key=lambda place: -scores.get(draft.names[place], 0))
    out = []
    for number, room in enumerate(rooms):
        here = [place for place in order if draft.names[place] not in rests[number]]
        members = _in_blocks(here, room) if near else _rotated(here, room, number)
        out.append(_with_places(draft, room, members))
    return out


def tables_again(draft: PlannedRounds, room: Room, here: Sequence[int]) -> Members:
    """Neighbours in this order together, but for those who have a place in the room."""
    return _with_places(draft, room, _in_blocks(here, room))


def _in_blocks(here: Sequence[int], room: Room) -> Members:
    people = iter(here)
    return [[next(people) for _seat in range(size)] for size in room.made]


def _rotated(here: Sequence[int], room: Room, number: int) -> Members:
    """Entrants stand in rows as long as there are tables; in round t row r moves r*t tables
    on. While no product of two differences is a multiple of the number of tables, nobody
    meets twice."""
    count = len(room.made)
    tables = sorted(range(count), key=lambda table: -room.made[table])
    members: Members = [[] for _ in tables]
    for position, place in enumerate(here):
        row, column = divmod(position, count)
        turn = column + row * number
        while len(members[tables[turn % count]]) == room.made[tables[turn % count]]:
            turn += 1
        members[tables[turn % count]].append(place)
    return members


def _with_places(draft: PlannedRounds, room: Room, members: Members) -> Members:
    """With everybody at their table who has a place in the room."""
    held = [
        [draft.index[name] for name in room.held.get(number, ())]
        for number in room.numbers
    ]
    bound = {place for some in held for place in some}
    tables = [
        [*some, *(place for place in others if place not in bound)]
        for some, others in zip(held, members, strict=True)
    ]
    sized = [*zip(tables, room.made, strict=True)]
    spare = iter([place for some, size in sized for place in some[size:]])
    return [
        [*some[:size], *(next(spare) for _ in range(size - len(some)))]
        for some, size in sized
    ]
