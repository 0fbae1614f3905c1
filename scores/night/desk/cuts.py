"""Some are level for the last seats of a final, or at a table of a knockout: the organiser decides."""

from collections.abc import Collection
from contextlib import suppress
from random import SystemRandom

from django.utils.translation import ngettext

from rules.night.counting import Cut
from rules.night.events import CutBy, CutDecided, Event
from rules.night.proposals import open_cuts
from rules.night.refusals import NightRefusal
from rules.night.seating.values import Entrant
from rules.night.sheet import NightSheet
from scores.models import Phone
from scores.night.log import append, results_of
from scores.night.models import Night


class WrongNumber(Exception):
    """So many were chosen of those who are level, for another number of seats; its text says so."""


def decide(
    night: Night, phone: Phone, by: CutBy, key: str, chosen: Collection[Entrant]
) -> None:
    """What was decided stands: a second tap, also on another phone, changes nothing. `key` says what the page
    asked, which may not be the next decision; of a playoff `chosen` go on. Raises WrongNumber."""

    def decision(sheet: NightSheet) -> list[Event]:
        stages = night.planned.stages
        return [
            CutDecided(cut.at, cut.level, _through(by, cut, chosen), by)
            for cut in open_cuts(stages, sheet, results_of(night, sheet))
            if key == cut.key
        ]

    with suppress(NightRefusal):  # decided on another phone: the desk shows how
        append(night, phone, decision)


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
        text = ngettext(
            "Pasa %(seats)s, y has tocado %(chosen)s.",
            "Pasan %(seats)s, y has tocado %(chosen)s.",
            seats,
        )
        raise WrongNumber(text % {"seats": seats, "chosen": len(through)})
    return through
