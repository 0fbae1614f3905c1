"""Who goes on and who does not, where a number of seats is given to the best. Where several are level for
fewer seats, the organiser decides (`CutDecided`), never the program."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rules.night.events import At, CutDecided
from rules.night.seating.values import Entrant


class Cut(NamedTuple):
    """`level` share the rank at which the cut falls: `seats` are left for them, fewer than they are. Table 0
    is the cut before a final."""

    at: At
    through: tuple[Entrant, ...]
    level: tuple[Entrant, ...]
    out: tuple[Entrant, ...]
    seats: int

    @property
    def key(self) -> str:
        """Tells apart the cuts of a night, and who was level at them before a correction."""
        return "-".join(map(str, (*self.at, *self.level)))


def cut_at(
    at: At,
    decisions: Sequence[CutDecided],
    ranks: Mapping[Entrant, int],
    seats: int,
) -> Cut:
    """The cut behind so many of these, by their ranks, as far as it is decided. The last decision counts. One
    about others, from before a correction, counts no more."""
    order = sorted(ranks, key=lambda entrant: (ranks[entrant], entrant))
    behind = {ranks[entrant] for entrant in order[seats:]}
    shared = behind.intersection(ranks[entrant] for entrant in order[:seats])
    level = [entrant for entrant in order if ranks[entrant] in shared]
    through = [entrant for entrant in order[:seats] if entrant not in level]
    left = seats - len(through)
    last = next((each for each in reversed(decisions) if each.at == at), None)
    if level and last and {*last.level} == {*level}:
        through += [entrant for entrant in level if entrant in last.through]
        level = []
        left = 0
    out = [entrant for entrant in order if entrant not in [*through, *level]]
    return Cut(at, tuple(through), tuple(level), tuple(out), left)
