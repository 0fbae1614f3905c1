"""Who goes on where seats are given to the best, and who decides between those who are level."""

import pytest

from rules.night import events
from rules.night.counting import Cut
from rules.night.events import At, CutBy, TableResult
from rules.night.play import play
from rules.night.presets import Format
from rules.night.proposals import (
    entrants_of,
    next_round,
    open_cuts,
    still_in,
)
from rules.night.refusals import NightRefusal
from rules.night.stages import MatchOf, Plays, Stage
from tests.rules.night.support.logs import in_order, night_of, stages_of
from tests.rules.support.table import refused

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


def test_whoever_is_gone_takes_no_seat_of_the_final():
    sheet = before_final(events.Left(2))
    assert open_cuts(FINAL, sheet, ALIKE) == ()
    assert entrants_of(sheet, ALIKE, FINAL[1]) == (1, 5, 6)
