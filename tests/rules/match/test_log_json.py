"""The JSON form of every kind of entry: writing it and reading it back."""

import json
from contextlib import suppress
from pathlib import Path
from typing import get_args

import pytest

from rules.cards.hand_cards import cards_as_they_lay, text_of_cards
from rules.errors import BadRecord, Illegal, Malformed
from rules.events import (
    BoughtBackIn,
    CameBack,
    Close,
    DealerNamed,
    Declined,
    Event,
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
    seats_named,
)
from rules.match.corrections import Amended, Change, Redone, Undone
from rules.match.log_json import (
    KINDS,
    MOST_LINES,
    MOST_SEATS,
    SPARE_LINES,
    dump,
    kind,
    lines_of,
    load,
    payload_with_names,
    verify_bounds,
    verify_room,
)
from rules.match.verify import can
from rules.packs import Card, Pack, Suit
from tests.rules.support import matches
from tests.rules.support.table import board_after, hand

CONFORMANCE = Path(__file__).parents[2] / "conformance"
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
    (
        '{"type": "hand", "closer": 0, "close": "knock", "deadwood": {"0": 4, "1": 7},'
        ' "cards": {"0": "1o 2o 3o,7o 7c 7e;4b", "1": "6c 6e 6b,5o;7b"}}',
        HandScored(
            {0: 4, 1: 7},
            0,
            Close.KNOCK,
            cards={0: "1o 2o 3o,7o 7c 7e;4b", 1: "6c 6e 6b,5o;7b"},
        ),
    ),
    (
        '{"type": "hand", "closer": null, "deadwood": {"0": 12, "10": 8}}',
        HandScored({0: 12, 10: 8}),
    ),
    (
        '{"type": "void", "reason": "false-close", "player": 1}',
        HandVoided(VoidReason.FALSE_CLOSE, 1),
    ),
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
        SeatsDrawn(
            Pack.FRENCH_52, {0: Card(7, Suit.CLUBS), 1: Card(13, Suit.DIAMONDS)}
        ),
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
    ('{"type": "undo"}', Undone()),
    ('{"type": "redo"}', Redone()),
]


@pytest.mark.parametrize(("stored", "entry"), STORED)
def test_what_is_stored_is_read_to_the_last_type_and_written_as_it_was(stored, entry):
    assert repr(load(json.loads(stored))) == repr(entry)
    assert dump(entry) == json.loads(stored)


def test_every_kind_of_entry_stands_among_those_stored():
    assert {kind(entry) for _, entry in STORED} == set(KINDS.values())


@pytest.mark.skipif(not get_args(Event), reason="a phone has no union of them")
def test_every_event_has_a_kind_and_comes_up_in_random_matches():
    assert {*KINDS} == {*get_args(Event), Amended, Undone, Redone}
    assert {*matches.KINDS} == {*get_args(Event)}


@pytest.mark.parametrize("stored", [stored for stored, _ in STORED])
def test_an_event_names_the_seats_that_its_stored_form_has(stored):
    payload = json.loads(stored)
    seats = set[int]()
    payload_with_names(payload, lambda seat: seats.add(int(seat)))
    entry = load(payload)
    if isinstance(entry, get_args(Event)):
        # who joins is not at the table yet
        assert {*seats_named(entry)} == (seats if payload["type"] != "join" else set())


def test_no_event_of_a_seat_names_who_is_out():
    """By `_OF_PLAYERS` of `rules.match.verify`, or by a check of its own."""
    board = board_after(hand(0, 2, 2, 2, 2), players=5, rebuys=0, start=(0, 99, 99, 99))
    assert board.seats_out == (1, 2, 3)
    named = [entry for _, entry in STORED if getattr(entry, "seat", None) is not None]
    assert [entry for entry in named if can(board, entry)] == []


def test_what_says_nothing_may_be_left_out_of_an_entry():
    assert load({"type": "hand", "deadwood": {"0": 12}}) == HandScored({0: 12})
    assert load({"type": "hand", "closer": 0, "value": 42}) == HandScored(
        {}, 0, value=42
    )
    assert load({"type": "void", "reason": "misdeal", "player": 1}) == HandVoided(
        VoidReason.MISDEAL
    )


def test_the_same_entry_is_written_the_same_whatever_the_order_in_which_it_was_typed():
    one = HandScored({2: 3, 0: 1}, 2, Close.KNOCK)
    other = HandScored({0: 1, 2: 3}, 2, Close.KNOCK)
    assert json.dumps(dump(one)) == json.dumps(dump(other))
    options = dump(RulesChanged({"limit": 120, "box": 10, "close_limit": 3}))["options"]
    assert list(options) == ["box", "close_limit", "limit"]


def test_what_is_no_entry_is_not_taken_for_one():
    taken = []
    for payload in json.loads(
        (CONFORMANCE / "malformed_entries.json").read_text("utf-8")
    )["malformed"]:
        with suppress(Malformed):
            taken.append((payload, load(payload)))
    assert taken == []


@pytest.mark.parametrize(
    "text",
    [
        "1o 2o 3o",
        "1o 2o 3o;4b;5b",
        "1o  2o;",
        "1o,,2o;",
        "10d;",
        "4B;",
        "13o;",
        "Ana;",
        "<b>;",
        "1o 2o 3o; 4b",
    ],
)
def test_no_hand_enters_with_cards_that_are_not_written_as_the_checker_does(text):
    with pytest.raises(BadRecord):
        verify_bounds(HandScored({0: 4}, cards={0: text}))
    stored = {
        "type": "hand",
        "closer": None,
        "deadwood": {"0": 4},
        "cards": {"0": text},
    }
    assert load(stored).deadwood == {0: 4}  # what is stored is read


