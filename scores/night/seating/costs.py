"""What a draft of a round costs, before it is published."""

from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import TypedDict

from rules.night.counting import results_of_round
from rules.night.events import Seated
from rules.night.seating.values import Broken, Entrant, Pair, Round
from rules.night.sheet import NightSheet
from rules.night.stages import Plays
from scores.night.people import listed_names
from scores.night.seen import SeenNight
from scores.night.words import resting_in_words

Names = Mapping[Entrant, str]


class Costs(TypedDict):
    """Who meets again, who rests, who sits together, and what could not be kept."""

    again: list[str]
    rests: str
    together: list[tuple[str, str]]
    broken: list[list[str]]


class UnexpectedSeats(TypedDict, total=False):
    """Of each how many, and their names: who plays a round and not the one before, and who won their table
    there and does not play it."""

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


def costs(sheet: NightSheet, draft: Seated, names: Names) -> Costs:
    """What `_costs.html` says of any round."""
    met = pairs_of([draft.made])
    again = sorted(met & pairs_of(sheet.rounds))
    together = sorted(sheet.together & met)
    return {
        "again": [listed_names(pair, names) for pair in again],
        "rests": resting_in_words(draft.resting, names),
        "together": [(names[first], names[other]) for first, other in together],
        "broken": named_wishes(draft.broken, names),
    }


def unexpected_seats(seen: SeenNight, draft: Seated) -> UnexpectedSeats:
    """With lives, and in a knockout, nobody plays or misses a round without a word."""
    sheet = seen.sheet
    if not sheet.rounds or sheet.last_stage.plays not in (Plays.LIVES, Plays.KNOCKOUT):
        return {}
    playing = draft.made.everybody
    results = results_of_round(sheet, seen.now.results, sheet.last_round)
    winners = {
        entrant
        for _at, result in results
        for entrant, rank in result.places.items()
        if rank == 1
    }
    new = sorted(playing - sheet.seated_now.everybody)
    won = sorted(winners - playing)
    return {
        "new": (len(new), seen.listed_names(new)),
        "won": (len(won), seen.listed_names(won)),
    }


def named_wishes(broken: Iterable[Broken], names: Names) -> list[list[str]]:
    """Of each, for `_broken.html`, what it is and whom it names."""
    return [
        [type(wish).__name__, *(names[entrant] for entrant in wish)] for wish in broken
    ]
