"""A league: nights of the same people, of which the best ones of each count; and who met in them.

People are numbered by their group, the same on every night; on a badge they may be two. Whoever has a badge
at the end of a night has its points, those of people whom they stood in for included.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, groupby
from typing import NamedTuple

from rules.night.counting import ZERO, Results, tally
from rules.night.seating.values import Entrant, Pair
from rules.night.sheet import Badge, NightSheet

Person = int
PlayedNight = tuple[NightSheet, Results]

Same = Mapping[Person, Person]
"""Who was found to be another person, and which one."""


class NightLeagueLine(NamedTuple):
    """`nights` has the points of each night that somebody came, the best first; `points` is the sum of
    those that count. Of equal sums the best night decides, then the next; at last who came more often.
    `each` has the points of all nights in their order, and None where somebody did not come."""

    person: Person
    rank: int
    points: Fraction
    nights: tuple[Fraction, ...]
    is_shared: bool
    each: tuple[Fraction | None, ...]


def league(
    nights: Iterable[PlayedNight], best: int | None, same: Same
) -> tuple[NightLeagueLine, ...]:
    """Who is ahead when the `best` nights of each count, or all of them. Where two are one person, the
    points of both are added up."""
    won = [_points_of_people(*night, same) for night in nights]
    keys = {}
    for person in {person for of in won for person in of}:
        points = sorted([of[person] for of in won if person in of], reverse=True)
        keys[person] = (sum(points[:best], ZERO), tuple(points))
    ordered = sorted(sorted(keys), key=keys.__getitem__, reverse=True)
    lines: list[NightLeagueLine] = []
    for key, group in groupby(ordered, key=keys.__getitem__):
        sharers = [*group]
        rank = len(lines) + 1
        for person in sharers:
            each = tuple(of.get(person) for of in won)
            line = NightLeagueLine(person, rank, *key, len(sharers) > 1, each)
            lines.append(line)
    return tuple(lines)


def _points_of_people(
    sheet: NightSheet, results: Results, same: Same
) -> dict[Person, Fraction]:
    """The points of all rounds, once each, of who played or rested in one. Of a pair both have its points;
    where they were found to be one person, that person has them once."""
    came = {entrant for each in sheet.rounds for entrant in each.everybody}
    won: dict[Person, Fraction] = defaultdict(Fraction)
    for index in range(len(sheet.stages)):
        points = tally(sheet, results, index).points
        for entrant in came:
            for person in _people(sheet.badges[entrant], same):
                won[person] += points[entrant]
    return won


def _people(badge: Badge, same: Same) -> set[Person]:
    return {same.get(person, person) for person in badge.people}


def met_before(
    sheet: NightSheet, earlier: Sequence[NightSheet], same: Same
) -> dict[Pair, int]:
    """How often two entrants of this night met on earlier ones, for `next_round`: a pair, whom either met."""
    entrant_of = {
        person: entrant
        for entrant, badge in sheet.badges.items()
        for person in _people(badge, same)
    }
    met: Counter[Pair] = Counter()
    for before in earlier:
        for each in before.rounds:
            for table in each.tables:
                badges = [before.badges[entrant] for entrant in table.seats]
                met.update(_pairs(badges, entrant_of, same))
    return dict(met)


def _pairs(
    badges: Iterable[Badge], entrant_of: dict[Person, Entrant], same: Same
) -> set[Pair]:
    """The pairs who met at one table, by their numbers of this night, each once."""
    people = {person for badge in badges for person in _people(badge, same)}
    entrants = {entrant_of[person] for person in people & entrant_of.keys()}
    return {*combinations(sorted(entrants), 2)}
