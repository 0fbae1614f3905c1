"""What comes next: who plays on, the groups of the next stage, the tables of the next round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import takewhile

from rules.tournament.bounds import ROUNDS_OF_STAGE, TABLES
from rules.tournament.counting import Results, best_first, drawn, result_at, tally
from rules.tournament.events import At, Seated
from rules.tournament.night import Night
from rules.tournament.refusals import NightRefusal
from rules.tournament.seating.plan import STEPS, seat
from rules.tournament.seating.values import Entrant, Pair, Round, Wishes
from rules.tournament.stages import By, Points, Seats, Stage, Until, Who
from rules.tournament.standings import Line, standings

NEAR = 1  # price of a difference of one point, squared: few repeats in a large room, and even tables


def still_in(night: Night, results: Results, place: int | None = None) -> tuple[Entrant, ...]:
    """Who plays the next round of the stage at that place, or of those that are played: here, and not out."""
    places, here = night.now if place is None else (place,), set(night.here)
    playing: set[Entrant] = set()
    for each in places:
        playing |= set(night.stages[each].entrants) - tally(night, results, each).out_in.keys()
    return tuple(sorted(playing & here))


def stage_is_over(night: Night, results: Results) -> bool:
    """Whether nothing is left to play of the last stage and those beside it."""
    return not _going_on(night, results)


def _going_on(night: Night, results: Results) -> list[int]:
    return [place for place in night.now if not _is_over(night, results, place)]


def _is_over(night: Night, results: Results, place: int) -> bool:
    """Beside another, also a stage whose people fill no table: it must not hold the night up."""
    begun = night.stages[place]
    until, number = begun.stage.lasts
    left = len(still_in(night, results, place))
    if begun.is_beside and left < begun.stage.match.sizes.least:
        return True
    return len(night.rounds_of(place)) >= number if until is Until.ROUNDS else left <= number


def rounds_in_all(plan: Sequence[Stage], night: Night) -> int | None:
    """How many rounds the night has in the end; None where that depends on how many are left."""
    if not night.stages:
        return None
    start = end = night.stages[night.now.start].after
    playing = [night.stages[place].stage for place in night.now]
    for stage in (*playing, *plan[len(night.stages) :]):
        until, number = stage.lasts
        if until is not Until.ROUNDS:
            return None
        if stage.enters.who is not Who.OTHERS:
            start = end
        end = max(end, start + number)
    return end


def beginning(plan: Sequence[Stage], night: Night) -> tuple[Stage, ...]:
    """The next stage of the plan and those beside it: they begin together, in this order."""
    following = plan[len(night.stages) :]
    beside = takewhile(lambda stage: stage.enters.who is Who.OTHERS, following[1:])
    return (*following[:1], *beside)


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
    if who is Who.OTHERS and night.stages:
        return _others(night, results)
    if who is Who.EVERYBODY or not night.stages:
        return _everybody(night, results, night.now)
    order = [line.entrant for line in standings(night, results) if line.entrant in here]
    if who is Who.BEST:
        return order[:number]
    if who is Who.BEST_OF_TABLE:
        best = _best_of_tables(night, results, number)
        return [name for name in order if name in best]
    groups = night.stages[night.now.start].groups[: 1 if who is Who.BEST_OF_FIRST_GROUP else None]
    in_order = [[name for name in order if name in group] for group in groups]
    return [name for group in in_order for name in group[:number]]


def _everybody(night: Night, results: Results, places: Sequence[int]) -> list[Entrant]:
    """Who is here, in the order of the standings of these stages; then who played none of them."""
    lines = [line for place in places for line in standings(night, results, place)]
    order = [line.entrant for line in lines if line.entrant in night.here]
    return order + sorted(set(night.here) - set(order))


def _others(night: Night, results: Results) -> list[Entrant]:
    playing = {name for place in night.now for name in night.stages[place].entrants}
    everybody = _everybody(night, results, night.before(night.now.start))
    return [name for name in everybody if name not in playing]


def _best_of_tables(night: Night, results: Results, number: int | None) -> set[Entrant]:
    """Of the last round; who rested in it plays on."""
    if not night.rounds:
        return set(night.here)
    best = set(night.rounds[-1].resting)
    for table in night.rounds[-1].tables:
        result = result_at(night, results, At(len(night.rounds), table.number))
        if result is not None:
            seed = night.stage_of(len(night.rounds), table.seats).seed
            best.update(best_first(seed, result.places)[:number])
    return best


def next_round(
    night: Night,
    results: Results,
    numbers: Sequence[int] = (),
    *,
    seed: int = 0,
    steps: int = STEPS,
    past: Mapping[Pair, int] | None = None,
) -> Seated:
    """The tables of the next round, group by group; `numbers` are the tables in the room, `past` the meetings
    of earlier evenings (`league.met_before`).

    Raises NightRefusal `too-few-entrants` where a group fills no table.
    """
    free = tuple(numbers) or tuple(range(1, TABLES.high + 1))
    lines = {place: standings(night, results, place) for place in _going_on(night, results) or night.now}
    groups = [(place, group) for place in lines for group in _groups_playing(night, results, place)]
    people = sum(len(group) for _place, group in groups)
    made: list[Round] = []
    for place, group in groups:
        others = [name for _place, other in groups if other is not group for name in other]
        wishes = _wishes(night, place, lines[place], group, _wanted_last(night, free, others), past or {})
        share = steps * len(group) // people
        made.append(_seat_group(night, place, group, wishes, seed=seed, steps=share))
        taken = {table.number for table in made[-1].tables}
        free = tuple(number for number in free if number not in taken)
    order = tuple(line.entrant for some in lines.values() for line in some)
    return Seated(len(night.rounds) + 1, *_joined(made), seed, steps, order)


def _groups_playing(night: Night, results: Results, place: int) -> list[list[Entrant]]:
    playing = set(still_in(night, results, place))
    groups = [[name for name in group if name in playing] for group in night.stages[place].groups]
    return [group for group in groups if group]


def _wanted_last(night: Night, free: Sequence[int], others: Sequence[Entrant]) -> tuple[int, ...]:
    """A group opens last the tables to which those of other groups are bound."""
    wanted = {number for name in others for number in night.badges[name].only}
    return tuple(sorted(free, key=lambda number: (number in wanted, number)))


def _joined(made: Sequence[Round]) -> Round:
    """The rounds of all groups as one."""
    return Round(
        tuple(sorted(table for each in made for table in each.tables)),
        tuple(sorted(name for each in made for name in each.resting)),
        tuple(broken for each in made for broken in each.broken),
    )


def _wishes(
    night: Night,
    place: int,
    lines: Sequence[Line],
    group: list[Entrant],
    free: tuple[int, ...],
    past: Mapping[Pair, int],
) -> Wishes:
    if not free:
        raise NightRefusal("no-tables")
    stage = night.stages[place].stage
    is_near = stage.seats is Seats.NEAR
    return Wishes(
        only={name: night.badges[name].only for name in group if night.badges[name].only},
        apart=night.apart,
        past=past,
        scores=_scores(stage, lines) if is_near else {},
        near=NEAR if is_near else 0,
        numbers=free,
    )


def _seat_group(
    night: Night, place: int, group: list[Entrant], wishes: Wishes, *, seed: int, steps: int
) -> Round:
    stage = night.stages[place].stage
    history = list(night.rounds)
    if stage.seats is Seats.LOT:  # who met does not matter, who rested does
        history = [Round((), each.resting) for each in history]
    ahead = _rounds_ahead(night, place)
    return seat(group, history, stage.match.sizes, wishes, seed=seed, rounds=ahead, steps=steps)[0]


def _rounds_ahead(night: Night, place: int) -> int:
    """How many rounds are planned together: all that are left where nothing depends on results."""
    stage = night.stages[place].stage
    is_known = stage.lasts.until is Until.ROUNDS and not stage.lives.given
    if stage.seats is not Seats.MIXED or not is_known or stage.enters.who is Who.BEST_OF_TABLE:
        return 1
    return min(ROUNDS_OF_STAGE.high, max(1, stage.lasts.number - len(night.rounds_of(place))))


def _scores(stage: Stage, lines: Sequence[Line]) -> dict[Entrant, int]:
    """Points as far as they are alike in every game; else the place, as steps of a table."""
    if stage.points is Points.EQUAL_STEPS:
        return {line.entrant: int(line.points) for line in lines}
    return {line.entrant: -3 * line.place for line in lines}
