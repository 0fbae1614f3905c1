"""The five usual nights: lists of stages, of which a club changes what it wants."""

from dataclasses import replace

from rules.tournament.stages import (
    By,
    Carries,
    Enters,
    Groups,
    Lasts,
    Lives,
    LostBy,
    Seats,
    Stage,
    Until,
    Who,
)

Stages = tuple[Stage, ...]

_MIXED = Stage()
_FINAL = Stage(enters=Enters(Who.BEST, 4), lasts=Lasts(Until.ROUNDS, 1), carries=Carries.NOTHING)

PRESETS: dict[str, Stages] = {
    "everybody-plays": (_MIXED,),
    "three-lives": (
        Stage(lasts=Lasts(Until.LEFT, 4), lives=Lives(3, LostBy.ALL_BUT_FIRST)),
        _FINAL,
    ),
    "groups-and-final": (
        replace(_MIXED, lasts=Lasts(Until.ROUNDS, 3)),
        Stage(groups=Groups(3, By.STANDING), lasts=Lasts(Until.ROUNDS, 1)),
        replace(_FINAL, enters=Enters(Who.BEST_OF_FIRST_GROUP, 4)),
    ),
    "knockout": (
        Stage(enters=Enters(Who.BEST_OF_TABLE, 2), lasts=Lasts(Until.LEFT, 4)),
        _FINAL,
    ),
    "league": (Stage(seats=Seats.NEAR, lasts=Lasts(Until.ROUNDS, 2)),),
}
"""By key. A league is an evening of its own each time; who counts the evenings is the group."""
