"""What a night would be, before anybody is there: tables, rounds and minutes of each stage.

How many rounds a stage takes until few are left, and who goes on from a table, is counted by playing it a few
times by lot.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rules.ruleset import Ruleset
from rules.tournament.counting import losers
from rules.tournament.seating.lot import Lot
from rules.tournament.seating.sizes import split
from rules.tournament.seating.values import Entrant, Sizes
from rules.tournament.stages import EndOfMatch, Enters, MatchOf, Stage, Until, Who

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


class _Before(NamedTuple):
    """Of the stage before: how many played it and how many it left, in how many groups."""

    entrants: int
    left: int
    groups: int
    expected: ExpectedStage


def usual_sizes(ruleset: Ruleset) -> Sizes:
    """Tables of three to five, four if possible, as far as the game takes them: one for four takes a fifth
    rather than let him rest, but not one of partners."""
    low, high = ruleset.players
    most = 5 if high >= 4 and ruleset.team_size == 1 else high
    best = min(4, most)
    return Sizes(max(low, min(3, best)), max(low, best), max(low, most))


def expected(stages: Sequence[Stage], entrants: int, tables: int | None = None) -> tuple[ExpectedStage, ...]:
    """Each stage, with so many at the start and so many tables in the room. The minutes of one beside another
    are those that it takes longer, and its tables those that are free.

    Raises NightRefusal `too-few-entrants` where those of a stage fill no table.
    """
    out: list[ExpectedStage] = []
    before: _Before | None = None
    main: _Before | None = None
    for stage in stages:
        if stage.enters.who is Who.OTHERS and main is not None:
            others = (before.entrants if before else entrants) - main.entrants
            out.append(_beside(stage, others, tables, main.expected))
            continue
        before = main
        entering = entrants if before is None else _entering(stage.enters, before)
        figures, left = _stage(stage, entering, tables)
        main = _Before(entering, left, stage.groups.number, figures)
        out.append(figures)
    return tuple(out)


def _stage(stage: Stage, entrants: int, tables: int | None) -> tuple[ExpectedStage, int]:
    made, resting = _seated(stage, entrants, tables)
    rounds, left = _played(stage, entrants, tables)
    minutes = rounds * (round_minutes(stage.match) + BETWEEN_MINUTES)
    return ExpectedStage(entrants, made, resting, rounds, minutes), left


def _beside(stage: Stage, entrants: int, tables: int | None, main: ExpectedStage) -> ExpectedStage:
    if entrants < stage.match.sizes.least:
        return ExpectedStage(entrants, (), entrants, 0, 0)
    figures, _left = _stage(stage, entrants, None if tables is None else tables - len(main.tables))
    return figures._replace(minutes=max(0, figures.minutes - main.minutes))


def round_minutes(match: MatchOf) -> int:
    """Without the way from table to table."""
    if match.ends is EndOfMatch.CLOCK:
        return match.number or 0
    return HAND_MINUTES * (match.number or 0) if match.ends is EndOfMatch.HANDS else LIMIT_MINUTES


def _entering(enters: Enters, before: _Before) -> int:
    """The best ones of a stage may be out in it; the best of a table are not."""
    if enters.number is None or enters.who is Who.BEST_OF_TABLE:
        return before.left if enters.number else before.entrants
    return min(before.entrants, enters.number * (before.groups if enters.who is Who.BEST_OF_GROUP else 1))


def _seated(stage: Stage, entrants: int, tables: int | None) -> tuple[tuple[int, ...], int]:
    """The tables of all groups, large ones first, and how many rest."""
    size, larger = divmod(entrants, stage.groups.number)
    groups = [size + (number < larger) for number in range(stage.groups.number)]
    made: list[int] = []
    resting = 0
    for group in filter(None, groups):
        free = None if tables is None else tables - len(made)
        sizes, rest = split(group, stage.match.sizes, free)
        made += sizes
        resting += rest
    return tuple(sorted(made, reverse=True)), resting


def _played(stage: Stage, entrants: int, tables: int | None) -> tuple[int, int]:
    """How many rounds, and how many are left after them: the middle one of some trials."""
    if stage.enters.who is not Who.BEST_OF_TABLE and not stage.lives.given:
        return stage.lasts.number, entrants
    return sorted(_trial(stage, entrants, tables, Lot(seed)) for seed in range(TRIALS))[TRIALS // 2]


def _trial(stage: Stage, entrants: int, tables: int | None, lot: Lot) -> tuple[int, int]:
    until, number = stage.lasts
    lives = dict.fromkeys(range(entrants), max(1, stage.lives.given))
    rounds = 0
    while rounds < (number if until is Until.ROUNDS else GIVE_UP):
        if len(lives) < stage.match.sizes.least or (until is Until.LEFT and len(lives) <= number):
            break
        for name in _losers(stage, lot.shuffled(lives), tables):
            lives[name] -= 1
        lives = {name: left for name, left in lives.items() if left > 0}
        rounds += 1
    return rounds, len(lives)


def _losers(stage: Stage, drawn: Sequence[Entrant], tables: int | None) -> list[Entrant]:
    """Who loses a life, or is out: of every table, in the order in which it was drawn."""
    start, out = 0, []
    for size in split(len(drawn), stage.match.sizes, tables)[0]:
        places = {name: place for place, name in enumerate(drawn[start : start + size], 1)}
        if stage.enters.who is Who.BEST_OF_TABLE:
            out += [name for name, place in places.items() if place > (stage.enters.number or 0)]
        else:
            out += losers(stage.lives.lost_by, places)
        start += size
    return out
