"""What happens in a night, and what cannot."""

from dataclasses import replace

import pytest

from rules.night.events import (
    At,
    Attached,
    Away,
    Back,
    CutBy,
    CutDecided,
    Ended,
    Entered,
    KeptApart,
    KeptTogether,
    Left,
    Moved,
    Paid,
    Removed,
    Reopened,
    Reported,
    ReportWithdrawn,
    Seated,
    SeatsKept,
    StageBegun,
    StageChanged,
    Substituted,
    TableResult,
    TablesLimited,
    WishDropped,
)
from rules.night.people import verify_arrival
from rules.night.play import play, replay, verify_room
from rules.night.presets import Format
from rules.night.proposals import rounds_in_all
from rules.night.refusals import NightRefusal
from rules.night.seating.values import Broken, Round, SeatedTable, Wish
from rules.night.stages import MatchOf, Plays, Stage
from tests.rules.night.support.logs import stages_of, tables_of
from tests.rules.support.table import refused

ENTERED = [Entered(number, (100 + number,)) for number in range(1, 9)]
BEGUN = StageBegun(Stage(), tuple(range(1, 9)))
TABLES = tables_of((1, 2, 3, 4), (5, 6, 7, 8))
SEATED = Seated(1, TABLES)
FINAL = StageBegun(Stage(Plays.FINAL, 4), (1, 2, 3, 4))
KNOCKOUT = StageBegun(Stage(Plays.KNOCKOUT, 2), tuple(range(1, 9)))
WON = TableResult({1: 1, 2: 2, 3: 3, 4: 4})
LATE = Entered(9, (109,))
FIRST_TABLE = At(1, 1)


def sheet(*more):
    done = replay([*ENTERED, BEGUN, *more])
    assert done.refusal is None
    return done.sheet


def refusal(before, event):
    with pytest.raises(NightRefusal) as refused:
        play(before, event)
    return refused.value.code


def test_a_log_is_played_up_to_what_cannot_happen():
    done = replay([*ENTERED, Left(9), BEGUN])
    assert len(done.log) == 8
    assert str(done.refusal) == "no-such-entrant (entrant=9)"


@pytest.mark.parametrize(
    ("made", "last"),
    [
        ([BEGUN, SEATED, LATE], 9),
        ([KNOCKOUT, LATE], 9),
        ([KNOCKOUT, SEATED, LATE], 8),
        ([BEGUN, SEATED, FINAL, LATE], 4),
        ([BEGUN, SEATED, FINAL, Away(8), Back(8)], 4),
    ],
)
def test_who_comes_late_plays_rounds_and_no_knockout_or_final_that_has_begun(
    made, last
):
    after = replay([*ENTERED, *made]).sheet
    assert after.stages[-1].entrants == tuple(range(1, last + 1))


def test_who_was_expected_and_comes_late_does_so_too_and_counts_from_the_next_round():
    before = replay([*ENTERED, LATE, Away(9), BEGUN, SEATED]).sheet
    assert before.stages[0].entrants == tuple(range(1, 9))
    after = play(before, Back(9))
    assert after.stages[0].entrants[-1] == 9
    assert after.badges[9].since == 2
    pause = play(after, Away(9))
    assert play(pause, Back(9)) == after


def test_a_table_is_broken_up_and_who_has_no_seat_rests():
    moved = Moved(1, tables_of((), (5, 6, 7, 8, 1)))
    assert sheet(SEATED, Left(4), moved).rounds == (
        Round((SeatedTable(2, (5, 6, 7, 8, 1)),), (2, 3)),
    )


def test_whoever_moves_in_the_last_round_does_not_play_the_final_that_has_begun():
    moved = Moved(1, (SeatedTable(1, (1, 2, 3, 9)), TABLES[1]))
    for first in (BEGUN, KNOCKOUT):
        stages = replay([*ENTERED, first, SEATED, LATE, FINAL, moved]).sheet.stages
        entrants = [begun.entrants for begun in stages]
        assert entrants == [tuple(range(1, 10)), (1, 2, 3, 4)]


def test_seats_that_are_kept_are_those_of_the_round_they_were_kept_in():
    kept = SeatsKept(1, (4,), (5,))
    assert sheet(SEATED, kept).seats_kept == kept
    assert sheet(SEATED, kept, Seated(2, TABLES)).seats_kept is None


