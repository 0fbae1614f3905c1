"""What a result that came or was corrected after the last round was published has changed."""

from __future__ import annotations

from typing import NamedTuple

from rules.night.counting import Results
from rules.night.events import Seated
from rules.night.proposals import still_in
from rules.night.seating.values import Entrant
from rules.night.sheet import NightSheet
from rules.night.standings import standings


class Change(NamedTuple):
    """The place of somebody when the round was seated, and the one that he should have had."""

    entrant: Entrant
    before: int
    now: int


class Changes(NamedTuple):
    """`back`: who has a life again and does not play; `out`: who plays and should be out."""

    places: tuple[Change, ...]
    back: tuple[Entrant, ...]
    out: tuple[Entrant, ...]

    def __bool__(self) -> bool:
        return bool(self.places or self.back or self.out)


NOTHING = Changes((), (), ())


def since_seated(seated: Seated, before: NightSheet, results: Results) -> Changes:
    """The round, published in that night, against the standings that it was made from."""
    return Changes(_places(seated, before, results), *_lives(seated, before, results))


def _places(seated: Seated, before: NightSheet, results: Results) -> tuple[Change, ...]:
    then = {name: place for place, name in enumerate(seated.standings, 1)}
    order = [
        line.entrant for line in standings(before, results) if line.entrant in then
    ]
    now = {name: place for place, name in enumerate(order, 1)}
    moved = [
        Change(name, place, now[name])
        for name, place in then.items()
        if now.get(name, place) != place
    ]
    return tuple(sorted(moved, key=lambda change: change.now))


def _lives(
    seated: Seated, before: NightSheet, results: Results
) -> tuple[tuple[Entrant, ...], tuple[Entrant, ...]]:
    playing = {
        *seated.resting,
        *(name for table in seated.tables for name in table.seats),
    }
    entitled = set(still_in(before, results))
    return tuple(sorted(entitled - playing)), tuple(sorted(playing - entitled))
