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
    """Who meets again, who rests, who sits together, and what could not be kept; `new` play this round and
    not the one before, and `won` their table there and do not play it."""

    names: Mapping[Entrant, str]
    again: Sequence[Pair]
    together: Sequence[Pair]
    rests: Sequence[Entrant]
    broken: list[list[str]]
    new: Sequence[Entrant]
    won: Sequence[Entrant]


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
    met = pairs_of([draft.made])
    new, won = _unexpected_seats(seen, draft.made)
    return Costs(
        names=seen.names,
        again=sorted(met & pairs_of(seen.sheet.rounds)),
        together=sorted(met & seen.sheet.together),
        rests=draft.resting,
        broken=named_wishes(draft.broken, seen.names),
        new=sorted(new),
        won=sorted(won),
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
