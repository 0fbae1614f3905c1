"""What is wrong with a round: worked out again from plain rounds, slowly and simply."""

from __future__ import annotations

from collections import Counter

from rules.night.seating.values import (
    Apart,
    Broken,
    OutOfReach,
    Round,
    Separated,
    Sizes,
    Wishes,
)
from tests.tools.club_night.possible import TooHard, is_possible

History = list[Round]


def faults(
    made: Round, present: list[int], history: History, sizes: Sizes, wishes: Wishes
) -> list[str]:
    """Empty if the round keeps every hard rule, or breaks a wish only where it had to."""
    return [
        *_faults_of_tables(made, sizes, wishes),
        *_faults_of_people(made, present, history, sizes, wishes),
        *_faults_of_wishes(made, wishes),
    ]


def _faults_of_tables(made: Round, sizes: Sizes, wishes: Wishes) -> list[str]:
    wrong = []
    lengths = [len(table.seats) for table in made.tables]
    numbers = [table.number for table in made.tables]
    if min(lengths) < sizes.least or max(lengths) > sizes.most:
        wrong.append(f"illegal sizes {lengths}")
    if max(lengths) - min(lengths) > 1:
        wrong.append(f"uneven sizes {lengths}")
    if len(set(numbers)) != len(numbers):
        wrong.append("a number of a table twice")
    if wishes.numbers and not set(numbers) <= set(wishes.numbers):
        wrong.append("a table that is not in the room")
    return wrong


def _faults_of_people(
    made: Round, present: list[int], history: History, sizes: Sizes, wishes: Wishes
) -> list[str]:
    wrong = []
    seated = [name for table in made.tables for name in table.seats]
    if sorted([*seated, *made.resting]) != sorted(present):
        wrong.append("not everybody present sits at one table or rests once")
    rest, over = fewest_resting(
        len(present), sizes, len(set(wishes.numbers)) or len(present)
    )
    above = sum(max(0, len(table.seats) - sizes.best) for table in made.tables)
    if (len(made.resting), above) != (rest, over):
        wrong.append(
            f"{len(made.resting)} rest and {above} sit above the best size, not {rest} and {over}"
        )
    rested = Counter(name for each in history for name in each.resting)
    if made.resting and max(rested[name] for name in made.resting) > min(
        rested[name] for name in seated
    ):
        wrong.append("somebody rests again before others did")
    return wrong


def fewest_resting(count: int, sizes: Sizes, tables: int) -> tuple[int, int]:
    """The fewest that must rest, and then the fewest seats above the best size: one table after the other."""
    fewest_over = {0: 0}  # by the number of seated
    last = dict(fewest_over)
    for _ in range(tables):
        more: dict[int, int] = {}
        for seated, over in last.items():
            for size in range(sizes.least, min(sizes.most, count - seated) + 1):
                price = over + max(0, size - sizes.best)
                more[seated + size] = min(price, more.get(seated + size, price))
        for seated, over in more.items():
            fewest_over[seated] = min(over, fewest_over.get(seated, over))
        last = more
    seated = max(fewest_over)
    return count - seated, fewest_over[seated]


def _faults_of_wishes(made: Round, wishes: Wishes) -> list[str]:
    broken = _broken(made, wishes)
    wrong = []
    if not broken <= set(made.broken):
        wrong.append(f"broken and not told: {broken - set(made.broken)}")
    told = [each for each in made.broken if not isinstance(each, OutOfReach)]
    if not broken.issuperset(told):
        wrong.append(f"told and not broken: {made.broken}")
    if broken and _was_possible(made, wishes):
        wrong.append(f"broken although it was possible: {broken}")
    return wrong


def _broken(made: Round, wishes: Wishes) -> set[Broken]:
    where = {name: table.number for table in made.tables for name in table.seats}
    apart = {
        Apart(min(pair), max(pair))
        for pair in wishes.apart
        if pair[0] != pair[1]
        and where.keys() >= set(pair)
        and where[pair[0]] == where[pair[1]]
    }
    separated = {
        Separated(min(pair), max(pair))
        for pair in wishes.together
        if where.keys() >= set(pair) and where[pair[0]] != where[pair[1]]
    }
    far = {
        OutOfReach(name)
        for name, reach in wishes.only.items()
        if where.get(name, min(reach)) not in reach
    }
    return {*apart, *separated, *far}


def _was_possible(made: Round, wishes: Wishes) -> bool:
    try:
        return is_possible(made, wishes)
    except TooHard:
        return False