@pytest.mark.parametrize(
    "text", [";", ";4b", "1o 2o 3o;", "Ts 9s 8s,7c *;Kd", "1o 2o 3o,7o 7c 7e;4b 12e"]
)
def test_cards_of_a_hand_are_read_and_written_alike(text):
    verify_bounds(HandScored({0: 4}, cards={0: text}))
    assert text_of_cards(cards_as_they_lay(text)) == text


# How long a log may become


PLAYED = hand(0, 20)


def replacing(lines):
    return Amended(tuple(Change(line, PLAYED) for line in range(lines)))


def refused(seats, log, *entries):
    """The code of the refusal and the most it names; None if there is room."""
    try:
        verify_room(seats, log, *entries)
    except Illegal as full:
        return full.code, full.details["most"]
    return None


@pytest.mark.parametrize(
    ("seats", "lines"), [(2, 700), (4, 700), (6, 466), (8, 350), (16, 175)]
)
def test_a_log_has_a_most_number_of_lines_that_falls_with_many_seats(seats, lines):
    assert refused(seats, [PLAYED] * (lines - 1), PLAYED) is None
    assert refused(seats, [PLAYED] * lines, PLAYED) == ("log-full", lines)


FULL = ("log-full", MOST_LINES)


def test_a_full_log_has_room_for_a_correction_and_the_end_and_always_for_an_undo():
    full = [PLAYED] * MOST_LINES
    entries = [PLAYED, Joined(2), replacing(1), Undone(), Redone(), Finished()]
    assert [refused(2, full, entry) for entry in entries] == [
        FULL,
        FULL,
        None,
        None,
        None,
        None,
    ]
    full += [replacing(1)] * SPARE_LINES
    entries = [replacing(1), Redone(), Finished(), Undone()]
    assert [refused(2, full, entry) for entry in entries] == [*[FULL] * 3, None]


def test_a_correction_counts_as_many_lines_as_it_writes():
    removing = Amended((Change(0, None), Change(1, None)))
    assert [
        lines_of(entry) for entry in (PLAYED, Undone(), removing, replacing(3))
    ] == [1, 1, 1, 3]
    assert refused(2, [replacing(MOST_LINES)], PLAYED) == FULL
    log = [PLAYED] * (MOST_LINES + SPARE_LINES - 3)
    assert [refused(2, log, replacing(lines)) for lines in (3, 4)] == [None, FULL]


def test_who_joined_counts_as_a_seat_even_after_leaving():
    joined = [Joined(seat) for seat in range(2, MOST_SEATS)]
    assert refused(2, joined[:-1], joined[-1]) is None
    full = ("table-full", MOST_SEATS)
    inserted = Amended((Change(0, Joined(MOST_SEATS), insert=True),))
    assert [refused(2, joined, Joined(MOST_SEATS)), refused(2, [], inserted)] == [
        full,
        full,
    ]
    seven_not_eight = [[Joined(6), *[PLAYED] * lines] for lines in (398, 399)]
    assert [refused(2, log, PLAYED) for log in seven_not_eight] == [
        None,
        ("log-full", 400),
    ]


def test_several_entries_need_room_for_all_of_them():
    log = [PLAYED] * (MOST_LINES - 2)
    assert [refused(2, log, *[PLAYED] * more) for more in (2, 3)] == [None, FULL]


# With other names of players


def entry_with(name):
    """An entry that names everybody whom one can name, by the numbers 0 to 10."""
    return {
        "player": name(0),
        "closer": name(1),
        "dealer": name(2),
        "order": [name(3)],
        "melded": [name(4)],
        "deadwood": {name(5): 7},
        "table": {name(6): 7},
        "buys": {name(7): 7},
        "cards": {name(8): "7o"},
        "changes": [
            {"at": 0, "entry": {"player": name(9)}},
            {"at": 1, "insert": {"player": name(10)}},
            {"at": 2, "entry": None},
            8,
        ],
        "points": 9,
    }


def test_everybody_whom_an_entry_names_is_renamed():
    renamed = payload_with_names(entry_with(str), "P{}".format)
    assert renamed == entry_with("P{}".format)


@pytest.mark.parametrize(
    ("nobody", "path"),
    [
        ("0", ".player"),
        ("3", ".order[0]"),
        ("5", ".deadwood.5"),
        ("10", ".changes[1].insert.player"),
    ],
)
def test_who_is_nobody_is_refused_by_the_path_in_the_entry(nobody, path):
    def rename(name):
        if name == nobody:
            raise BadRecord("nobody")
        return name

    with pytest.raises(BadRecord) as bad:
        payload_with_names(entry_with(str), rename)
    assert bad.value.path == f"${path}"


def test_what_has_not_the_form_of_an_entry_is_left_as_it_is():
    odd = {
        **dict.fromkeys(("order", "melded", "deadwood", "table", "buys", "changes"), 7),
        "player": None,
        "closer": None,
        "options": {"limit": 7},
        "other": [{"player": 1}],
        "entry": {"player": 1},
    }
    assert payload_with_names(odd, str) == odd
    change = {"at": 0, "entry": {}, "player": 1, "cards": {1: 7}}
    amend = {"type": "amend", "changes": [change, 7]}
    assert payload_with_names(amend, str) == amend
