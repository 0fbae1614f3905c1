"""The seats of the match of a table: who sits down where, and what they count for each entrant."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from statistics import fmean
from typing import Any, NamedTuple

from rules.night.events import TableResult
from rules.night.expected import usual_sizes
from rules.night.refusals import NightRefusal
from rules.night.seating.sizes import TablesMade, split
from rules.night.seating.values import Entrant, SeatedTable
from rules.night.sheet import Badge, NightSheet
from rules.night.stages import MatchOf
from rules.ruleset import Ruleset

FOUR = 4  # people of two pairs


class Counted(NamedTuple):
    """What the match says of one seat."""

    rank: int
    total: int
    money: int


def seating_order(
    badges: Mapping[Entrant, Badge], seats: Iterable[Entrant]
) -> list[tuple[Entrant, int]]:
    """Each entrant and person, in the order of the match: of pairs the first ones, then their partners, who
    so face each other."""
    people = [(entrant, badges[entrant].people) for entrant in seats]
    return [
        (entrant, who[turn])
        for turn in (0, 1)
        for entrant, who in people
        if turn < len(who)
    ]


def people_at(badges: Mapping[Entrant, Badge], seats: Iterable[Entrant]) -> int:
    return sum(len(badges[entrant].people) for entrant in seats)


def most_people(match: MatchOf) -> int:
    """What the game takes, a fifth in one for four included; more where tables of so many were chosen."""
    ruleset = match.ruleset
    sizes = match.sizes
    return max(ruleset.players[1], usual_sizes(ruleset).most, sizes.most)


def tables_for(
    sheet: NightSheet, match: MatchOf, tables: int | None
) -> TablesMade | None:
    """The tables that those who are here fill, so many of them in the room, and how many find no seat; None
    where they fill none."""
    with suppress(NightRefusal):
        return split(
            len(sheet.here),
            match.sizes,
            tables,
            pairs=len(chairs_of(sheet, sheet.here)),
            most_people=limit_of(match),
        )
    return None


def chairs_of(sheet: NightSheet, entrants: Iterable[Entrant]) -> dict[Entrant, int]:
    """How many people each pair is; who is one person is left out."""
    people = {entrant: len(sheet.badges[entrant].people) for entrant in entrants}
    return {entrant: count for entrant, count in people.items() if count > 1}


def limit_of(match: MatchOf) -> int | None:
    """How many people a table takes; None in a game that more play as games of two."""
    return None if match.ruleset.gin_games(FOUR) else most_people(match)


def refusal_of_crowd(
    sheet: NightSheet, number: int, tables: Iterable[SeatedTable]
) -> NightRefusal | None:
    """The refusal of the first of these tables of a round whose game does not take its people: sizes of
    tables count entrants, and a pair is two people. A round that was published is never refused for that."""
    most = limit_of(sheet.stage_of(number).stage.match)
    for table in tables:
        people = people_at(sheet.badges, table.seats)
        if most is not None and people > most:
            return NightRefusal(
                "too-many-people", table=table.number, people=people, most=most
            )
    return None


def result_of(
    ruleset: Ruleset, hands: int, seats: Iterable[tuple[Entrant, Counted]]
) -> TableResult:
    """A pair has the money of both, and the total of both; in a game of partners they have one together."""
    counted: dict[Entrant, list[Counted]] = {}
    for entrant, seat in seats:
        counted.setdefault(entrant, []).append(seat)
    # partners have their total together
    seats_added = 1 if ruleset.team_size > 1 else 2
    totals = {
        entrant: sum(seat.total for seat in both[:seats_added])
        for entrant, both in counted.items()
    }
    money = {
        entrant: sum(seat.money for seat in both) for entrant, both in counted.items()
    }
    return TableResult(_ranks(ruleset, counted), totals, money, hands)


def _ranks(
    ruleset: Ruleset, counted: Mapping[Entrant, Sequence[Counted]]
) -> dict[Entrant, int]:
    """Whomever the match counts besides: it ranks people. So a pair goes by the mean of its two ranks, then
    by that of its totals."""
    sign = -1 if ruleset.high_wins else 1
    key = {
        entrant: (
            fmean(seat.rank for seat in both),
            sign * fmean(seat.total for seat in both),
        )
        for entrant, both in counted.items()
    }
    return ranks_by(key)


def ranks_by(key: Mapping[Entrant, Any]) -> dict[Entrant, int]:
    """The rank of each, the lowest key first: from 1, and equal ones are shared (1, 1, 3)."""
    return {
        entrant: 1 + sum(other < mine for other in key.values())
        for entrant, mine in key.items()
    }
