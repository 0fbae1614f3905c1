"""Who is ahead, and what decided it. Computed from the log and the results of the tables, never kept."""

from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from fractions import Fraction
from itertools import chain, groupby
from typing import NamedTuple

from rules.night.counting import (
    NightTally,
    Results,
    lot_of,
    sum_of,
    tally,
)
from rules.night.seating.values import Entrant
from rules.night.sheet import NightSheet
from rules.night.stages import Plays

STAYS = 10_000  # later than any round
Value = int | Fraction


class Criterion(StrEnum):
    """What is compared, in this order."""

    FINAL = "final"  # who played it is before who did not
    STAYED = "stayed"  # in longer
    POINTS = "points"
    WON = "won"  # more tables won
    AHEAD = "ahead"  # ahead more often at the tables that they shared; only where all have met each other
    MET = "met"  # the mean of the points of those met; no sum, because tables differ in size
    LOT = "lot"  # the lot of the stage; such a rank is shared


class Mark(NamedTuple):
    """What somebody has in a criterion among those who are level before it; None where it is skipped, because
    it does not hold for all of them."""

    criterion: Criterion
    value: Value | None


Path = tuple[Mark, ...]
"""What somebody was compared by until nobody was level with them."""


class Line(NamedTuple):
    entrant: Entrant
    points: Fraction  # of the stage: of a final those of the final alone
    won: int  # tables
    lives: int | None  # None in a stage without
    out_in: int | None  # the round in which they went out
    path: Path
    rank: int = 0
    is_shared: bool = False  # the rank: only the lot tells it from a neighbour

    @property
    def is_final(self) -> bool:
        """Whether it is a line of a final, or of a night that has begun none."""
        return Mark(Criterion.FINAL, 0) not in self.path


Ranked = tuple[Entrant, Path]
ValueOf = Callable[[Entrant, Sequence[Entrant]], Value | None]
"""What somebody has among those who are level; None where it does not hold for them, and so for nobody."""


def night_standings(sheet: NightSheet, results: Results) -> tuple[Line, ...]:
    """Everybody: who plays the final, once it has begun, then the others by the standings before it."""
    if not sheet.stages:
        return ()
    lines = standings(sheet, results)
    if sheet.last_stage.plays is not Plays.FINAL:
        return lines
    finalists = {line.entrant for line in lines}
    others = [
        line for line in standings(sheet, results, -2) if line.entrant not in finalists
    ]
    return _with_ranks(
        line._replace(
            path=(Mark(Criterion.FINAL, line.entrant in finalists), *line.path)
        )
        for line in (*lines, *others)
    )


def standings(sheet: NightSheet, results: Results, index: int = -1) -> tuple[Line, ...]:
    """The standings of the stage at that index, or of the last one."""
    begun = sheet.stages[index]
    counts = tally(sheet, results, index)
    has_lives = begun.stage.plays is Plays.LIVES
    ranked = _ranked_entrants(sorted(begun.entrants), _criteria(counts), ())
    return _with_ranks(
        Line(
            entrant=entrant,
            points=counts.points[entrant],
            won=counts.won[entrant],
            lives=counts.lives_left(entrant) if has_lives else None,
            out_in=counts.out_in.get(entrant),
            path=path,
        )
        for entrant, path in ranked
    )


def _criteria(counts: NightTally) -> list[tuple[Criterion, ValueOf]]:
    return [
        (Criterion.STAYED, lambda entrant, level: counts.out_in.get(entrant, STAYS)),
        (Criterion.POINTS, lambda entrant, level: counts.points[entrant]),
        (Criterion.WON, lambda entrant, level: counts.won[entrant]),
        (Criterion.AHEAD, lambda entrant, level: _ahead(counts, entrant, level)),
        (Criterion.MET, lambda entrant, level: _mean_of_met(counts, entrant)),
        (Criterion.LOT, lambda entrant, level: lot_of(counts.begun.seed, entrant)),
    ]


def _ahead(
    counts: NightTally, entrant: Entrant, level: Sequence[Entrant]
) -> Value | None:
    """At how many tables more the entrant was ahead of one who is level than behind; None unless all met."""
    tables = counts.ranks[entrant]
    others = {*level} - {entrant}
    if not others.issubset(chain(*tables)):
        return None
    return sum(
        (ranks[entrant] < ranks[other]) - (ranks[entrant] > ranks[other])
        for ranks in tables
        for other in others & ranks.keys()
    )


def _mean_of_met(counts: NightTally, entrant: Entrant) -> Value | None:
    """The mean of the points of those whom the entrant met; None where that is nobody."""
    met = [other for other in chain(*counts.ranks[entrant]) if other != entrant]
    return sum_of(counts.points[other] for other in met) / len(met) if met else None


def _ranked_entrants(
    level: Sequence[Entrant], criteria: Sequence[tuple[Criterion, ValueOf]], path: Path
) -> list[Ranked]:
    if not criteria or len(level) == 1:
        return [(entrant, path) for entrant in level]
    (criterion, value_of), *others = criteria
    by_value: dict[Value, list[Entrant]] = {}
    for entrant in level:
        value = value_of(entrant, level)
        if value is None:
            return _ranked_entrants(level, others, (*path, Mark(criterion, None)))
        by_value.setdefault(value, []).append(entrant)
    ranked: list[Ranked] = []
    for value in sorted(by_value, reverse=True):
        ranked += _ranked_entrants(
            by_value[value], others, (*path, Mark(criterion, value))
        )
    return ranked


def _with_ranks(lines: Iterable[Line]) -> tuple[Line, ...]:
    """The lines in this order with their ranks."""
    ranked: list[Line] = []
    for _path, group in groupby(lines, key=_path_before_lot):
        sharers = [*group]
        rank = len(ranked) + 1
        is_shared = len(sharers) > 1
        ranked += [line._replace(rank=rank, is_shared=is_shared) for line in sharers]
    return tuple(ranked)


def _path_before_lot(line: Line) -> Path:
    """The same of those who share a rank: nobody was level with anybody else by it."""
    return tuple(mark for mark in line.path if mark.criterion is not Criterion.LOT)
