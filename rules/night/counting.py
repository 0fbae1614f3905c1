"""What the tables of a stage came to: points, tables won, lives, who goes on and who is out."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from rules.night.events import At, CutDecided, TableResult
from rules.night.seating.lot import Lot
from rules.night.seating.values import Entrant
from rules.night.sheet import Begun, NightSheet
from rules.night.stages import Plays

TOP = 12  # what equal steps give the first
ZERO = Fraction(0)

Results = Mapping[At, TableResult]
"""Of each table that is over, read from its match. What was `reported` wins over it."""


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
    """Who goes on where so many seats are given to the best, by their ranks. Where several are level for
    fewer seats, the organiser decides, never the program: their last decision counts. One about others, from
    before a correction, counts no more."""
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


class NightTally:
    """What a stage came to."""

    def __init__(self, begun: Begun) -> None:
        self.begun = begun
        self.points = defaultdict[Entrant, Fraction](Fraction)
        self.won = Counter[Entrant]()  # tables
        # the ranks at each table where somebody sat
        self.ranks = defaultdict[Entrant, list[dict[Entrant, int]]](list)
        self.lost = Counter[Entrant]()  # lives
        self.lost_by_latecomers = 0  # lives that somebody has lost who comes now
        # the round in which somebody went out
        self.out_in: dict[Entrant, int] = {}

    def lives_left(self, entrant: Entrant) -> int:
        """None at the least: after a correction somebody may have lost more than they had."""
        return max(0, self.begun.stage.number - self.lost[entrant])

    def add_rests(
        self, resting: Iterable[Entrant], played: Sequence[TableResult]
    ) -> None:
        """Who rests gets the mean of those who played that round, as far as it is known."""
        mean = mean_points(played)
        for entrant in resting:
            self.points[entrant] += mean

    def add_table(self, result: TableResult) -> None:
        points = points_of(result)
        for entrant, rank in result.places.items():
            self.points[entrant] += points[entrant]
            self.won[entrant] += rank == 1
            self.ranks[entrant].append(result.places)

    def take_lives(self, number: int, result: TableResult) -> None:
        """All but the first lose one; whoever shares the first rank loses none."""
        for entrant, rank in result.places.items():
            self.lost[entrant] += rank > 1
            if not self.lives_left(entrant):
                self.out_in.setdefault(entrant, number)

    def take_lives_of_latecomers(
        self, played: Iterable[Entrant], waiting: Iterable[Entrant]
    ) -> None:
        """Whoever comes late has as many lives as the fewest of those who are in."""
        left = [self.lost[each] for each in played if each not in self.out_in]
        self.lost_by_latecomers = max(left, default=0)
        for entrant in waiting:
            self.lost[entrant] = self.lost_by_latecomers

    def follow_seats(self, played: Collection[Entrant], number: int) -> None:
        """In a knockout whoever sat down plays, whatever a correction says of the round before; whoever
        misses a round is out: they would be in it longer than those who play it."""
        for entrant in self.begun.entrants:
            if entrant in played:
                self.out_in.pop(entrant, None)
            else:
                self.out_in.setdefault(entrant, number)


def tally(sheet: NightSheet, results: Results, index: int = -1) -> NightTally:
    """The tally of the stage at that index, or of the last one. Each begins from nothing."""
    begun = sheet.stages[index]
    plays = begun.stage.plays
    counts = NightTally(begun)
    waiting = {*begun.entrants}  # until they first sit or rest
    for number in sheet.rounds_of(index):
        made = sheet.rounds[number - 1]
        played = made.everybody
        waiting -= played
        if plays is Plays.KNOCKOUT:
            counts.follow_seats(played, number)
        at_tables = dict(results_of_round(sheet, results, number))
        counts.add_rests(made.resting, [*at_tables.values()])
        for at, result in at_tables.items():
            counts.add_table(result)
            if plays is Plays.LIVES:
                counts.take_lives(number, result)
            if plays is Plays.KNOCKOUT:
                cut = cut_at(at, sheet.cuts, result.places, begun.stage.number)
                for entrant in cut.out:
                    counts.out_in.setdefault(entrant, number)
        if plays is Plays.LIVES:
            counts.take_lives_of_latecomers(played, waiting)
    return counts


def results_of_round(
    sheet: NightSheet, results: Results, number: int
) -> Iterator[tuple[At, TableResult]]:
    """The result of each table of the round that has one."""
    for table in sheet.tables_of(number):
        at = At(number, table.number)
        result = result_at(sheet, results, at)
        if result is not None:
            yield at, result


def result_at(sheet: NightSheet, results: Results, at: At) -> TableResult | None:
    report = sheet.reported.get(at)
    return report.result if report else results.get(at)


def latecomers_lives(sheet: NightSheet, results: Results) -> int | None:
    """How many lives somebody has who comes now; None where nobody has lives."""
    if not sheet.stages or sheet.last_stage.plays is not Plays.LIVES:
        return None
    return sheet.last_stage.number - tally(sheet, results).lost_by_latecomers


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
    """The mean of the points of everybody at these tables; 0 where nobody has a result."""
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
