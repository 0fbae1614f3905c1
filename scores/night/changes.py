"""What a result that came or was corrected after the last round was published has changed."""

from collections.abc import Collection
from dataclasses import replace
from typing import NamedTuple

from rules.night.counting import Results
from rules.night.events import Seated
from rules.night.proposals import final_cut, still_in
from rules.night.seating.values import Entrant
from rules.night.sheet import NightSheet
from rules.night.stages import Plays
from rules.night.standings import standings


class PlaceChange(NamedTuple):
    """The place of somebody when the round was seated, and the one that they should have had. A place is
    shared as in the standings."""

    entrant: Entrant
    before: int
    now: int


class Changes(NamedTuple):
    """`back`: who should play the round and was not seated in it; `out`: who plays it and should not.
    `may_return`: whether those who are back play the next round, because missing one puts nobody out."""

    places: tuple[PlaceChange, ...]
    back: tuple[Entrant, ...]
    out: tuple[Entrant, ...]
    may_return: bool = False

    def __bool__(self) -> bool:
        return bool(self.places or self.back or self.out)


NOTHING = Changes((), (), ())


def changes_since_seated(
    seated: Seated, before: NightSheet, results: Results, playing: Collection[Entrant]
) -> Changes:
    """The round, published in that night, against the standings that it was made from. `playing` sit or rest
    in it now, after somebody was moved by hand."""
    was_seated = seated.made.everybody
    due, may_play = _entitled_entrants(before, results)
    plays = before.stages[-1].stage.plays if before.stages else Plays.ROUNDS
    return Changes(
        places=_places(seated, before, results),
        back=tuple(sorted(due - was_seated)),
        out=tuple(sorted(set(playing) & was_seated - may_play)),
        may_return=plays is Plays.LIVES,
    )


def _places(
    seated: Seated, before: NightSheet, results: Results
) -> tuple[PlaceChange, ...]:
    """Rounds of 1.0.0 have only the order, in which nobody shares a place."""
    places = seated.places or range(1, len(seated.standings) + 1)
    then = dict(zip(seated.standings, places, strict=False))
    lines = standings(before, results)
    now = {line.entrant: line.place for line in lines if line.entrant in then}
    if not seated.places:
        now = {entrant: place for place, entrant in enumerate(now, 1)}
    moved = [
        PlaceChange(entrant, place, now[entrant])
        for entrant, place in then.items()
        if now.get(entrant, place) != place
    ]
    return tuple(sorted(moved, key=lambda change: (change.now, change.entrant)))


def _entitled_entrants(
    before: NightSheet, results: Results
) -> tuple[set[Entrant], set[Entrant]]:
    """Who has to play the round, and who may. Of those who are level for the seats of a final some may, and
    the organiser decided before the correction."""
    begun = before.stages[-1] if before.stages else None
    is_first = begun is not None and begun.after == before.last_round
    if begun is None or begun.stage.plays is not Plays.FINAL or not is_first:
        entitled = set(still_in(before, results))
        return entitled, entitled
    cut = final_cut(replace(before, stages=before.stages[:-1]), results, begun.stage)
    return {*cut.through}, {*cut.through, *cut.level}
