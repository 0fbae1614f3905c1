"""The seating from which the search begins."""

from __future__ import annotations

from collections.abc import Sequence

from rules.night.seating.lot import Lot
from rules.night.seating.past import Past
from rules.night.seating.room import Room
from rules.night.seating.values import Entrant, Wishes

Members = list[list[int]]
"""The places (in `Past.names`) of those at each table of one round."""


def first_seating(
    past: Past,
    rooms: Sequence[Room],
    rests: Sequence[Sequence[Entrant]],
    wishes: Wishes,
    lot: Lot,
) -> list[Members]:
    """The tables of each round: by a cyclic scheme, or with `near` neighbours in the standings together."""
    order = lot.shuffled(range(len(past.names)))
    if wishes.near:
        order.sort(key=lambda place: -wishes.scores.get(past.names[place], 0))
    out = []
    for number, room in enumerate(rooms):
        here = [place for place in order if past.names[place] not in rests[number]]
        members = _blocks(here, room) if wishes.near else _turned(here, room, number)
        out.append(_bound(members, room, past))
    return out


def seated_again(here: Sequence[int], room: Room, past: Past) -> Members:
    """Neighbours in this order together, but for those who have a place in the room."""
    return _bound(_blocks(here, room), room, past)


def _blocks(here: Sequence[int], room: Room) -> Members:
    members, start = [], 0
    for size in room.made:
        members.append(list(here[start : start + size]))
        start += size
    return members


def _turned(here: list[int], room: Room, number: int) -> Members:
    """Entrants stand in rows as long as there are tables; in round t row r moves r*t tables on. While no
    product of two differences is a multiple of the number of tables, nobody meets twice."""
    tables = len(room.made)
    by_size = sorted(range(tables), key=lambda table: -room.made[table])
    left = list(room.made)
    members: Members = [[] for _ in range(tables)]
    for position, place in enumerate(here):
        row, column = divmod(position, tables)
        turn = column + row * number
        while not left[by_size[turn % tables]]:
            turn += 1
        table = by_size[turn % tables]
        left[table] -= 1
        members[table].append(place)
    return members


def _bound(members: Members, room: Room, past: Past) -> Members:
    """With everybody who has a place in the room at his table."""
    at = {place: table for table, some in enumerate(members) for place in some}
    for table, number in enumerate(room.numbers):
        bound = [past.index[name] for name in room.held.get(number, ())]
        for who in bound:
            there = at[who]
            if there != table:
                other = next(x for x in members[table] if x not in bound)
                members[there][members[there].index(who)] = other
                members[table][members[table].index(other)] = who
                at[who], at[other] = table, there
    return members
