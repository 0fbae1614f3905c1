"""Some are level for the last seats of a final, or at a table of a knockout: the organiser decides."""

from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from random import SystemRandom
from typing import NamedTuple

from django.utils.translation import ngettext

from rules.night.cuts import Cut
from rules.night.events import CutBy, CutDecided, Event
from rules.night.proposals import open_cuts
from rules.night.refusals import NightRefusal
from rules.night.seating.values import Entrant
from rules.night.sheet import NightSheet
from scores.models import Phone
from scores.night.log import append, results_of
from scores.night.models import Night
from scores.night.seen import NightState, SeenNight


class CutView(NamedTuple):
    """What is to be decided: who goes on anyway, who is level for how many seats, who is out. Table 0 is
    the cut before a final."""

    key: str
    table: int
    seats: int
    through: Sequence[str]
    through_listed: str
    level: Sequence[tuple[Entrant, str]]
    level_listed: str
    out: Sequence[str]

    @property
    def more_seats(self) -> int:
        """Of the final, or who goes on from the table, if all who are level do."""
        return len(self.through) + len(self.level)


def view_of(seen: SeenNight) -> CutView:
    """The first that is open."""
    cut = seen.open_cuts[0]
    names = seen.names
    return CutView(
        key=_key(cut),
        table=cut.at.table,
        seats=cut.seats,
        through=[names[entrant] for entrant in cut.through],
        through_listed=seen.listed_names(cut.through),
        level=[(entrant, names[entrant]) for entrant in cut.level],
        level_listed=seen.listed_names(cut.level),
        out=[names[entrant] for entrant in cut.out],
    )


@dataclass(frozen=True)
class NightWithCut(SeenNight):
    @cached_property
    def cut(self) -> CutView | None:
        """The decision that the night waits for."""
        return view_of(self) if self.state is NightState.CUT else None


class WrongNumber(Exception):
    """So many were chosen of those who are level, for another number of seats."""

    def __init__(self, chosen: int, seats: int) -> None:
        self.chosen = chosen
        self.seats = seats

    def __str__(self) -> str:
        text = ngettext(
            "Pasa %(seats)s, y has tocado %(chosen)s.",
            "Pasan %(seats)s, y has tocado %(chosen)s.",
            self.seats,
        )
        return text % vars(self)


def decide(
    night: Night, phone: Phone, by: CutBy, key: str, chosen: Collection[Entrant]
) -> None:
    """What was decided stands: a second tap, also on another phone, changes nothing. `key` says what the page
    asked, which may not be the next decision; of a playoff `chosen` go on. Raises WrongNumber."""

    def decision(sheet: NightSheet) -> list[Event]:
        cut = _open_cut(night, sheet, key)
        if cut is None:
            return []
        return [CutDecided(cut.at, cut.level, _through(by, cut, chosen), by)]

    with suppress(NightRefusal):  # decided on another phone: the desk shows how
        append(night, phone, decision)


def _open_cut(night: Night, sheet: NightSheet, key: str) -> Cut | None:
    plan = night.planned
    undecided = open_cuts(plan.stages, sheet, results_of(night, sheet))
    return next((cut for cut in undecided if _key(cut) == key), None)


def _key(cut: Cut) -> str:
    """Tells apart the cuts of a night, and who was level at them before a correction."""
    return "-".join(map(str, (*cut.at, *cut.level)))


def _through(by: CutBy, cut: Cut, chosen: Collection[Entrant]) -> tuple[Entrant, ...]:
    """Who of the level ones goes on."""
    level = cut.level
    seats = cut.seats
    if by is CutBy.SEATS:
        return level
    if by is CutBy.LOT:
        return tuple(sorted(SystemRandom().sample(level, seats)))
    through = tuple(entrant for entrant in level if entrant in chosen)
    if len(through) != seats:
        raise WrongNumber(len(through), seats)
    return through
