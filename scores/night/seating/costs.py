"""What a draft of a round costs, before it is published."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from rules.night.counting import results_of_round
from rules.night.events import Seated
from rules.night.seating.values import Broken, Entrant, Pair, Round
from rules.night.stages import Plays
from scores.night.seen import SeenNight


class Costs(NamedTuple):
    """Who meets again, who rests, who sits together, and what could not be kept. Of each how many, and their
    names: `new` play this round and not the one before, and `won` their table there and do not play it."""

    again: list[str]
    rests: Sequence[Entrant]
    names: Mapping[Entrant, str]
    together: list[tuple[str, str]]
    broken: list[list[str]]
    new: tuple[int, str]
    won: tuple[int, str]


def pairs_of(rounds: Iterable[Round]) -> set[Pair]:
    """Who met in them."""
    return {
        pair
        for each in rounds
        for table in each.tables
        for pair in combinations(sorted(table.seats), 2)
    }


def costs(seen: SeenNight, draft: Seated) -> Costs:
    """What `_costs.html` says of any round."""
    names = seen.names
    met = pairs_of([draft.made])
    again = sorted(met & pairs_of(seen.sheet.rounds))
    new, won = _unexpected_seats(seen, draft.made)
    return Costs(
        again=[seen.listed_names(pair) for pair in again],
        rests=draft.resting,
        names=names,
        together=[
            (names[first], names[other])
            for first, other in sorted(seen.sheet.together & met)
        ],
        broken=named_wishes(draft.broken, names),
        new=(len(new), seen.listed_names(sorted(new))),
        won=(len(won), seen.listed_names(sorted(won))),
    )


def _unexpected_seats(
    seen: SeenNight, made: Round
) -> tuple[set[Entrant], set[Entrant]]:
    """With lives, and in a knockout, nobody plays or misses a round without a word."""
    sheet = seen.sheet
    if not sheet.rounds or sheet.last_stage.plays not in (Plays.LIVES, Plays.KNOCKOUT):
        return set(), set()
    winners = {
        entrant
        for _at, result in results_of_round(sheet, seen.now.results, sheet.last_round)
        for entrant, rank in result.places.items()
        if rank == 1
    }
    playing = made.everybody
    return playing - sheet.seated_now.everybody, winners - playing


def named_wishes(
    broken: Iterable[Broken], names: Mapping[Entrant, str]
) -> list[list[str]]:
    """Of each, for `_broken.html`, what it is and whom it names."""
    return [
        [type(wish).__name__, *(names[entrant] for entrant in wish)] for wish in broken
    ]
