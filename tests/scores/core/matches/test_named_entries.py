"""Entries by names that do not move: each entry has them, and they lead back to it."""

import json

import pytest
from hypothesis import given

from rules.events import Joined, Reseated
from rules.match.corrections import Amended, Change
from rules.match.log_json import load
from scores.core.matches.named_entries import (
    Misplaced,
    Mutation,
    entry_of_mutation,
    mutation_of,
    mutation_of_entry,
)
from scores.core.matches.scoresheet import kind_and_payload
from scores.models import Role
from tests.rules.support.matches import Written, logs
from tests.rules.support.table import hand, new
from tests.scores.support.drawn_boards import sheet_of

EVA = Joined(2, 1)


def sheet(*log):
    """The sheet of a match of two, with a log whose keys are k0, k1, …"""
    return sheet_of(Written([*log], [new(players=2)], []), Role.SCORE)


def by_name(before, entry):
    return mutation_of_entry(before, *kind_and_payload(entry), key="own")


def why_not(before, mutation):
    with pytest.raises(Misplaced) as misplaced:
        entry_of_mutation(before, mutation)
    return misplaced.value.why


@given(logs())
def test_the_names_of_every_entry_lead_back_to_it(written):
    whole = sheet_of(written, Role.SCORE)
    for row in whole.rows:
        before = whole.until(row.seq)
        seat = row.payload["player"] if row.kind == "join" else None
        joined_as = whole.names.get(seat, "")
        mutation = mutation_of_entry(
            before, row.kind, row.payload, key=row.client_key, at=7, joined_as=joined_as
        )
        sent = mutation_of(json.loads(json.dumps(mutation.dump())))
        assert sent == mutation
        assert entry_of_mutation(before, sent, seat) == load(
            {**row.payload, "type": row.kind}
        )


def test_who_joined_is_named_by_the_key_of_the_joining():
    mutation = by_name(sheet(EVA), Reseated((2, 0, 1)))
    assert mutation.payload == {"order": ["@k0", 0, 1]}
    assert mutation.names == {"@k0": "Eva", "0": "Ana", "1": "Luis"}


def test_a_correction_names_the_entry_and_the_change():
    log = [hand(0, 7), hand(0, 8), Amended((Change(1, hand(0, 9), insert=True),))]
    put_in = Change(1, hand(0, 5), insert=True)
    correction = Amended((put_in, Change((2, 0), None), Change((3, 0), hand(0, 4))))
    mutation = by_name(sheet(*log), correction)
    named = [change["of"] for change in mutation.payload["changes"]]
    assert named == ["k1", ["k2", 0], ["own", 0]]
    later = sheet(EVA, *log)
    for row in later.rows:
        row.client_key = f"k{row.seq - 1}"
    indices = [change.at for change in entry_of_mutation(later, mutation).changes]
    assert indices == [2, (3, 0), (4, 0)]


def test_what_is_not_in_the_log_is_gone():
    corrected = Amended((Change(0, None),))
    assert why_not(sheet(), by_name(sheet(hand(0, 7)), corrected)) == "gone"
    nobody = Mutation("k", 0, "penalty", {"player": 9, "points": 1}, {})
    assert why_not(sheet(), nobody) == "gone"


def test_two_names_of_one_seat_are_refused():
    payload = {"deadwood": {"0": 0, "2": 5, "@k0": 9}, "closer": 0, "close": "clean"}
    names = {"0": "Ana", "2": "Eva", "@k0": "Eva"}
    assert why_not(sheet(EVA), Mutation("k", 0, "hand", payload, names)) == "gone"
