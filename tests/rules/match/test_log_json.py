"""The JSON form of every kind of entry: writing it and reading it back."""

import json

import pytest

from rules.close_kinds import Close
from rules.errors import Malformed
from rules.events import (
    BoughtBackIn,
    CameBack,
    DealerNamed,
    Declined,
    Finished,
    HandScored,
    HandVoided,
    Joined,
    Penalised,
    Reseated,
    Retired,
    RulesChanged,
    SatOut,
    SeatsDrawn,
    VoidReason,
)
from rules.match.corrections import Amended, Change, Redone, Undone
from rules.match.log_json import KINDS, dump, kind, load
from rules.packs import Card, Pack, Suit

STORED = [
    (
        '{"type": "hand", "closer": 0, "close": "clean", "deadwood": {"1": 25, "2": 31}}',
        HandScored({1: 25, 2: 31}, 0, Close.CLEAN),
    ),
    (
        '{"type": "hand", "closer": 2, "close": "knock", "deadwood": {"0": 0, "2": 3}, "melded": [0]}',
        HandScored({0: 0, 2: 3}, 2, Close.KNOCK, (0,)),
    ),
    (
        '{"type": "hand", "closer": 1, "deadwood": {"0": 12, "1": 0}, "table": {"0": 5, "1": 60}}',
        HandScored({0: 12, 1: 0}, 1, table={0: 5, 1: 60}),
    ),
    (
        '{"type": "hand", "closer": 0, "close": "rummy", "deadwood": {}, "value": 42}',
        HandScored({}, 0, Close.RUMMY, value=42),
    ),
    (
        '{"type": "hand", "closer": 0, "close": "out", "deadwood": {"1": 25}, "buys": {"0": 1, "1": 2}}',
        HandScored({1: 25}, 0, Close.OUT, buys={0: 1, 1: 2}),
    ),
    ('{"type": "hand", "closer": null, "deadwood": {"0": 12, "10": 8}}', HandScored({0: 12, 10: 8})),
    ('{"type": "hand", "closer": 1, "close": "chinchon", "deadwood": {}}', HandScored({}, 1, Close.CHINCHON)),
    ('{"type": "void", "reason": "false-close", "player": 1}', HandVoided(VoidReason.FALSE_CLOSE, 1)),
    ('{"type": "void", "reason": "misdeal"}', HandVoided(VoidReason.MISDEAL)),
    ('{"type": "void", "reason": "stock"}', HandVoided(VoidReason.STOCK)),
    ('{"type": "penalty", "player": 1, "points": -10}', Penalised(1, -10)),
    ('{"type": "buy_back", "player": 1}', BoughtBackIn(1)),
    ('{"type": "decline", "player": 1}', Declined(1)),
    ('{"type": "retire", "player": 1}', Retired(1)),
    ('{"type": "absent", "player": 1}', SatOut(1)),
    ('{"type": "back", "player": 1}', CameBack(1)),
    ('{"type": "join", "player": 3}', Joined(3)),
    ('{"type": "join", "player": 3, "position": 0}', Joined(3, 0)),
    ('{"type": "dealer", "player": 1}', DealerNamed(1)),
    ('{"type": "reseat", "order": [2, 0, 1]}', Reseated((2, 0, 1))),
    (
        '{"type": "draw", "pack": "french-52", "cards": {"0": "7c", "1": "Kd"}}',
        SeatsDrawn(Pack.FRENCH_52, {0: Card(7, Suit.CLUBS), 1: Card(13, Suit.DIAMONDS)}),
    ),
    (
        '{"type": "draw", "pack": "french-52", "cards": {"0": "7c"}, "dealer": 1}',
        SeatsDrawn(Pack.FRENCH_52, {0: Card(7, Suit.CLUBS)}, 1),
    ),
    (
        '{"type": "rules", "options": {"limit": 70, "jokers": [[2, 0], [4, 2]]}}',
        RulesChanged({"limit": 70, "jokers": [[2, 0], [4, 2]]}),
    ),
    ('{"type": "finish"}', Finished()),
    (
        '{"type": "amend", "changes": [{"at": 3, "entry": {"type": "penalty", "player": 1, "points": 5}},'
        ' {"at": [4, 0], "entry": null}, {"at": 5, "insert": {"type": "dealer", "player": 2}}]}',
        Amended(
            (
                Change(3, Penalised(1, 5)),
                Change((4, 0), None),
                Change(5, DealerNamed(2), insert=True),
            )
        ),
    ),
    ('{"type": "amend", "changes": []}', Amended(())),
    ('{"type": "undo"}', Undone()),
    ('{"type": "redo"}', Redone()),
]


@pytest.mark.parametrize(("stored", "entry"), STORED)
def test_what_is_stored_is_read_to_the_last_type(stored, entry):
    assert repr(load(json.loads(stored))) == repr(entry)


@pytest.mark.parametrize(("stored", "entry"), STORED)
def test_what_is_written_is_what_was_stored(stored, entry):
    assert dump(entry) == json.loads(stored)


