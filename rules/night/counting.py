"""What the tables of a stage came to: points, tables won, lives, who is out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from rules.night.cuts import cut_at
from rules.night.events import At, TableResult
from rules.night.seating.lot import Lot
from rules.night.seating.values import Entrant, Pair
from rules.night.sheet import Begun, NightSheet
from rules.night.stages import Plays

TOP = 12  # what equal steps give the first
ZERO = Fraction(0)

Results = Mapping[At, TableResult]
"""Of each table that is over, read from its match. What was `reported` wins over it."""


@dataclass
class NightTally:
    points: dict[Entrant, Fraction]
    won: Counter[Entrant] = field(default_factory=Counter)  # tables
    # once for each table
    met: dict[Entrant, list[Entrant]] = field(default_factory=dict)
    # (a, b): at how many tables a was ahead of b
    ahead: Counter[Pair] = field(default_factory=Counter)
    lost: Counter[Entrant] = field(default_factory=Counter)  # lives
    # lives that somebody has lost who comes now
    lost_by_latecomers: int = 0
    # the round in which somebody went out
    out_in: dict[Entrant, int] = field(default_factory=dict)


def tally(sheet: NightSheet, results: Results, index: int) -> NightTally:
    """Of the stage at that index in `night.stages`. Each begins from nothing."""
    begun = sheet.stages[index]
    counts = NightTally(earned_points(sheet, results, index))
    waiting = {*begun.entrants}  # until they first sit or rest
    for number in sheet.rounds_of(index):
        played = sheet.rounds[number - 1].everybody
        waiting -= played
        _follow_seats(counts, begun, played, number)
        for at, result in results_of_round(sheet, results, number):
            _add_table(counts, result)
            _take_out_losers(counts, sheet, begun, at, result)
        _take_lives_of_latecomers(counts, begun, played, waiting)
    return counts


def earned_points(
    sheet: NightSheet, results: Results, index: int
) -> dict[Entrant, Fraction]:
    """The points of the rounds of that stage. Who rests gets the mean of those who played that round, as far
    as it is known."""
    points = dict.fromkeys(sheet.stages[index].entrants, ZERO)
    for number in sheet.rounds_of(index):
        played = [result for _at, result in results_of_round(sheet, results, number)]
        resting = points.keys() & {*sheet.rounds[number - 1].resting}
        given = dict.fromkeys(resting, mean_points(played))
        for result in played:
            given |= points_of(result)
        for entrant, more in given.items():
            points[entrant] += more
    return points


def results_of_round(
    sheet: NightSheet, results: Results, number: int
) -> Iterator[tuple[At, TableResult]]:
    """Of each table of the round that has one."""
    for table in sheet.rounds[number - 1].tables:
        at = At(number, table.number)
        result = result_at(sheet, results, at)
        if result is not None:
            yield at, result


def result_at(sheet: NightSheet, results: Results, at: At) -> TableResult | None:
    report = sheet.reported.get(at)
    return report.result if report else results.get(at)


def _add_table(counts: NightTally, result: TableResult) -> None:
    for entrant, rank in result.places.items():
        counts.won[entrant] += rank == 1
        others = [other for other in result.places if other != entrant]
        counts.met.setdefault(entrant, []).extend(others)
        for other in others:
            counts.ahead[entrant, other] += rank < result.places[other]


def _take_out_losers(
    counts: NightTally, sheet: NightSheet, begun: Begun, at: At, result: TableResult
) -> None:
    if begun.stage.plays is Plays.LIVES:
        for entrant in life_losers(result.places):
            counts.lost[entrant] += 1
            if not lives_left(counts, begun, entrant):
                counts.out_in.setdefault(entrant, at.round)
    if begun.stage.plays is Plays.KNOCKOUT:
        cut = cut_at(at, sheet.cuts, result.places, begun.stage.number)
        for entrant in cut.out:
            counts.out_in.setdefault(entrant, at.round)


def _follow_seats(
    counts: NightTally, begun: Begun, played: Collection[Entrant], number: int
) -> None:
    """In a knockout whoever sat down plays, whatever a correction says of the round before; whoever misses a
    round is out: they would be in it longer than those who play it."""
    for entrant in begun.entrants if begun.stage.plays is Plays.KNOCKOUT else ():
        if entrant in played:
            counts.out_in.pop(entrant, None)
        else:
            counts.out_in.setdefault(entrant, number)


def _take_lives_of_latecomers(
    counts: NightTally,
    begun: Begun,
    played: Iterable[Entrant],
    waiting: Iterable[Entrant],
) -> None:
    """Whoever comes late has as many lives as the fewest of those who are in."""
    if begun.stage.plays is not Plays.LIVES:
        return
    left = [counts.lost[each] for each in played if each not in counts.out_in]
    counts.lost_by_latecomers = max(left, default=0)
    for entrant in waiting:
        counts.lost[entrant] = counts.lost_by_latecomers


def latecomers_lives(sheet: NightSheet, results: Results) -> int | None:
    """How many lives somebody has who comes now; None where nobody has lives."""
    if not sheet.stages or sheet.last_stage.plays is not Plays.LIVES:
        return None
    counts = tally(sheet, results, len(sheet.stages) - 1)
    return sheet.last_stage.number - counts.lost_by_latecomers


def life_losers(ranks: Mapping[Entrant, int]) -> set[Entrant]:
    """All but the first; whoever shares the first rank loses none."""
    return {entrant for entrant, rank in ranks.items() if rank > 1}


def lot_of(seed: int, entrant: Entrant) -> int:
    """What somebody draws in the lot of a stage, whoever else is there. The highest is ahead."""
    return Lot(seed * 1_009 + entrant).below(1 << 20)


def sum_of(points: Iterable[Fraction]) -> Fraction:
    """Their sum. `sum` looks for a common denominator at each step, which is most of what standings cost."""
    sums: dict[int, int] = {}
    for each in points:
        numerator, denominator = each.as_integer_ratio()
        sums[denominator] = sums.get(denominator, 0) + numerator
    return sum(
        (Fraction(numerator, denominator) for denominator, numerator in sums.items()),
        ZERO,
    )


def mean_points(played: Sequence[TableResult]) -> Fraction:
    """Of everybody at these tables; none where nobody has a result."""
    points = [won for result in played for won in points_of(result).values()]
    return sum_of(points) / max(1, len(points))


def points_of(result: TableResult) -> dict[Entrant, Fraction]:
    """What a table counts: 12 to the first, 0 to the last, at equal steps, whatever its size. Those who share
    a rank share the points of the ranks that they take."""
    ranks = list(result.places.values())
    steps = max(1, len(ranks) - 1)
    given = {}
    for entrant, rank in result.places.items():
        shared = ranks.count(rank)
        # twice the mean of those left behind
        below = 2 * (len(ranks) - rank) - (shared - 1)
        given[entrant] = Fraction(TOP * below, 2 * steps)
    return given


def lives_left(counts: NightTally, begun: Begun, entrant: Entrant) -> int:
    """None at the least: after a correction somebody may have lost more than they had."""
    return max(0, begun.stage.number - counts.lost[entrant])
