"""What the tables of a stage came to: points, tables won, lives, who is out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from rules.tournament.events import At, TableResult
from rules.tournament.night import Begun, Night
from rules.tournament.seating.lot import Lot
from rules.tournament.seating.values import Entrant, Pair
from rules.tournament.stages import Carries, LostBy, Points, Stage, Who

TOP = 12  # what equal steps give the first
ZERO = Fraction(0)

Results = Mapping[At, TableResult]
"""Of each table that is over, read from its match. What was `reported` wins over it."""


@dataclass
class Tally:
    points: dict[Entrant, Fraction]
    won: Counter[Entrant] = field(default_factory=Counter)
    totals: Counter[Entrant] = field(default_factory=Counter)
    hands: Counter[Entrant] = field(default_factory=Counter)
    met: dict[Entrant, list[Entrant]] = field(default_factory=dict)  # once for each table
    ahead: Counter[Pair] = field(default_factory=Counter)  # (a, b): at how many tables a was ahead of b
    lost: Counter[Entrant] = field(default_factory=Counter)  # lives
    out_in: dict[Entrant, int] = field(default_factory=dict)  # the round in which somebody went out


def tally(night: Night, results: Results, place: int) -> Tally:
    """Of the stage at that place in `night.stages`; its points with those that it carries."""
    begun = night.stages[place]
    counts = Tally(_carried(night, results, place))
    for number in night.rounds_of(place):
        played = _played(night, results, place, number)
        for result in played:
            _add_table(counts, begun, number, result)
        _add_points(counts.points, begun, played, night.rounds[number - 1].resting)
    _take_lives(counts, begun)
    return counts


def earned(night: Night, results: Results, place: int) -> dict[Entrant, Fraction]:
    """The points of the rounds of that stage alone."""
    points: dict[Entrant, Fraction] = {}
    for number in night.rounds_of(place):
        played = _played(night, results, place, number)
        _add_points(points, night.stages[place], played, night.rounds[number - 1].resting)
    return points


def _played(night: Night, results: Results, place: int, number: int) -> list[TableResult]:
    """Of the tables of that stage in a round; others may have been played beside it."""
    tables = night.rounds[number - 1].tables
    if len(night.together(place)) > 1:
        tables = tuple(table for table in tables if night.place_of(number, table.seats) == place)
    of_tables = [result_at(night, results, At(number, table.number)) for table in tables]
    return [result for result in of_tables if result is not None]


def result_at(night: Night, results: Results, at: At) -> TableResult | None:
    return night.reported.get(at) or results.get(at)


def _carried(night: Night, results: Results, place: int) -> dict[Entrant, Fraction]:
    carried = dict.fromkeys(night.stages[place].entrants, ZERO)
    if night.stages[place].stage.carries is Carries.NOTHING:
        return carried
    for other in night.before(place):
        before = tally(night, results, other).points
        carried |= {name: before[name] for name in night.stages[other].entrants if name in carried}
    return carried


def _add_table(counts: Tally, begun: Begun, number: int, result: TableResult) -> None:
    sign = 1 if begun.stage.match.ruleset.high_wins else -1
    for name, place in result.places.items():
        counts.won[name] += place == 1
        counts.totals[name] += sign * result.totals.get(name, 0)
        counts.hands[name] += result.hands
        others = [other for other in result.places if other != name]
        counts.met.setdefault(name, []).extend(others)
        for other in others:
            counts.ahead[name, other] += place < result.places[other]
    for name in losers(begun.stage.lives.lost_by, result.places):
        counts.lost[name] += 1
        if begun.stage.lives.given:
            counts.out_in[name] = number
    for name in _knocked_out(begun, result.places):
        counts.out_in[name] = number


def losers(lost_by: LostBy, places: Mapping[Entrant, int]) -> set[Entrant]:
    """Who loses a life at a table. Where all share the first place nobody does."""
    worst = max(places.values())
    last_safe = {
        LostBy.LAST: worst - 1,
        LostBy.LOWER_HALF: len(places) - len(places) // 2,
        LostBy.ALL_BUT_FIRST: 1,
    }[lost_by]
    return {name for name, place in places.items() if place > max(1, last_safe)}


def _knocked_out(begun: Begun, places: Mapping[Entrant, int]) -> list[Entrant]:
    """All but the best of a table; of a shared place the lot of the stage takes who goes on."""
    who, best = begun.stage.enters
    if who is not Who.BEST_OF_TABLE:
        return []
    return best_first(begun.seed, places)[best:]


def best_first(seed: int, places: Mapping[Entrant, int]) -> list[Entrant]:
    return sorted(places, key=lambda name: (places[name], -drawn(seed, name), name))


def drawn(seed: int, entrant: Entrant) -> int:
    """What somebody draws in the lot of a stage, whoever else is there. The highest is ahead."""
    return Lot(seed * 1_009 + entrant).below(1 << 20)


def _add_points(
    points: dict[Entrant, Fraction], begun: Begun, played: list[TableResult], resting: Iterable[Entrant]
) -> None:
    """Who rests gets the mean of those who played that round, as far as it is known."""
    given = {name: won for result in played for name, won in points_of(begun.stage, result).items()}
    mean = sum_of(given.values()) / max(1, len(given))
    for name in resting:
        if name in begun.entrants:
            given[name] = mean
    for name, more in given.items():
        points[name] = points.get(name, ZERO) + more


def sum_of(points: Iterable[Fraction]) -> Fraction:
    """Their sum. `sum` looks for a common denominator at each step, which is most of what standings cost."""
    sums: dict[int, int] = {}
    for each in points:
        numerator, denominator = each.as_integer_ratio()
        sums[denominator] = sums.get(denominator, 0) + numerator
    return sum((Fraction(numerator, denominator) for denominator, numerator in sums.items()), ZERO)


def points_of(stage: Stage, result: TableResult) -> dict[Entrant, Fraction]:
    """What a table counts for each. Those who share a place share the points of the places that they take."""
    places = list(result.places.values())
    steps = max(1, len(places) - 1)
    given = {}
    for name, place in result.places.items():
        shared = places.count(place)
        if stage.points is Points.EQUAL_STEPS:
            below = 2 * (len(places) - place) - (shared - 1)  # twice the mean of those left behind
            given[name] = Fraction(TOP * below, 2 * steps)
        elif stage.points is Points.FIRST:
            given[name] = Fraction(place == 1, shared)
        elif stage.points is Points.MATCH:
            sign = 1 if stage.match.ruleset.high_wins else -1
            given[name] = Fraction(sign * result.totals.get(name, 0))
        else:
            given[name] = Fraction(result.money.get(name, 0))
    return given


def lives_left(counts: Tally, begun: Begun, entrant: Entrant) -> int:
    return begun.stage.lives.given + begun.bought.count(entrant) - counts.lost[entrant]


def _take_lives(counts: Tally, begun: Begun) -> None:
    """Forget who lost a life and has another."""
    if begun.stage.lives.given:
        for name in list(counts.out_in):
            if lives_left(counts, begun, name) > 0:
                del counts.out_in[name]
