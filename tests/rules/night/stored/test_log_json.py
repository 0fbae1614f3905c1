"""Each event of a night as it is stored, and back."""

import json

import pytest

from rules.errors import Malformed
from rules.night import events
from rules.night.events import KINDS, At, CutBy, TableResult
from rules.night.seating.values import Broken, SeatedTable, Wish
from rules.night.stages import Stage
from rules.night.stored.log_json import event_of, kind_and_payload

TABLE = SeatedTable(7, (3, 1, 2))
RESULT = TableResult({1: 1, 2: 2}, {1: 20, 2: 101}, {1: 5, 2: -5}, 6)
STORED = {
    "entered": (
        events.Entered(1, (11, 12)),
        {"entrant": 1, "people": [11, 12]},
    ),
    "left": (events.Left(1), {"entrant": 1}),
    "away": (events.Away(1), {"entrant": 1}),
    "back": (events.Back(1), {"entrant": 1}),
    "substituted": (events.Substituted(1, (13,)), {"entrant": 1, "people": [13]}),
    "bound": (
        events.TablesLimited(1, (2, 3)),
        {"entrant": 1, "only": [2, 3]},
    ),
    "removed": (events.Removed(1), {"entrant": 1}),
    "kept_apart": (events.KeptApart(1, 2), {"first": 1, "other": 2}),
    "kept_together": (events.KeptTogether(1, 2), {"first": 1, "other": 2}),
    "wish_dropped": (events.WishDropped(1, 2), {"first": 1, "other": 2}),
    "stage": (
        events.StageBegun(Stage(), (1, 2, 3), 7),
        {"stage": Stage().dump(), "entrants": [1, 2, 3], "seed": 7},
    ),
    "stage_changed": (events.StageChanged({"number": 5}), {"options": {"number": 5}}),
    "cut": (
        events.CutDecided(At(5, 0), (1, 2), (2,), CutBy.PLAYOFF),
        {"at": [5, 0], "level": [1, 2], "through": [2], "by": "playoff"},
    ),
    "seated": (
        events.Seated(
            1,
            (TABLE,),
            (4,),
            (Broken(Wish.APART, (1, 2)), Broken(Wish.REACH, (3,))),
            5,
            9,
            (2, 1),
            (1, 1),
            (5,),
        ),
        {
            "round": 1,
            "tables": [[7, [3, 1, 2]]],
            "resting": [4],
            "broken": [["apart", 1, 2], ["out-of-reach", 3]],
            "seed": 5,
            "steps": 9,
            "standings": [2, 1],
            "places": [1, 1],
            "waiting": [5],
        },
    ),
    "moved": (
        events.Moved(1, (TABLE,), (4,)),
        {"round": 1, "tables": [[7, [3, 1, 2]]], "out": [4]},
    ),
    "seats_kept": (
        events.SeatsKept(1, (4,), (5,)),
        {"round": 1, "out": [4], "back": [5]},
    ),
    "clock": (
        events.ClockSet(1, 30_000_000, 7),
        {"round": 1, "minute": 30_000_000, "second": 7},
    ),
    "reported": (
        events.Reported(At(1, 7), RESULT, "sin móvil"),
        {
            "at": [1, 7],
            "result": {
                "places": {"1": 1, "2": 2},
                "totals": {"1": 20, "2": 101},
                "money": {"1": 5, "2": -5},
                "hands": 6,
            },
            "reason": "sin móvil",
        },
    ),
    "report_withdrawn": (events.ReportWithdrawn(At(1, 7)), {"at": [1, 7]}),
    "attached": (events.Attached(At(1, 7), 99), {"at": [1, 7], "match": 99}),
    "paid": (events.Paid(1, 500), {"entrant": 1, "amount": 500}),
    "prize": (events.PrizeGiven(1, 900), {"entrant": 1, "amount": 900}),
    "ended": (events.Ended(), {}),
    "reopened": (events.Reopened(), {}),
    "taken_back": (events.TakenBack(5), {"entry": 5}),
}


def test_each_kind_has_an_example():
    assert STORED.keys() == set(KINDS.values())


@pytest.mark.parametrize("kind", STORED)
def test_an_event_is_stored_in_this_form_and_read_back(kind):
    event, payload = STORED[kind]
    assert kind_and_payload(event) == (kind, payload)
    assert repr(event_of(kind, json.loads(json.dumps(payload)))) == repr(event)


def test_what_no_screen_ever_set_is_read_and_forgotten():
    """1.0 stored it with its default for everybody who entered."""
    stored = {"entrant": 1, "people": [11, 12], "team": "", "only": []}
    assert event_of("entered", stored) == events.Entered(1, (11, 12))


@pytest.mark.parametrize(
    ("kind", "payload"),
    [
        ("unknown", {}),
        ("left", {"entrant": 1, "more": 2}),
        ("seated", {"round": 1, "tables": [[7, [1]]], "broken": [["apart", 1]]}),
        ("seated", {"round": 1, "tables": [], "broken": [["out-of-reach", 1, 2]]}),
        ("reported", {"at": [1, 7], "result": {"places": {"x": 1}}}),
        ("reported", {"at": [1, 7], "result": {"places": {"1": 1, "01": 2}}}),
        ("stage_changed", {"options": []}),
    ],
)
def test_what_is_no_event_is_refused(kind, payload):
    with pytest.raises(Malformed):
        event_of(kind, payload)
