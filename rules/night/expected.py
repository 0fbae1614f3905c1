"""What a night would be, before anybody is there: tables, rounds and minutes of each stage.

How many rounds a stage takes until few are left, and who goes on from a table, is counted by playing it a few
times by lot.
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from statistics import median_low
from typing import NamedTuple

from rules.night.seating.lot import Lot
from rules.night.seating.sizes import split
from rules.night.seating.values import Sizes
from rules.night.stages import EndOfMatch, MatchOf, Plays, Stage
from rules.ruleset import Ruleset

HAND_MINUTES = 4  # to play one and write it down
LIMIT_MINUTES = 40  # a match to its limit: some ten hands
BETWEEN_MINUTES = 8  # to see where one sits next, and to sit down
TRIALS = 5
MANY_ROUNDS = 8  # more than these are a long night
GIVE_UP = 60  # rounds after which a stage is taken to have no end


class ExpectedStage(NamedTuple):
    """`tables` are the sizes of its first round, `resting` how many find no seat in it."""

    entrants: int
    tables: tuple[int, ...]
    resting: int
    rounds: int
    minutes: int


def usual_sizes(ruleset: Ruleset) -> Sizes:
    """Tables of three to five, four if possible, as far as the game takes them: one for four takes a fifth
    rather than let them rest, but not one of partners."""
    low, high = ruleset.players
    most = 5 if high >= 4 and ruleset.team_size == 1 else high
    best = min(4, most)
    return Sizes(max(low, min(3, best)), max(low, best), max(low, most))


def expected_stages(
    stages: Sequence[Stage], entrants: int, tables: int | None = None
) -> tuple[ExpectedStage, ...]:
    """Each stage, with so many at the start and so many tables in the room.

    Raises NightRefusal `too-few-entrants` where those of a stage fill no table.
    """
    out: list[ExpectedStage] = []
    for stage in stages:
        entering = (
            min(entrants, stage.number) if stage.plays is Plays.FINAL else entrants
        )
        sizes, resting, _pairs = split(entering, stage.match.sizes, tables)
        rounds = _rounds(stage, entering, tables)
        minutes = rounds * (round_minutes(stage.match) + BETWEEN_MINUTES)
        out.append(ExpectedStage(entering, sizes, resting, rounds, minutes))
    return tuple(out)


def round_minutes(match: MatchOf) -> int:
    """How long a round takes, without the way from table to table."""
    number = match.number or 0
    if match.ends is EndOfMatch.CLOCK:
        return number
    return HAND_MINUTES * number if match.ends is EndOfMatch.HANDS else LIMIT_MINUTES


def _rounds(stage: Stage, entrants: int, tables: int | None) -> int:
    """How many it takes: where results decide it, the middle one of some trials."""
    if stage.has_known_rounds:
        return stage.rounds
    trials = [_trial(stage, entrants, tables, Lot(seed)) for seed in range(TRIALS)]
    return median_low(trials)


def _trial(stage: Stage, entrants: int, tables: int | None, lot: Lot) -> int:
    lives = [stage.number if stage.plays is Plays.LIVES else 1] * entrants
    rounds = 0
    while stage.left < len(lives) and rounds < GIVE_UP:
        lives = [
            left for left in _lives_after(stage, lot.shuffled(lives), tables) if left
        ]
        rounds += 1
    return rounds


def _lives_after(
    stage: Stage, drawn: Sequence[int], tables: int | None
) -> Iterator[int]:
    """The lives of each after a round, whose tables end in the order in which they were drawn."""
    safe = stage.number if stage.plays is Plays.KNOCKOUT else 1
    people = iter(drawn)
    for size in split(len(drawn), stage.match.sizes, tables).sizes:
        for rank, lives in enumerate(islice(people, size), 1):
            yield lives - (rank > safe)
    yield from people  # who rests loses none