def test_tables_that_somebody_reaches_count_once_each_in_whatever_order_they_came():
    assert sheet(TablesLimited(1, (3, 1, 3))).badges[1].only == (1, 3)


def test_whoever_moves_takes_along_the_wishes_that_are_broken():
    apart = [KeptApart(1, 2), KeptApart(1, 5)]
    moved = tables_of((5, 2, 3, 4), (1, 6, 7, 8))
    together = Broken(Wish.APART, (1, 2))
    assert sheet(*apart, SEATED).rounds[-1].broken == (together,)
    assert sheet(*apart, SEATED, Moved(1, moved)).rounds[-1].broken == ()
    closer = tables_of((1, 2, 3, 4, 5), (6, 7, 8))
    assert sheet(*apart, SEATED, Moved(1, closer)).rounds[-1].broken == (
        together,
        Broken(Wish.APART, (1, 5)),
    )


def test_a_round_breaks_the_wishes_of_its_night_whatever_its_line_says():
    seated = replace(SEATED, broken=(Broken(Wish.REACH, (150,)),))
    assert sheet(seated) == sheet(SEATED)


@pytest.mark.parametrize(
    ("code", "event"),
    [
        ("no-such-entrant", Left(99)),
        ("number-taken", Entered(1, (200,))),
        ("is-in-already", Entered(9, (101,))),
        ("one-or-two-people", Entered(9, (1, 2, 3))),
        ("one-or-two-people", Substituted(1, ())),
        ("apart-from-itself", KeptApart(1, 1)),
        ("apart-from-itself", KeptTogether(1, 1)),
        ("round-is-seated", Removed(1)),
        ("not-who-is-level", CutDecided(FIRST_TABLE, (1, 2), (3,), CutBy.LOT)),
        ("no-such-table", CutDecided(At(1, 3), (1, 2), (1,), CutBy.LOT)),
        ("no-such-table", CutDecided(At(2, 0), (1, 2), (1,), CutBy.LOT)),
        ("twice-in-a-stage", StageBegun(Stage(), (1, 2, 2, 3))),
        ("bad-stage", StageChanged({"number": 13})),
        ("not-the-next-round", Seated(3, TABLES)),
        ("no-tables", Seated(2, ())),
        (
            "table-twice",
            Seated(2, (SeatedTable(1, (1, 2, 3)), SeatedTable(1, (4, 5, 6)))),
        ),
        (
            "two-seats",
            Seated(2, tables_of((1, 2, 3), (3, 4, 5))),
        ),
        ("size-of-table", Seated(2, tables_of((1, 2)))),
        (
            "too-many-tables",
            Seated(2, tuple(SeatedTable(number, (1,)) for number in range(1, 42))),
        ),
        ("not-the-last-round", Moved(2, TABLES)),
        ("two-seats", Moved(1, tables_of((1, 2, 3, 5)))),
        ("no-such-table", Reported(At(1, 3), WON)),
        ("no-such-table", Attached(At(2, 1), 7)),
        ("not-who-sat-there", Reported(At(1, 2), WON)),
        (
            "not-places",
            Reported(FIRST_TABLE, TableResult({1: 1, 2: 1, 3: 2, 4: 4})),
        ),
    ],
)
def test_what_cannot_happen_is_refused_by_its_code(code, event):
    assert refusal(sheet(SEATED), event) == code


@pytest.mark.parametrize(
    ("before", "event"),
    [
        ([], Back(1)),
        ([Left(1)], Left(1)),
        ([Away(1)], Away(1)),
        ([], Substituted(1, (101,))),
        ([], ReportWithdrawn(FIRST_TABLE)),
        ([], Reopened()),
        ([Ended()], Ended()),
    ],
)
def test_what_is_so_already_changes_nothing(before, event):
    assert sheet(SEATED, *before, event) == sheet(SEATED, *before)


@pytest.mark.parametrize(
    ("event", "other"),
    [
        (Left(1), Back(1)),
        (Away(1), Back(1)),
        (KeptApart(1, 2), WishDropped(1, 2)),
        (Reported(FIRST_TABLE, WON), ReportWithdrawn(FIRST_TABLE)),
        (Ended(), Reopened()),
    ],
)
def test_what_one_event_makes_of_a_night_another_takes_back(event, other):
    assert sheet(SEATED, event, other) == sheet(SEATED)


