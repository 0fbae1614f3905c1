"""The formats of a night: the stages of each, from what the organiser chooses on one form."""

from __future__ import annotations

from enum import StrEnum

from rules.night.seating.values import Sizes
from rules.night.stages import MatchOf, Plays, Stage

Stages = tuple[Stage, ...]


class Format(StrEnum):
    EVERYBODY = "everybody-plays"  # so many rounds, with or without a final
    LIVES = "three-lives"  # until a table is left, which plays the final
    KNOCKOUT = "knockout"  # the same, by the places at each table
    LEAGUE = "league"  # two rounds with those who are near; the group sums its nights


USUAL_NUMBERS = {Format.EVERYBODY: 4, Format.LIVES: 3, Format.LEAGUE: 2}
"""How many rounds, or lives; a knockout has none to choose."""


def stages_of(
    format_: Format, match: MatchOf, number: int, final: int | None = None
) -> Stages:
    """The stages of a night: `number` rounds or lives, and a final of so many. Only rounds go without one;
    the final of the other formats is one table."""
    ending = Stage(Plays.FINAL, final or match.sizes.best, match=match)
    if format_ is Format.LIVES:
        return Stage(Plays.LIVES, number, match=match), ending
    if format_ is Format.KNOCKOUT:
        return Stage(Plays.KNOCKOUT, going_on(match.sizes), match=match), ending
    rounds = Stage(Plays.ROUNDS, number, is_near=format_ is Format.LEAGUE, match=match)
    return (rounds, ending) if final else (rounds,)


def going_on(sizes: Sizes) -> int:
    """How many of a table a knockout leaves: half of the usual one, and somebody leaves the smallest."""
    return min(max(1, sizes.best // 2), sizes.least - 1)
