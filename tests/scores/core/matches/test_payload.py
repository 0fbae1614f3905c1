"""Stored entries stay readable: one literal payload of each kind, never made by `dump`."""

import json

import pytest

from rules.events import (
    BoughtBackIn,
    CameBack,
    Close,
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
from rules.match import log_json
from rules.match.corrections import Amended, Change, Redone, Undone
from rules.packs import Card, Pack, Suit
from scores.core.matches.replay_cache import entry_of
from scores.models import Entry, Match
from tests.rules.support.table import hand


def closed(close: Close) -> HandScored:
    return HandScored({0: 4, 1: 0}, 1, close)


STORED = {
    ("hand", '{"closer": 0, "close": "knock", "deadwood": {"0": 3, "1": 23}}'): hand(3, 23),
    ("hand", '{"closer": 2, "close": "clean", "deadwood": {"0": 30, "1": 2}}'): hand(30, 2, closer=2),
    ("hand", '{"closer": 1, "close": "joker-run-1", "deadwood": {"0": 4, "1": 0}}'): closed(
        Close.JOKER_RUN_1
    ),
    ("hand", '{"closer": 1, "close": "joker-run-2", "deadwood": {"0": 4, "1": 0}}'): closed(
        Close.JOKER_RUN_2
    ),
    ("hand", '{"closer": 1, "close": "chinchon", "deadwood": {}}'): HandScored({}, 1, Close.CHINCHON),
    ("hand", '{"closer": null, "deadwood": {"0": 12, "1": 23}}'): HandScored({0: 12, 1: 23}),
    ("hand", '{"closer": 0, "close": "clean", "deadwood": {"0": 0, "1": 0}, "melded": [1]}'): (
        hand(0, 0, melded=(1,))
    ),
    ("void", '{"reason": "false-close", "player": 1}'): HandVoided(VoidReason.FALSE_CLOSE, 1),
    ("void", '{"reason": "misdeal"}'): HandVoided(VoidReason.MISDEAL),
    ("void", '{"reason": "stock"}'): HandVoided(VoidReason.STOCK),
    ("penalty", '{"player": 2, "points": -10}'): Penalised(2, -10),
    ("buy_back", '{"player": 1}'): BoughtBackIn(1),
    ("decline", '{"player": 1}'): Declined(1),
    ("retire", '{"player": 1}'): Retired(1),
    ("absent", '{"player": 1}'): SatOut(1),
    ("back", '{"player": 1}'): CameBack(1),
    ("join", '{"player": 3, "position": 0}'): Joined(3, 0),
    ("join", '{"player": 3}'): Joined(3),
    ("dealer", '{"player": 2}'): DealerNamed(2),
    ("reseat", '{"order": [2, 0, 1]}'): Reseated((2, 0, 1)),
    ("draw", '{"pack": "spanish-40", "cards": {"0": "7o", "1": "12b"}}'): SeatsDrawn(
        Pack.SPANISH_40, {0: Card(7, Suit.OROS), 1: Card(12, Suit.BASTOS)}
    ),
    ("draw", '{"pack": "spanish-40", "cards": {"0": "7o", "1": "12b"}, "dealer": 0}'): SeatsDrawn(
        Pack.SPANISH_40, {0: Card(7, Suit.OROS), 1: Card(12, Suit.BASTOS)}, 0
    ),
    ("rules", '{"options": {"limit": 50, "rebuys": null, "chinchon_points": "wins"}}'): RulesChanged(
        {"limit": 50, "rebuys": None, "chinchon_points": "wins"}
    ),
    ("finish", "{}"): Finished(),
    (
        "amend",
        '{"changes": [{"at": 0, "entry": {"type": "hand", "closer": null, "deadwood": {"0": 1}}},'
        ' {"at": [3, 0], "entry": null}, {"at": 2, "insert": {"type": "decline", "player": 1}}]}',
    ): Amended((Change(0, HandScored({0: 1})), Change((3, 0), None), Change(2, Declined(1), insert=True))),
    ("undo", "{}"): Undone(),
    ("redo", "{}"): Redone(),
}


@pytest.mark.parametrize(("kind", "payload"), STORED)
def test_a_stored_line_is_read_and_written_as_it_stands(kind, payload):
    entry = STORED[kind, payload]
    row = Entry(kind=kind, payload=json.loads(payload))
    assert repr(entry_of((row.kind, row.payload))) == repr(entry)
    assert log_json.dump(entry) == {"type": kind, **json.loads(payload)}


def test_every_kind_has_its_fixture():
    assert {kind for kind, _payload in STORED} == set(log_json.KINDS.values())


def test_a_ruleset_stored_before_a_knob_was_added_reads_it_as_it_was():
    packs = ((4, 1), (8, 2))
    rules = Match(
        ruleset={"key": "chinchon-french", "limit": 50, "packs": [list(pair) for pair in packs]}
    ).rules
    assert (rules.key, rules.limit, rules.packs, rules.close_limit) == ("chinchon-french", 50, packs, 4)