def test_every_kind_of_entry_stands_among_those_stored():
    assert {kind(entry) for _, entry in STORED} == set(KINDS.values())


def test_the_closer_of_a_hand_that_nobody_closed_may_be_left_out():
    assert load({"type": "hand", "deadwood": {"0": 12}}) == HandScored({0: 12})


def test_a_winner_whose_hand_the_others_pay_may_be_all_that_a_hand_names():
    assert load({"type": "hand", "closer": 0, "value": 42}) == HandScored({}, 0, value=42)


def test_the_same_hand_is_written_the_same_whatever_the_order_in_which_it_was_typed():
    one, other = HandScored({2: 3, 0: 1}, 2, Close.KNOCK), HandScored({0: 1, 2: 3}, 2, Close.KNOCK)
    assert json.dumps(dump(one)) == json.dumps(dump(other))


def test_a_hand_that_is_no_false_close_names_nobody():
    assert load({"type": "void", "reason": "misdeal", "player": 1}) == HandVoided(VoidReason.MISDEAL)


HAND = {"type": "hand", "closer": 0, "close": "knock", "deadwood": {"0": 3, "1": 7}}


@pytest.mark.parametrize(
    "payload",
    [
        None,
        [],
        "undo",
        {},
        {"type": None},
        {"type": ["undo"]},
        {"type": "Undo"},
        {"type": "score"},
        HAND | {"deadwood": None},
        HAND | {"deadwood": [3, 7]},
        HAND | {"deadwood": {"0": "3"}},
        HAND | {"deadwood": {"0": 3.0}},
        HAND | {"deadwood": {"0": True}},
        HAND | {"deadwood": {"0": None}},
        HAND | {"deadwood": {"Ana": 3}},
        HAND | {"deadwood": {"-1": 3}},
        HAND | {"deadwood": {"00": 3}},
        HAND | {"deadwood": {" 0": 3}},
        HAND | {"deadwood": {"1_0": 3}},
        HAND | {"deadwood": {"١": 3}},
        HAND | {"table": None},
        HAND | {"table": {"0": "5"}},
        HAND | {"table": {"00": 5}},
        HAND | {"buys": [1, 2]},
        HAND | {"buys": {"0": 1.0}},
        HAND | {"value": None},
        HAND | {"value": "42"},
        HAND | {"closer": "0"},
        HAND | {"closer": -1},
        HAND | {"closer": False},
        HAND | {"close": "golpe"},
        HAND | {"melded": 1},
        HAND | {"melded": ["1"]},
        {"type": "hand"},
        {"type": "void"},
        {"type": "void", "reason": "boredom"},
        {"type": "void", "reason": "false-close"},
        {"type": "penalty", "player": 1},
        {"type": "penalty", "player": 1, "points": "10"},
        {"type": "penalty", "player": -1, "points": 10},
        {"type": "buy_back"},
        {"type": "retire", "player": None},
        {"type": "dealer", "player": 1.0},
        {"type": "join", "player": -1},
        {"type": "join", "player": 3, "position": -1},
        {"type": "join", "player": 3, "position": "first"},
        {"type": "reseat", "order": None},
        {"type": "draw", "cards": {"0": "7o"}},
        {"type": "draw", "pack": "spanish-40", "cards": {"0": "7o"}, "dealer": "0"},
        {"type": "draw", "pack": "spanish-40", "cards": {"0": "7o"}, "dealer": -1},
        {"type": "draw", "pack": "tarot", "cards": {"0": "7o"}},
        {"type": "draw", "pack": "spanish-40", "cards": {"0": "99o"}},
        {"type": "draw", "pack": "french-52", "cards": {"0": "10d"}},
        {"type": "draw", "pack": "spanish-40", "cards": {"0": 7}},
        {"type": "reseat", "order": ["0", "1"]},
        {"type": "reseat", "order": [0, -1]},
        {"type": "rules"},
        {"type": "rules", "options": None},
        {"type": "rules", "options": 7},
        {"type": "amend"},
        {"type": "amend", "changes": [{"at": 0}]},
        {"type": "amend", "changes": [{"entry": HAND}]},
        {"type": "amend", "changes": [{"at": "0", "entry": HAND}]},
        {"type": "amend", "changes": [{"at": [0], "entry": HAND}]},
        {"type": "amend", "changes": [{"at": [0, 1, 2], "entry": HAND}]},
        {"type": "amend", "changes": [{"at": 0, "insert": None}]},
        {"type": "amend", "changes": [{"at": 0, "entry": {"type": "undo"}}]},
        {"type": "amend", "changes": [{"at": 0, "entry": {"type": "redo"}}]},
        {"type": "amend", "changes": [{"at": 0, "entry": {"type": "amend", "changes": []}}]},
    ],
)
def test_what_is_no_entry_is_not_taken_for_one(payload):
    with pytest.raises(Malformed):
        load(payload)


def test_changed_rules_are_written_in_one_order():
    options = dump(RulesChanged({"limit": 120, "box": 10, "close_limit": 3}))["options"]
    assert list(options) == ["box", "close_limit", "limit"]
