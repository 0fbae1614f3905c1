"""Who is ahead, and what decided it. Computed from the log and the results of the tables, never kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple

from rules.tournament.counting import ZERO, Results, Tally, drawn, lives_left, sum_of, tally
from rules.tournament.night import Begun, Night
from rules.tournament.seating.values import Entrant
from rules.tournament.stages import Tie

STAYS = 10_000  # later than any round
Value = int | Fraction


class Reason(NamedTuple):
    """What put a line before the next: `group`, `stayed` (in longer), `points`, or the code of a tie; and the
    value of each."""

    code: str
    mine: Value
    theirs: Value


class Line(NamedTuple):
    entrant: Entrant
    place: int
    points: Fraction
    won: int  # tables
    lives: int | None  # None in a stage without
    out_in: int | None  # the round in which he went out
    is_shared: bool  # the place: only the lot, or nothing, tells it from a neighbour
    reason: Reason | None  # why before the next line; None where nothing decides, and at the end


Criterion = tuple[str, Callable[[Sequence[Entrant]], dict[Entrant, Value]]]


def standings(night: Night, results: Results, place: int | None = None) -> tuple[Line, ...]:
    """Of the stage at that place in `night.stages`, or of the main one of those that are played."""
    if not night.stages:
        return ()
    place = night.now.start if place is None else place
    begun, counts = night.stages[place], tally(night, results, place)
    ranked = _ranked(sorted(begun.entrants), _criteria(begun, counts))
    return _lines(begun, counts, ranked)


def _criteria(begun: Begun, counts: Tally) -> list[Criterion]:
    group_of = {name: -number for number, group in enumerate(begun.groups, 1) for name in group}
    ties: dict[Tie, Callable[[Sequence[Entrant]], dict[Entrant, Value]]] = {
        Tie.WON: lambda some: {name: counts.won[name] for name in some},
        Tie.AHEAD: lambda some: _ahead_among(counts, some),
        Tie.MET: lambda some: {name: _mean_of_met(counts, name) for name in some},
        Tie.A_HAND: lambda some: {
            name: Fraction(counts.totals[name], max(1, counts.hands[name])) for name in some
        },
        Tie.LOT: lambda some: {name: drawn(begun.seed, name) for name in some},
    }
    return [
        ("group", lambda some: {name: group_of[name] for name in some}),
        ("stayed", lambda some: {name: counts.out_in.get(name, STAYS) for name in some}),
        ("points", lambda some: {name: counts.points.get(name, ZERO) for name in some}),
        *((str(tie), ties[tie]) for tie in begun.stage.ties),
    ]


def _ahead_among(counts: Tally, some: Sequence[Entrant]) -> dict[Entrant, Value]:
    """At how many tables more each was ahead of another of them than behind."""
    tied, ahead = set(some), counts.ahead
    return {
        name: sum(
            ahead[name, other] - ahead[other, name] for other in tied.intersection(counts.met.get(name, ()))
        )
        for name in some
    }


def _mean_of_met(counts: Tally, entrant: Entrant) -> Fraction:
    met = counts.met.get(entrant, [])
    return sum_of(counts.points.get(other, ZERO) for other in met) / max(1, len(met))


def _ranked(group: Sequence[Entrant], criteria: Sequence[Criterion]) -> list[tuple[Entrant, Reason | None]]:
    if not criteria or len(group) == 1:
        return [(name, None) for name in group]
    (code, value_of), *others = criteria
    values = value_of(group)
    out: list[tuple[Entrant, Reason | None]] = []
    equal: dict[Value, list[Entrant]] = {}
    for name, value in values.items():
        equal.setdefault(value, []).append(name)
    for value in sorted(equal, reverse=True):
        if out:
            last, _undecided = out[-1]
            out[-1] = (last, Reason(code, values[last], value))
        out += _ranked(equal[value], others)
    return out


def _lines(begun: Begun, counts: Tally, ranked: list[tuple[Entrant, Reason | None]]) -> tuple[Line, ...]:
    decides = [reason is not None and reason.code != Tie.LOT for _name, reason in ranked]
    lines, place = [], 1
    for at, (name, reason) in enumerate(ranked):
        is_first_of_place = at == 0 or decides[at - 1]
        place = at + 1 if is_first_of_place else place
        is_last_of_place = decides[at] or at == len(ranked) - 1
        lines.append(
            Line(
                entrant=name,
                place=place,
                points=counts.points.get(name, ZERO),
                won=counts.won[name],
                lives=lives_left(counts, begun, name) if begun.stage.lives.given else None,
                out_in=counts.out_in.get(name),
                is_shared=not (is_first_of_place and is_last_of_place),
                reason=reason,
            )
        )
    return tuple(lines)
