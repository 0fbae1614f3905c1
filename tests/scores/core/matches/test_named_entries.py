"""Entries by names that do not move: each entry has them, and they lead back to it."""

import json

import pytest
from hypothesis import given

from rules.events import Joined, Penalised, Reseated
from rules.match.corrections import Amended, Change
from rules.match.log_json import load
from scores.core.matches.named_entries import (
    Misplaced,
    Mutation,
    entry_of_mutation,
    mutation_of,
    mutation_of_entry,
)
from scores.core.matches.scoresheet import Sheet, kind_and_payload
from scores.models import Circle, Entry as Row, Match, Player, Seat
from tests.rules.support.matches import logs
from tests.rules.support.table import hand, new
from tests.scores.support.drawn_boards import sheet_of

DORA = Joined(2, 1)
EDU = Joined(3)


def sheet(*log, names=("Ana", "Luis", "Dora", "Edu")):
    """The sheet of a match of two, with a log whose keys are k0, k1, …"""
    start = new(players=2)
    match = Match(
        code="a", circle=Circle(), ruleset=start.ruleset.dump(), players_at_start=2
    )
    seats = [
        Seat(match=match, position=index, player=Player(name=name))
        for index, name in enumerate(names)
    ]
    return Sheet(match, seats=seats, rows=rows(log))


def rows(log):
    written = [(seq, *kind_and_payload(entry)) for seq, entry in enumerate(log)]
    return [
        Row(seq=seq, client_key=f"k{seq}", kind=kind, payload=payload)
        for seq, kind, payload in written
    ]


def by_name(before, entry, key="new", joined_as=""):
    kind, payload = kind_and_payload(entry)
    return mutation_of_entry(before, kind, payload, key=key, joined_as=joined_as)


def why_not(before, mutation):
    with pytest.raises(Misplaced) as misplaced:
        entry_of_mutation(before, mutation)
    return misplaced.value.why


@given(logs())
def test_the_names_of_every_entry_lead_back_to_it(written):
    whole = sheet_of(written, 3)
    for row in whole.rows:
        row.client_key = f"key {row.seq}"
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


@pytest.mark.parametrize(
    ("entry", "payload", "names"),
    [
        (
            hand(0, 7, 12),
            {"closer": 0, "close": "clean", "deadwood": {"0": 0, "1": 7, "@k0": 12}},
            {"0": "Ana", "1": "Luis", "@k0": "Dora"},
        ),
        (
            Reseated((2, 0, 1)),
            {"order": ["@k0", 0, 1]},
            {"@k0": "Dora", "0": "Ana", "1": "Luis"},
        ),
    ],
)
def test_who_joined_is_named_by_the_key_of_the_joining(entry, payload, names):
    mutation = by_name(sheet(DORA), entry)
    assert mutation.payload == payload
    assert mutation.names == names
    assert entry_of_mutation(sheet(DORA), mutation) == entry


def test_who_joins_has_a_name_and_the_server_gives_the_seat():
    mutation = by_name(sheet(), DORA, joined_as="Dora")
    assert mutation == Mutation("new", 0, "join", {"name": "Dora", "position": 1}, {})
    assert entry_of_mutation(sheet(EDU), mutation, 7) == Joined(7, 1)


def test_a_hand_goes_to_who_joined_in_whatever_seat_the_server_has_put_him():
    mutation = by_name(sheet(DORA), Penalised(2, 33))
    elsewhere = sheet(Joined(2), Joined(3), names=("Ana", "Luis", "Edu", "Dora"))
    elsewhere.rows[1].client_key = "k0"
    elsewhere.rows[0].client_key = "other"
    assert entry_of_mutation(elsewhere, mutation) == Penalised(3, 33)


def test_a_correction_names_the_entry_and_the_change():
    before = sheet(
        hand(0, 7), hand(0, 8), Amended((Change(1, hand(0, 9), insert=True),))
    )
    correction = Amended(
        (
            Change(0, hand(3, 7)),
            Change((2, 0), None),
            Change(1, hand(0, 5), insert=True),
            Change((3, 2), hand(0, 4)),
        )
    )
    mutation = by_name(before, correction, key="own")
    assert [change["of"] for change in mutation.payload["changes"]] == [
        "k0",
        ["k2", 0],
        "k1",
        ["own", 2],
    ]
    assert entry_of_mutation(before, mutation) == correction
    later = Sheet(before.match, seats=before.seats, rows=[*rows((DORA,)), *before.rows])
    later.rows[0].client_key = "other"
    assert [change.at for change in entry_of_mutation(later, mutation).changes] == [
        1,
        (3, 0),
        2,
        (4, 2),
    ]


def test_what_is_not_in_the_log_is_gone():
    assert (
        why_not(sheet(names=("Ana", "Luis")), by_name(sheet(DORA), Penalised(2, 5)))
        == "gone"
    )
    corrected = Amended((Change(0, None),))
    assert why_not(sheet(), by_name(sheet(hand(0, 7)), corrected)) == "gone"
    assert (
        why_not(sheet(), Mutation("k", 0, "penalty", {"player": 9, "points": 1}, {}))
        == "gone"
    )


def test_two_names_of_one_seat_are_refused():
    payload = {"deadwood": {"0": 0, "2": 5, "@k0": 9}, "closer": 0, "close": "clean"}
    names = {"0": "Ana", "2": "Dora", "@k0": "Dora"}
    assert why_not(sheet(DORA), Mutation("k", 0, "hand", payload, names)) == "gone"
