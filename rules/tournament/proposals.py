"""What comes next: who plays on, the groups of the next stage, the tables of the next round."""

from __future__ import annotations

from collections.abc import Sequence

from rules.tournament.counting import Results, best_first, drawn, result_at
from rules.tournament.events import At, Seated
from rules.tournament.night import Night
from rules.tournament.refusals import NightRefusal
from rules.tournament.seating.plan import STEPS, seat
from rules.tournament.seating.values import Entrant, Round, Wishes
from rules.tournament.stages import By, Points, Seats, Stage, Until, Who
from rules.tournament.standings import Line, standings

NEAR = (
    1  # price of a difference of one point, squared: few repeats in a large room, and tables that feel even
)


def still_in(night: Night, results: Results) -> tuple[Entrant, ...]:
    """Who plays the next round of the stage: here, and not out."""
    lines = standings(night, results)
    return tuple(sorted(line.entrant for line in lines if line.out_in is None and line.entrant in night.here))


def stage_is_over(night: Night, results: Results) -> bool:
    until, number = night.stages[-1].stage.lasts
    if until is Until.ROUNDS:
        return len(night.rounds_of(len(night.stages) - 1)) >= number
    return len(still_in(night, results)) <= number


def groups_entering(
    night: Night, results: Results, stage: Stage, seed: int
) -> tuple[tuple[Entrant, ...], ...]:
    """Who plays the next stage, in its groups, for `StageBegun`."""
    entering = _entering(night, results, stage)
    if stage.groups.by is By.LOT:
        entering = sorted(entering, key=lambda name: (-drawn(seed, name), name))
    size, larger = divmod(len(entering), stage.groups.number)
    out, start = [], 0
    for number in range(stage.groups.number):
        end = start + size + (number < larger)
        out.append(tuple(entering[start:end]))
        start = end
    return tuple(group for group in out if group)


def _entering(night: Night, results: Results, stage: Stage) -> list[Entrant]:
    """In the order of the standings of the stage before."""
    here = set(night.here)
    who, number = stage.enters
    lines = standings(night, results)
    order = [line.entrant for line in lines if line.entrant in here]
    if who is Who.EVERYBODY or not night.stages:
        return order + sorted(here - set(order))
    if who is Who.BEST:
        return order[:number]
    if who is Who.BEST_OF_TABLE:
        best = _best_of_tables(night, results, number)
        return [name for name in order if name in best]
    groups = night.stages[-1].groups[: 1 if who is Who.BEST_OF_FIRST_GROUP else None]
    in_order = [[name for name in order if name in group] for group in groups]
    return [name for group in in_order for name in group[:number]]


def _best_of_tables(night: Night, results: Results, number: int | None) -> set[Entrant]:
    """Of the last round; who rested in it plays on."""
    if not night.rounds:
        return set(night.here)
    best = set(night.rounds[-1].resting)
    for table in night.rounds[-1].tables:
        result = result_at(night, results, At(len(night.rounds), table.number))
        if result is not None:
            best.update(best_first(night.stages[-1].seed, result.places)[:number])
    return best


def next_round(
    night: Night, results: Results, numbers: Sequence[int] = (), *, seed: int = 0, steps: int = STEPS
) -> Seated:
    """The tables of the next round, group by group; `numbers` are the tables in the room.

    Raises NightRefusal `too-few-entrants` where a group fills no table.
    """
    lines = standings(night, results)
    playing = set(still_in(night, results))
    free = tuple(numbers) or tuple(range(1, len(night.badges) + 41))
    made: list[Round] = []
    for group in night.stages[-1].groups:
        inside = [name for name in group if name in playing]
        if not inside:
            continue
        made.append(_seat_group(night, lines, inside, free, seed=seed, steps=steps))
        free = tuple(number for number in free if number not in {table.number for table in made[-1].tables})
    return Seated(
        len(night.rounds) + 1,
        tuple(sorted(table for each in made for table in each.tables)),
        tuple(sorted(name for each in made for name in each.resting)),
        tuple(broken for each in made for broken in each.broken),
        seed,
        steps,
        tuple(line.entrant for line in lines),
    )


def _seat_group(
    night: Night,
    lines: Sequence[Line],
    inside: list[Entrant],
    free: tuple[int, ...],
    *,
    seed: int,
    steps: int,
) -> Round:
    if not free:
        raise NightRefusal("no-tables")
    stage = night.stages[-1].stage
    is_near = stage.seats is Seats.NEAR
    wishes = Wishes(
        only={name: night.badges[name].only for name in inside if night.badges[name].only},
        apart=night.apart,
        scores=_scores(stage, lines) if is_near else {},
        near=NEAR if is_near else 0,
        numbers=free,
    )
    history = list(night.rounds)
    if stage.seats is Seats.LOT:  # who met does not matter, who rested does
        history = [Round((), each.resting) for each in history]
    ahead = _rounds_ahead(night)
    return seat(inside, history, stage.match.sizes, wishes, seed=seed, rounds=ahead, steps=steps)[0]


def _rounds_ahead(night: Night) -> int:
    """How many rounds are planned together: all that are left where nothing depends on results."""
    stage = night.stages[-1].stage
    is_known = stage.lasts.until is Until.ROUNDS and not stage.lives.given
    if stage.seats is not Seats.MIXED or not is_known or stage.enters.who is Who.BEST_OF_TABLE:
        return 1
    return max(1, stage.lasts.number - len(night.rounds_of(len(night.stages) - 1)))


def _scores(stage: Stage, lines: Sequence[Line]) -> dict[Entrant, int]:
    """Points as far as they are alike in every game; else the place, as steps of a table."""
    if stage.points is Points.EQUAL_STEPS:
        return {line.entrant: int(line.points) for line in lines}
    return {line.entrant: -3 * line.place for line in lines}
