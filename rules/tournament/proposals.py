"""What comes next: who plays on, who is level at a cut, the next stage, the tables of the next round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rules.tournament.bounds import TABLES
from rules.tournament.counting import Results, cut_of_table, result_at, tally
from rules.tournament.cuts import Cut, cut_after, decided_cut, decision_at
from rules.tournament.events import At, Seated
from rules.tournament.night import Night
from rules.tournament.refusals import NightRefusal
from rules.tournament.seating.plan import STEPS, seat
from rules.tournament.seating.values import Entrant, Pair, Wishes
from rules.tournament.stages import Plays, Stage
from rules.tournament.standings import Line, standings

NEAR = 1  # price of a difference of one point, squared: few repeats in a large room, and even tables
BEFORE_FINAL = 0  # the table of a cut that is that of the standings


class OpenCut(NamedTuple):
    """A cut that the organiser has to decide before it can go on."""

    at: At
    cut: Cut


def still_in(night: Night, results: Results) -> tuple[Entrant, ...]:
    """Who plays the next round of the last stage: here, and not out."""
    if not night.stages:
        return ()
    place = len(night.stages) - 1
    playing = (
        set(night.stages[place].entrants) - tally(night, results, place).out_in.keys()
    )
    return tuple(sorted(playing & set(night.here)))


def stage_is_over(night: Night, results: Results) -> bool:
    """Whether nothing is left to play of the last stage that has begun."""
    stage = night.stages[-1].stage
    if stage.has_known_rounds:
        return len(night.rounds_of(len(night.stages) - 1)) >= stage.rounds
    return len(still_in(night, results)) <= stage.left


def rounds_in_all(plan: Sequence[Stage], night: Night) -> int | None:
    """How many rounds the night has in the end; None where that depends on how many are left."""
    if not night.stages:
        return None
    stages = [night.stages[-1].stage, *plan[len(night.stages) :]]
    if not all(stage.has_known_rounds for stage in stages):
        return None
    return night.stages[-1].after + sum(stage.rounds for stage in stages)


def next_stage(plan: Sequence[Stage], night: Night, results: Results) -> Stage | None:
    """The stage that begins with the next round; None while one goes on, and after the last of the plan."""
    if night.stages and not stage_is_over(night, results):
        return None
    following = plan[len(night.stages) :]
    return following[0] if following else None


def open_cuts(
    plan: Sequence[Stage], night: Night, results: Results
) -> tuple[OpenCut, ...]:
    """Who is level at the tables of the last round of a knockout; else before the final that comes next."""
    if not night.rounds or not night.stages:
        return ()
    at_tables = _open_cuts_of_tables(night, results)
    if at_tables:
        return at_tables
    following = next_stage(plan, night, results)
    if following is None or following.plays is not Plays.FINAL:
        return ()
    cut = final_cut(night, results, following)
    return (OpenCut(At(len(night.rounds), BEFORE_FINAL), cut),) if cut.level else ()


def _open_cuts_of_tables(night: Night, results: Results) -> tuple[OpenCut, ...]:
    number = len(night.rounds)
    begun = night.stage_of(number)
    if begun.stage.plays is not Plays.KNOCKOUT:
        return ()
    undecided = []
    for table in night.rounds[-1].tables:
        at = At(number, table.number)
        result = result_at(night, results, at)
        if result is not None:
            cut = cut_of_table(night, begun, at, result.places)
            undecided += [OpenCut(at, cut)] if cut.level else []
    return tuple(undecided)


def final_cut(night: Night, results: Results, final: Stage) -> Cut:
    """Who plays the final, of those who are here, as far as it is decided."""
    here = set(night.here)
    places = {
        line.entrant: line.place
        for line in standings(night, results)
        if line.entrant in here
    }
    decision = decision_at(night.cuts, At(len(night.rounds), BEFORE_FINAL))
    return decided_cut(cut_after(places, final.number), decision)


def entrants_of(night: Night, results: Results, stage: Stage) -> tuple[Entrant, ...]:
    """Who plays the stage that begins now, for `StageBegun`.

    Raises NightRefusal `level-at-the-cut` where the organiser has to decide who plays a final.
    """
    if stage.plays is not Plays.FINAL:
        return tuple(sorted(night.here))
    cut = final_cut(night, results, stage)
    if cut.level:
        raise NightRefusal("level-at-the-cut", entrants=cut.level, seats=cut.seats)
    return cut.through


def next_round(
    night: Night,
    results: Results,
    numbers: Sequence[int] = (),
    *,
    seed: int = 0,
    steps: int = STEPS,
    past: Mapping[Pair, int] | None = None,
) -> Seated:
    """The tables of the next round; `numbers` are the tables in the room, `past` the meetings of earlier
    evenings (`league.met_before`).

    Raises NightRefusal `too-few-entrants` where they fill no table, and `level-at-the-cut` where it is not
    decided who goes on from a table.
    """
    undecided = _open_cuts_of_tables(night, results) if night.rounds else ()
    if undecided:
        cut = undecided[0].cut
        raise NightRefusal("level-at-the-cut", entrants=cut.level, seats=cut.seats)
    lines = standings(night, results)
    group = list(still_in(night, results))
    free = tuple(numbers) or tuple(range(1, TABLES.high + 1))
    stage = night.stages[-1].stage
    wishes = _wishes(night, stage, lines, group, free, past or {})
    ahead = _rounds_ahead(night)
    made = seat(
        group,
        night.rounds,
        stage.match.sizes,
        wishes,
        seed=seed,
        rounds=ahead,
        steps=steps,
    )[0]
    order = tuple(line.entrant for line in lines)
    return Seated(len(night.rounds) + 1, *made, seed, steps, order)


def _wishes(
    night: Night,
    stage: Stage,
    lines: Sequence[Line],
    group: Sequence[Entrant],
    free: tuple[int, ...],
    past: Mapping[Pair, int],
) -> Wishes:
    return Wishes(
        only={
            name: night.badges[name].only for name in group if night.badges[name].only
        },
        apart=night.apart,
        past=past,
        scores={line.entrant: int(line.points) for line in lines}
        if stage.is_near
        else {},
        near=NEAR if stage.is_near else 0,
        numbers=free,
    )


def _rounds_ahead(night: Night) -> int:
    """How many rounds are planned together: all that are left where nothing depends on results."""
    stage = night.stages[-1].stage
    if stage.plays is not Plays.ROUNDS or stage.is_near:
        return 1
    return max(1, stage.number - len(night.rounds_of(len(night.stages) - 1)))
