"""The formats of a night, and what is played in it, from what the organiser chooses on one form."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Self

from rules.night.seating.values import Sizes
from rules.night.stages import MatchOf, Plays, Stage

Stages = tuple[Stage, ...]


class Format(StrEnum):
    EVERYBODY = "everybody-plays"  # so many rounds, with or without a final
    LIVES = "three-lives"  # until a table is left, which plays the final
    KNOCKOUT = "knockout"  # the same, by the ranks at each table
    LEAGUE = "league"  # two rounds with those who are near; the group sums its nights


PLAYS = {
    Format.EVERYBODY: Plays.ROUNDS,
    Format.LIVES: Plays.LIVES,
    Format.KNOCKOUT: Plays.KNOCKOUT,
    Format.LEAGUE: Plays.ROUNDS,
}
USUAL_NUMBERS = {Format.EVERYBODY: 4, Format.LIVES: 3, Format.LEAGUE: 2}
"""How many rounds, or lives; a knockout has none to choose."""
USUAL_MATCH = MatchOf()


@dataclass(frozen=True)
class Programme:
    """What is played in a night: `number` rounds, lives, or who go on from a table; with `final` one of so
    many seats after it."""

    format: Format = Format.EVERYBODY
    number: int = USUAL_NUMBERS[Format.EVERYBODY]
    final: int | None = None
    is_near: bool = False
    match: MatchOf = USUAL_MATCH

    @classmethod
    def of_stages(
        cls, stages: Sequence[Stage], preset: str = "", **more: object
    ) -> Self:
        """The programme that has these stages, as they are stored with the name of their format."""
        first, *others = stages
        fitting = (each for each in Format if PLAYS[each] is first.plays)
        finals = (each.number for each in others if each.plays is Plays.FINAL)
        return cls(
            min(fitting, key=lambda each: each != preset, default=Format.EVERYBODY),
            first.number,
            next(finals, None),
            first.is_near,
            first.match,
            **more,
        )

    @property
    def stages(self) -> Stages:
        first = Stage(PLAYS[self.format], self.number, self.is_near, self.match)
        if self.final is None:
            return (first,)
        return first, Stage(Plays.FINAL, self.final, match=self.match)

    def with_stage(self, stage: Stage) -> Self:
        """The programme with this stage, the first one or the final, as it is played."""
        if stage.plays is Plays.FINAL:
            return replace(self, final=stage.number, match=stage.match)
        return replace(
            self, number=stage.number, is_near=stage.is_near, match=stage.match
        )


def programme_of(
    format_: Format, match: MatchOf, number: int, final: int | None = None
) -> Programme:
    """The programme of a format: `number` rounds or lives, and a final of so many. Only rounds go
    without one; the final of the other formats is one table."""
    plays = PLAYS[format_]
    if plays is Plays.KNOCKOUT:
        number = going_on(match.sizes)
    if plays is not Plays.ROUNDS:
        final = final or match.sizes.best
    return Programme(format_, number, final or None, format_ is Format.LEAGUE, match)


def going_on(sizes: Sizes) -> int:
    """How many of a table a knockout leaves: half of the usual one, and somebody leaves the smallest."""
    return min(max(1, sizes.best // 2), sizes.least - 1)
