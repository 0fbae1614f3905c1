"""Who goes on and who does not, where a number of seats is given to the best. Where several are level for
fewer seats, the organiser decides (`CutDecided`), never the program."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rules.night.events import At, CutDecided
from rules.night.seating.values import Entrant


class Cut(NamedTuple):
    """`level` share the rank at which the cut falls: `seats` are left for them, fewer than they are."""

    through: tuple[Entrant, ...]
    level: tuple[Entrant, ...]
    out: tuple[Entrant, ...]
    seats: int


def cut_after(ranks: Mapping[Entrant, int], seats: int) -> Cut:
    """The cut behind so many of these, by their ranks: equal ranks are level."""
    through: list[Entrant] = []
    level: list[Entrant] = []
    out: list[Entrant] = []
    for entrant in sorted(ranks, key=lambda entrant: (ranks[entrant], entrant)):
        ahead = sum(rank < ranks[entrant] for rank in ranks.values())
        as_good = sum(rank <= ranks[entrant] for rank in ranks.values())
        if as_good <= seats:
            through.append(entrant)
        elif ahead >= seats:
            out.append(entrant)
        else:
            level.append(entrant)
    return Cut(tuple(through), tuple(level), tuple(out), seats - len(through))


def cut_at(
    at: At,
    decisions: Sequence[CutDecided],
    ranks: Mapping[Entrant, int],
    seats: int,
) -> Cut:
    """The cut at that table, as far as it is decided; table 0 is the cut before a final. The last decision
    counts. One about others, from before a correction, counts no more."""
    cut = cut_after(ranks, seats)
    last = next((each for each in reversed(decisions) if each.at == at), None)
    if not cut.level or last is None or set(last.level) != set(cut.level):
        return cut
    through = (
        *cut.through,
        *(entrant for entrant in cut.level if entrant in last.through),
    )
    out = (*(entrant for entrant in cut.level if entrant not in last.through), *cut.out)
    return Cut(through, (), out, 0)
