"""What comes next: who plays on, who is level at a cut, the next stage, the tables of the next round."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from rules.night.bounds import TABLES
from rules.night.counting import Cut, Results, cut_at, results_of_round, tally
from rules.night.events import At, Seated
from rules.night.refusals import NightRefusal
from rules.night.seating.plan import STEPS, seat
from rules.night.seating.values import Entrant, Pair, Round, broken_wishes
from rules.night.seats import chairs_of, limit_of
from rules.night.sheet import NightSheet
from rules.night.stages import Plays, Stage
from rules.night.standings import standings

BEFORE_FINAL = 0  # the table of a cut that is that of the standings


def still_in(sheet: NightSheet, results: Results) -> tuple[Entrant, ...]:
    """Who plays the next round of the last stage: here, and not out."""
    playing = {*sheet.stages[-1].entrants} - tally(sheet, results).out_in.keys()
    return tuple(sorted(playing.intersection(sheet.here)))


def stage_is_over(sheet: NightSheet, results: Results) -> bool:
    """Whether nothing is left to play of the last stage that has begun."""
    stage = sheet.last_stage
    if stage.has_known_rounds:
        return sheet.rounds_of_last_stage >= stage.rounds
    return len(still_in(sheet, results)) <= stage.left


def rounds_in_all(plan: Sequence[Stage], sheet: NightSheet) -> int | None:
    """How many rounds the night has in the end; None where that depends on how many are left."""
    stages = [sheet.last_stage] if sheet.stages else []
    stages += plan[len(sheet.stages) :]
    if not all(stage.has_known_rounds for stage in stages):
        return None
    before = sheet.stages[-1].after if sheet.stages else 0
    return before + sum(stage.rounds for stage in stages)


def next_stage(
    plan: Sequence[Stage], sheet: NightSheet, results: Results
) -> Stage | None:
    """The stage that begins with the next round; None while one goes on, and after the last of the plan."""
    if sheet.stages and not stage_is_over(sheet, results):
        return None
    following = plan[len(sheet.stages) :]
    return following[0] if following else None


def open_cuts(
    plan: Sequence[Stage], sheet: NightSheet, results: Results
) -> tuple[Cut, ...]:
    """Who is level at the tables of the last round of a knockout; else before the final that comes next. The
    organiser has to decide it before the night can go on."""
    if not sheet.rounds:
        return ()
    at_tables = _open_cuts_of_tables(sheet, results)
    if at_tables:
        return at_tables
    following = next_stage(plan, sheet, results)
    if following is None or following.plays is not Plays.FINAL:
        return ()
    cut = final_cut(sheet, results, following)
    return (cut,) if cut.level else ()


def _open_cuts_of_tables(sheet: NightSheet, results: Results) -> tuple[Cut, ...]:
    number = sheet.last_round
    stage = sheet.stage_of(number).stage
    if stage.plays is not Plays.KNOCKOUT:
        return ()
    cuts = [
        cut_at(at, sheet.cuts, result.places, stage.number)
        for at, result in results_of_round(sheet, results, number)
    ]
    return tuple(cut for cut in cuts if cut.level)


def final_cut(sheet: NightSheet, results: Results, final: Stage) -> Cut:
    """Who plays the final, of those who are here, as far as it is decided; after a knockout only of those who
    had a seat in its last round."""
    here = set(sheet.here)
    if sheet.last_stage.plays is Plays.KNOCKOUT:
        here &= sheet.rounds[-1].everybody
    ranks = {
        line.entrant: line.rank
        for line in standings(sheet, results)
        if line.entrant in here
    }
    at = At(sheet.last_round, BEFORE_FINAL)
    return cut_at(at, sheet.cuts, ranks, final.number)


def entrants_of(
    sheet: NightSheet, results: Results, stage: Stage
) -> tuple[Entrant, ...]:
    """Who plays the stage that begins now, for `StageBegun`.

    Raises NightRefusal `level-at-the-cut` where the organiser has to decide who plays a final.
    """
    if stage.plays is not Plays.FINAL:
        return tuple(sorted(sheet.here))
    cut = final_cut(sheet, results, stage)
    _refuse_open_cut(cut)
    return cut.through


def _refuse_open_cut(cut: Cut) -> None:
    if cut.level:
        raise NightRefusal("level-at-the-cut", entrants=cut.level, seats=cut.seats)


def next_round(
    sheet: NightSheet,
    results: Results,
    *,
    tables: int | None = None,
    seed: int = 0,
    steps: int = STEPS,
    past: Mapping[Pair, int] | None = None,
    before: Round | None = None,
    waiting: Collection[Entrant] = (),
) -> Seated:
    """The tables of the next round, with so many `tables` in the room; `past` are the meetings of earlier
    nights (`league.met_before`). Of a draft from `before` as few as possible move; who is `waiting` plays
    from the round after it.

    Raises NightRefusal `too-few-entrants` where they fill no table, and `level-at-the-cut` where it is not
    decided who goes on from a table.
    """
    for cut in _open_cuts_of_tables(sheet, results):
        _refuse_open_cut(cut)
    stage = sheet.last_stage
    lines = standings(sheet, results)
    group = [each for each in still_in(sheet, results) if each not in waiting]
    wishes = replace(
        sheet.wishes,
        chairs=chairs_of(sheet, group),
        most_people=limit_of(stage.match),
        past=past or {},
        scores={line.entrant: int(line.points) for line in lines},
        is_near=stage.is_near,
        tables=tables or TABLES.high,
        stay=before.table_of if before else {},
    )
    made = seat(
        group,
        sheet.rounds,
        stage.match.sizes,
        wishes,
        seed=seed,
        rounds=1 if before else _rounds_ahead(sheet),
        steps=steps,
    )[0]
    return as_of_now(Seated(sheet.last_round + 1, *made, seed, steps), sheet, results)


def as_of_now(seated: Seated, sheet: NightSheet, results: Results) -> Seated:
    """The round, made from the standings and the wishes of now."""
    lines = standings(sheet, results)
    waiting = {*still_in(sheet, results)} - seated.made.everybody
    return replace(
        seated,
        standings=tuple(line.entrant for line in lines),
        places=tuple(line.rank for line in lines),
        waiting=tuple(sorted(waiting)),
        broken=broken_wishes(seated.tables, sheet.wishes),
    )


def _rounds_ahead(sheet: NightSheet) -> int:
    """How many rounds are planned together: all that are left where nothing depends on results."""
    stage = sheet.last_stage
    if stage.plays is not Plays.ROUNDS or stage.is_near:
        return 1
    return max(1, stage.number - sheet.rounds_of_last_stage)