@pytest.mark.parametrize(
    ("code", "people"),
    [("is-here", (101, 102)), ("is-in-already", (103, 104))],
)
def test_the_door_says_of_a_name_that_is_typed_that_they_are_in(code, people):
    with pytest.raises(NightRefusal) as told:
        verify_arrival(sheet(SEATED, Left(3)), people)
    assert told.value.code == code
    verify_arrival(sheet(SEATED, Left(3)), (103,))
    verify_arrival(sheet(SEATED), (200,))


@pytest.mark.parametrize(
    ("code", "before", "event"),
    [
        (
            "too-many-rounds",
            [Seated(number, TABLES) for number in range(1, 61)],
            Seated(61, TABLES),
        ),
        ("not-here", [Away(1)], SEATED),
        (
            "has-a-result",
            [SEATED, Reported(FIRST_TABLE, WON)],
            Moved(1, TABLES),
        ),
        (
            "match-is-attached",
            [SEATED, Attached(FIRST_TABLE, 7)],
            Attached(At(1, 2), 7),
        ),
        ("night-is-over", [Ended()], SEATED),
        ("too-many-stages", [], BEGUN),
        ("too-many-stages", [FINAL], FINAL),
        (
            "cut-is-decided",
            [SEATED, CutDecided(FIRST_TABLE, (2, 3), (2,), CutBy.LOT)],
            CutDecided(FIRST_TABLE, (3, 2), (3,), CutBy.PLAYOFF),
        ),
        (
            "not-in-the-stage",
            [SEATED, FINAL],
            Seated(2, TABLES),
        ),
    ],
)
def test_what_cannot_happen_any_more_is_refused_by_its_code(code, before, event):
    assert refusal(sheet(*before), event) == code


def test_a_full_log_takes_nothing_but_the_end():
    verify_room(2_999, SEATED)
    verify_room(3_000, Ended())
    with refused("log-full", {"most": 3_000}):
        verify_room(3_000, SEATED)


def test_nothing_is_seated_before_a_stage_and_no_final_comes_first():
    empty = replay(ENTERED).sheet
    assert refusal(empty, SEATED) == "no-stage"
    assert refusal(empty, FINAL) == "nobody-played-yet"
    begun = replay([*ENTERED, BEGUN]).sheet
    made_final = StageChanged({"plays": "final"})
    assert refusal(begun, made_final) == "nobody-played-yet"


def test_a_name_entered_by_mistake_is_removed_with_its_wishes():
    wishes = [KeptApart(1, 9), KeptTogether(9, 2), Paid(9, 500)]
    after = replay([*ENTERED, LATE, *wishes, Removed(9)]).sheet
    assert after == replay(ENTERED).sheet


def test_two_are_kept_apart_or_together_but_never_both():
    apart = KeptApart(2, 1)
    together = KeptTogether(1, 2)
    assert sheet(together, apart).apart == {(1, 2)}
    assert sheet(together, apart).together == frozenset()
    assert sheet(apart, together).apart == frozenset()
    assert sheet(apart, together).together == {(1, 2)}


def test_the_plan_of_a_stage_changes_for_the_rounds_to_come():
    changed = sheet(SEATED, StageChanged({"number": 6})).stages[0]
    assert changed.stage == Stage(number=6)
    assert changed.entrants == tuple(range(1, 9))


def test_a_night_has_at_most_160_entrants():
    full = replay([Entered(number, (number,)) for number in range(1, 161)]).sheet
    assert refusal(full, Entered(161, (161,))) == "night-full"


@pytest.mark.parametrize(
    ("format_", "final", "rounds"),
    [
        (Format.EVERYBODY, None, 4),
        (Format.EVERYBODY, 4, 5),
        (Format.LIVES, None, None),
        (Format.KNOCKOUT, None, None),
    ],
)
def test_how_many_rounds_there_are_is_known_where_it_depends_on_nobody(
    format_, final, rounds
):
    plan = stages_of(format_, MatchOf(), 4, final)
    begun = replay([*ENTERED, StageBegun(plan[0], BEGUN.entrants), SEATED]).sheet
    assert rounds_in_all(plan, begun) == rounds
    assert rounds_in_all(plan, replay(ENTERED).sheet) == rounds
