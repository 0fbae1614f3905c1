"""The simulated night tells a hand that is not stored, and standings that are not those of its own count."""

from rules.night import events
from rules.night.stages import Stage
from rules.night.stored.log_json import kind_and_payload
from tests.rules.night.support.logs import tables_of
from tests.tools.club_night.night import Hand
from tests.tools.club_night.stored import Stored

LOG = [
    *(events.Entered(number, (number,)) for number in (1, 2, 3)),
    events.StageBegun(Stage(), (1, 2, 3)),
    events.Seated(1, tables_of((1, 2, 3))),
]
SENT = {(1, 1): [Hand(1, (8, 0, 9))]}
LINES = [[2, 1, "12", None, None], [1, 2, "6", None, None], [3, 3, "0", None, None]]


def faults(lines, hands):
    stored = Stored([*map(kind_and_payload, LOG)], [(1, 1, hands)], lines)
    return list(stored.faults(SENT))


def test_a_night_that_is_stored_as_it_was_sent_has_no_fault():
    assert faults(LINES, 1) == []


def test_a_hand_that_is_lost_or_doubled_is_told():
    told = "round 1, table 1: 1 hands acknowledged, {} stored"
    assert [faults(LINES, hands) for hands in (0, 2)] == [
        [told.format(0)],
        [told.format(2)],
    ]


def test_standings_that_differ_from_the_second_count_are_told():
    wrong = [[2, 1, "11", None, None], *LINES[1:]]
    assert faults(wrong, 1) == [f"counted {LINES[0]}, told {wrong[0]}"]
