"""An entry of the log is taken back: the night is then one in which it never was, and nothing is erased."""

import pytest
from hypothesis import given, strategies as st

from rules.night.bounds import LATER, PLAYED_AGAIN
from rules.night.events import (
    At,
    Back,
    Ended,
    Entered,
    Left,
    Paid,
    Reported,
    Seated,
    TableResult,
    TakenBack,
)
from rules.night.play import NightReplay, replay
from rules.night.refusals import NightRefusal
from rules.night.stages import Stage
from tests.rules.night.support.logs import log
from tests.rules.night.test_nights import NIGHTS, few

FOUR = log(Stage(), 4, [(1, 2, 3, 4)])  # entries 0 to 3, the stage, the round
SEATED = len(FOUR) - 1
WON = TableResult({1: 1, 2: 2, 3: 3, 4: 4})
REPORTED = Reported(At(1, 1), WON)


def refusal(made, entry):
    """The code, and the entry that stands on it."""
    with pytest.raises(NightRefusal) as refused:
        replay(made).nights_without(entry)
    return refused.value.code, refused.value.details.get("entry")


@few
@given(NIGHTS, st.data())
def test_a_night_is_as_if_what_was_taken_back_had_never_been(played, data):
    before = replay(played.log)
    entry = data.draw(st.sampled_from(before.in_force))
    others = [other for other in before.in_force if other != entry]
    without = replay([played.log[other] for other in others])
    after = replay([*played.log, TakenBack(entry)])
    if after.refusal is not None:
        assert why_it_stays(before, entry, without, after.refusal)
        return
    assert after.sheet == without.sheet
    assert after.in_force == others
    assert after.log == [*played.log, TakenBack(entry)]
    assert before.sheet == played.sheet


def why_it_stays(before, entry, without, refused):
    """Whether the reason of the refusal is true."""
    later = [other for other in before.in_force if other > entry]
    if refused.code == "stands-on-it":
        assert refused.details["entry"] in later
        on_it = before.log[refused.details["entry"]]
        return isinstance(on_it, Seated) or without.refusal is not None
    if refused.code == "changes-nothing":
        return without.sheet == before.sheet
    return refused.code == "too-long-ago" and len(later) > LATER.high


@pytest.mark.parametrize(
    ("more", "entry", "expected"),
    [
        ([REPORTED], SEATED, ("stands-on-it", 6)),
        ([], 0, ("stands-on-it", SEATED)),
        ([], SEATED - 1, ("stands-on-it", SEATED)),
        ([Left(1), Back(1)], 6, ("changes-nothing", None)),
        ([REPORTED, REPORTED], 6, ("changes-nothing", None)),
        ([Ended()], 6, ("not-taken-back", None)),
        ([Left(1), Ended()], 6, ("night-is-over", None)),
        ([Left(1), TakenBack(6)], 6, ("not-in-force", 6)),
        ([Left(1), TakenBack(6)], 7, ("not-in-force", 7)),
        ([], 6, ("not-in-force", 6)),
        ([Paid(1, 1)] * (LATER.high + 2), 6, ("too-long-ago", None)),
    ],
)
def test_what_something_later_stands_on_stays_and_it_says_why(more, entry, expected):
    assert refusal([*FOUR, *more], entry) == expected


def test_a_round_stands_on_all_that_was_said_before_but_results_and_money():
    """Money is taken back after the end too."""
    said = [REPORTED, Left(4), Paid(1, 500)]
    made = [
        *FOUR,
        *said,
        Seated(2, (FOUR[SEATED].tables[0]._replace(seats=(1, 2, 3)),)),
    ]
    assert refusal(made, 7) == ("stands-on-it", 9)
    assert replay([*made, TakenBack(6)]).sheet.reported == {}
    assert replay([*made, Ended(), TakenBack(8)]).sheet.paid == {}


def test_as_many_as_are_kept_are_taken_back_the_newest_first_and_no_more():
    made = [Entered(number, (number,)) for number in range(1, LATER.high + 6)]
    played = replay(made)
    kept = range(len(made) - 1, len(made) - LATER.high - 2, -1)
    for entry in kept:
        played.write(TakenBack(entry))
    assert played.in_force == [0, 1, 2, 3]
    assert refusal(played.log, 3) == ("too-long-ago", None)
    assert refusal(played.log, 4) == ("not-in-force", 4)


def test_who_took_the_newest_back_goes_back_one_entry_less():
    paid = [Paid(1, 1)] * (LATER.high + 20)
    last = len(FOUR) + len(paid) - 1
    made = [*FOUR, *paid, TakenBack(last)]
    assert refusal(made, last - LATER.high - 1) == ("too-long-ago", None)
    after = replay([*made, TakenBack(last - LATER.high)])
    assert after.refusal is None
    assert after.sheet.paid == {1: len(paid) - 2}


def take_back_the_earliest(played):
    """As often as it goes."""
    while True:
        played.write(TakenBack(played.in_force[-LATER.high - 1]))
        played.write(Paid(1, 1))


def test_what_a_log_plays_again_is_bounded():
    played = replay([*FOUR, *[Paid(1, 1)] * (LATER.high + 1)])
    before = len(played.log)
    with pytest.raises(NightRefusal) as refused:
        take_back_the_earliest(played)
    assert refused.value.code == "too-long-ago"
    assert len(played.log) - before == 2 * PLAYED_AGAIN.high // LATER.high


def test_a_replay_that_is_copied_goes_on_alone():
    played = replay(FOUR)
    copy = played.copy()
    copy.write(TakenBack(SEATED))
    assert (played.sheet.last_round, copy.sheet.last_round) == (1, 0)
    assert NightReplay().copy() == NightReplay()
