"""How many tables, and how large; who rests where they cannot take everybody."""

from collections import Counter
from collections.abc import Container, Sequence
from typing import NamedTuple

from rules.night.refusals import NightRefusal
from rules.night.seating.lot import Lot
from rules.night.seating.values import Entrant, Round, Sizes


class TablesMade(NamedTuple):
    """`sizes` of the tables, large ones first; `pairs_left` have no chairs at them."""

    sizes: tuple[int, ...]
    resting: int
    pairs_left: int = 0


def split(
    entrants: int,
    sizes: Sizes,
    tables: int | None = None,
    *,
    pairs: int = 0,
    most_people: int | None = None,
    seated: Sequence[int] = (),
) -> TablesMade:
    """As few as possible rest; of those who are `seated` at tables of these sizes as few as
    possible move; then as few as possible sit above the best size, because the longest
    table holds up the round; then as few seats as possible are missing. 13 at tables of 3
    to 5, best 4: 4+3+3+3. Sizes count entrants, of whom so many are pairs on two chairs: a
    table has at most `most_people`, and the two pairs of a table of three or four are
    enough for it.
    """
    fullest = sorted(seated, reverse=True)
    least, best, most = sizes
    smallest = max(2, (least + 1) // 2) if pairs else least
    choices = []
    for count in range(1, min(entrants // smallest, tables or entrants) + 1):
        for here in range(min(entrants, count * most), count * smallest - 1, -1):
            small, larger = divmod(here, count)
            made = (small + 1,) * larger + (small,) * (count - larger)
            crowded = _pairs_without_table(made, min(pairs, here), least, most_people)
            stay = sum(map(min, fullest, made))
            over = sum(size - best for size in made if size > best)
            under = sum(best - size for size in made if size < best)
            choices.append((crowded, entrants - here, -stay, over, under, count, made))
            if not crowded:
                break
    if not choices:
        raise NightRefusal("too-few-entrants", entrants=entrants, least=least)
    crowded, resting, *_prices, made = min(choices)
    return TablesMade(made, resting, crowded)


def _pairs_without_table(
    made: Sequence[int], pairs: int, least: int, most_people: int | None
) -> int:
    """How many pairs are too many for tables of these sizes, or too few for small ones."""
    if not pairs:
        return 0
    needed = sum(max(0, least - size) for size in made)
    if most_people is None:
        return max(0, needed - pairs)
    most = sum(max(0, min(size, most_people - size)) for size in made)
    return max(0, needed - pairs, pairs - most)


def odd_size(made: Sequence[int]) -> int | None:
    """The size of table at which fewer people sit; None if all tables are alike."""
    people = {size: size * made.count(size) for size in made}
    if len(people) < 2:
        return None
    return min(people, key=lambda size: (people[size], size))


def who_rests(
    entrants: Sequence[Entrant],
    history: Sequence[Round],
    rest: int,
    rounds: int,
    lot: Lot,
    seated: Container[Entrant] = (),
) -> list[list[Entrant]]:
    """Of each round: who rested least, of these who played most, of these who is not `seated` in it, of these
    by lot. A round in which somebody was not present is neither."""
    rested = Counter(entrant for each in history for entrant in each.resting)
    played = Counter(
        entrant for each in history for table in each.tables for entrant in table.seats
    )
    rests = []
    for _ in range(rounds):
        drawn = lot.shuffled(entrants) if rest else []
        drawn.sort(
            key=lambda each: (rested[each], -played[each], each in seated),
        )
        resting = sorted(drawn[:rest])
        rested.update(resting)
        played.update({*entrants} - {*resting})
        rests.append(resting)
    return rests
