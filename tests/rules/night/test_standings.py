"""Who is ahead, who goes on, and nights of each format played to their end."""

import pytest

from rules.night import events
from rules.night.counting import Cut, latecomers_lives
from rules.night.events import At, CutBy, TableResult
from rules.night.play import play, replay
from rules.night.presets import Format
from rules.night.proposals import (
    entrants_of,
    next_round,
    next_stage,
    open_cuts,
    stage_is_over,
    still_in,
)
from rules.night.refusals import NightRefusal
from rules.night.seating.values import Sizes
from rules.night.stages import MatchOf, Plays, Stage
from rules.night.standings import Criterion, Mark, standings
from tests.rules.night.support.logs import in_number, in_order, night_of, stages_of
from tests.rules.support.table import refused

THREE_LEVEL = [[(1, 2, 9), (4, 5, 3), (6, 7, 8)], [(3, 1, 8), (2, 5, 9), (6, 4, 7)]]


def test_ahead_at_shared_tables_counts_only_where_all_who_are_level_have_met():
    """1 was ahead of 2 at the table that they shared; 4, who is level with both, met neither."""
    sheet = night_of(Stage(), 9, *THREE_LEVEL)
    level = [line for line in standings(sheet, in_order(sheet)) if line.points == 18]
    assert {line.entrant for line in level} == {1, 2, 4}
    assert {
        mark
        for line in level
        for mark in line.path
        if mark.criterion is Criterion.AHEAD
    } == {Mark(Criterion.AHEAD, None)}


def play_out(plan, people):
    """The tables of each round of a night in which the lower number always wins, and the night."""
    played = replay(
        [events.Entered(number, (number,)) for number in range(1, people + 1)]
    )
    tables = []
    while stage := next_stage(plan, played.sheet, in_number(played.sheet)):
        entrants = entrants_of(played.sheet, in_number(played.sheet), stage)
        played.write(events.StageBegun(stage, entrants, 1))
        while not stage_is_over(played.sheet, in_number(played.sheet)):
            seated = next_round(played.sheet, in_number(played.sheet), steps=2_000)
            played.write(seated)
            tables.append(len(seated.tables))
    return tables, played.sheet


@pytest.mark.parametrize(
    ("format_", "number", "people", "tables"),
    [
        (Format.EVERYBODY, 4, 16, [4, 4, 4, 4]),
        (Format.KNOCKOUT, 0, 40, [10, 5, 3, 2, 1]),
        (Format.LIVES, 3, 24, [6, 6, 6, 3, 2, 1]),
        (Format.LEAGUE, 2, 13, [4, 4]),
    ],
)
def test_a_night_of_each_format_is_played_to_its_end(format_, number, people, tables):
    """Nobody has more points than who always wins; several may who never meet."""
    played, sheet = play_out(stages_of(format_, MatchOf(), number), people)
    points = {line.entrant: line.points for line in standings(sheet, in_number(sheet))}
    assert played == tables
    assert points[1] == max(points.values())


def test_who_comes_now_has_as_many_lives_as_the_fewest_of_those_who_are_in():
    rounds = [(1, 2, 3, 4), (5, 6, 7, 8)], [(1, 5, 2, 6), (9, 3, 4, 7, 8)]
    night = night_of(Stage(Plays.LIVES, 3), 9, *rounds)
    assert latecomers_lives(night, in_order(night)) == 1
    without_lives = night_of(Stage(), 9, *rounds)
    assert latecomers_lives(without_lives, in_order(without_lives)) is None


# Who goes on where seats are given to the best, and who decides between those who are level


ROUND = [(1, 2, 3, 4), (5, 6, 7, 8)]
AT_FINAL = At(1, 0)
AT_TABLE = At(1, 1)


KNOCKOUT = night_of(Stage(Plays.KNOCKOUT, 2), 8, ROUND)
LEVEL = {
    AT_TABLE: TableResult({1: 1, 2: 2, 3: 2, 4: 4}),
    At(1, 2): TableResult({5: 1, 6: 2, 7: 3, 8: 4}),
}
PLAN = stages_of(Format.KNOCKOUT, MatchOf(), 0)


def test_of_three_level_at_a_table_of_a_knockout_the_program_throws_nobody_out():
    assert open_cuts(PLAN, KNOCKOUT, LEVEL) == (Cut(AT_TABLE, (1,), (2, 3), (4,), 1),)
    assert still_in(KNOCKOUT, LEVEL) == (1, 2, 3, 5, 6)
    with refused("level-at-the-cut", {"entrants": (2, 3), "seats": 1}):
        next_round(KNOCKOUT, LEVEL)


def before_final(*more):
    return night_of(Stage(number=1), 8, ROUND, more=more)


FINAL = stages_of(Format.EVERYBODY, MatchOf(), 1, 3)
ALIKE = in_order(before_final())


def test_who_is_level_for_the_last_seat_of_the_final_waits_for_a_decision():
    """What was decided about others, before a correction, counts no more."""
    sheet = before_final(events.CutDecided(AT_FINAL, (3, 7), (7,), CutBy.LOT))
    assert open_cuts(FINAL, sheet, ALIKE) == (
        Cut(AT_FINAL, (1, 5), (2, 6), (3, 7, 4, 8), 1),
    )
    with pytest.raises(NightRefusal):
        entrants_of(sheet, ALIKE, FINAL[1])
    decided = play(sheet, events.CutDecided(AT_FINAL, (2, 6), (6,), CutBy.PLAYOFF))
    assert entrants_of(decided, ALIKE, FINAL[1]) == (1, 5, 6)


def test_without_a_number_of_tables_there_are_forty():
    pairs = Stage(match=MatchOf(sizes=Sizes(2, 2, 2)))
    seated = next_round(night_of(pairs, 130), {}, steps=1)
    assert (len(seated.tables), len(seated.resting)) == (40, 50)


def test_whoever_is_gone_takes_no_seat_of_the_final():
    sheet = before_final(events.Left(2))
    assert open_cuts(FINAL, sheet, ALIKE) == ()
    assert entrants_of(sheet, ALIKE, FINAL[1]) == (1, 5, 6)
