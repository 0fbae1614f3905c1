"""A match as a JSON document: writing, reading back, and errors with their place."""

import json
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from rules.close_kinds import Close
from rules.events import Finished, HandScored, Joined, Penalised, Reseated
from rules.match.board import new_board
from rules.match.corrections import Amended, Change, Undone, effective
from rules.match.play import replay
from rules.presets import CHINCHON, RULESETS, RUM_500_PAIRS
from rules.records.codec import dump, read, write
from rules.records.model import Record, RecordedEntry, board_of
from rules.records.parser import load
from rules.records.validators import BadRecord
from tests.rules.support.matches import logs

DOCS = Path(__file__).parents[3] / "docs"
SCHEMA = Draft202012Validator(json.loads((DOCS / "record.schema.json").read_text(encoding="utf-8")))

EVENING = Record(
    ruleset=CHINCHON.turned({"limit": 70}),
    players=("Ana", "Ana", "Eva"),
    joined=("Paco", "Ana"),
    dealer=2,
    direction=-1,
    start={2: 3},
    played_on=date(2026, 11, 21),
    entries=(
        RecordedEntry(
            HandScored({1: 25, 2: 31}, 0, Close.CLEAN),
            at=datetime(2026, 11, 21, 20, 15, tzinfo=UTC),
            happened_at=datetime(2026, 11, 21, 20, 14, 59, tzinfo=UTC),
        ),
        RecordedEntry(Joined(3)),
        RecordedEntry(Penalised(3, 5)),
        RecordedEntry(Amended((Change(2, Penalised(3, 9)), Change(1, Finished(), insert=True)))),
        RecordedEntry(Undone()),
        RecordedEntry(Reseated((1, 0, 3, 2))),
    ),
)


def document(**changes):
    return dump(EVENING) | changes


def test_a_record_names_players_and_gives_those_of_one_name_an_id_each():
    written = document()
    assert written["players"] == [
        {"id": "Ana", "name": "Ana"},
        {"id": "Ana 2", "name": "Ana"},
        {"id": "Eva", "name": "Eva"},
    ]
    assert written["joined"] == [{"id": "Paco", "name": "Paco"}, {"id": "Ana 3", "name": "Ana"}]
    assert (written["dealer"], written["start"]) == ("Eva", {"Eva": 3})
    assert written["entries"][0] == {
        "entry": {"type": "hand", "closer": "Ana", "close": "clean", "deadwood": {"Ana 2": 25, "Eva": 31}},
        "at": "2026-11-21T20:15:00+00:00",
        "happened_at": "2026-11-21T20:14:59+00:00",
    }
    assert written["entries"][3]["entry"]["changes"][0]["entry"]["player"] == "Paco"
    assert written["entries"][5]["entry"]["order"] == ["Ana 2", "Ana", "Paco", "Eva"]


def test_an_id_is_never_somebody_else_s_name():
    record = Record(CHINCHON, ("Ana", "Ana", "Ana 2"))
    assert [one["id"] for one in dump(record)["players"]] == ["Ana", "Ana 3", "Ana 2"]
    assert read(write(record)) == record


def test_what_is_written_is_read_back_to_the_last_type():
    assert repr(read(write(EVENING))) == repr(EVENING)


@given(logs())
def test_a_record_of_any_match_is_read_back_with_an_identical_board(match):
    start = match.start
    record = Record(
        ruleset=start.ruleset,
        players=tuple(f"P{seat % 3}" for seat in start.order),
        joined=tuple(f"J{number}" for number in range(20)),
        teams=start.teams,
        dealer=start.dealer,
        direction=start.direction,
        entries=tuple(RecordedEntry(entry) for entry in match.log),
    )
    again = read(write(record))
    assert repr(again) == repr(record)
    assert board_of(again) == match.board == replay(start, effective(match.log)).board
    assert SCHEMA.is_valid(json.loads(write(record)))


@pytest.mark.parametrize("key", RULESETS)
def test_every_preset_can_be_recorded(key):
    players = ("N", "E", "S", "W")
    record = Record(RULESETS[key], players)
    assert repr(read(write(record))) == repr(record)
    assert SCHEMA.is_valid(dump(record))


def test_the_first_board_is_the_one_that_is_recorded():
    assert EVENING.first_board() == new_board(EVENING.ruleset, 3, 2, -1, {2: 3})


def test_partners_are_recorded():
    record = Record(RUM_500_PAIRS, ("N", "E", "S", "W"), teams=((0, 1), (2, 3)), start={0: 40})
    assert dump(record)["teams"] == [["N", "E"], ["S", "W"]]
    assert board_of(read(write(record))).sides == ((0, 1), (2, 3))
    assert board_of(record).total(1) == 40


def test_a_record_may_be_short():
    short = {"reenganche": 1, "ruleset": {}, "players": ["Ana", "Eva"], "dealer": "Eva", "entries": []}
    assert load(short) == Record(CHINCHON, ("Ana", "Eva"), dealer=1)
    assert SCHEMA.is_valid(short)


def test_the_record_on_the_page_is_one():
    page = (DOCS / "RECORDS.md").read_text(encoding="utf-8")
    text = page.split("```json\n")[1].split("```")[0]
    assert SCHEMA.is_valid(json.loads(text))
    assert [standing.total for standing in board_of(read(text)).standings.values()] == [0, 0, 3]


HAND = {"type": "hand", "closer": "Ana", "close": "clean", "deadwood": {"Eva": 3, "Ana 2": 4}}


FAR = 10**9
HUNDRED = str([f"P{number}" for number in range(100)])[:60]


def with_entry(entry, **clocks):
    return document(entries=[{"entry": entry} | clocks])


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (None, "$: no object: None"),
        ([], "$: no object: []"),
        ({}, "$.reenganche: is missing: this is no such document"),
        (document(reenganche=2), "$.reenganche: version 2 is not known, only 1"),
        (document(reenganche="1"), "$.reenganche: version '1' is not known, only 1"),
        (document(reenganche=True), "$.reenganche: version True is not known, only 1"),
        ({key: value for key, value in document().items() if key != "players"}, "$.players: is missing"),
        ({key: value for key, value in document().items() if key != "entries"}, "$.entries: is missing"),
        (document(totals=[1, 2]), "$.totals: is not known"),
        (document(ruleset=None), "$.ruleset: no object: None"),
        (document(ruleset={"limit": "70"}), "$.ruleset.limit: no rule: '70'"),
        (document(ruleset={"limits": 70}), "$.ruleset.limits: no rule: 70"),
        (document(ruleset={"set_min": 5}), "$.ruleset.set_min: no rule: 5"),
        (document(ruleset={"key": 7}), "$.ruleset.key: no rule: 7"),
        (document(players=["Ana"]), "$.players: no list of 2 to 99: ['Ana']"),
        (document(players="Ana"), "$.players: no list of 2 to 99: 'Ana'"),
        (document(players=["Ana", 7]), "$.players[1]: no object: 7"),
        (document(players=["Ana", " "]), "$.players[1]: no name: ' '"),
        (document(players=["Ana", "E\x00va"]), "$.players[1]: no letters: 'E\\x00va'"),
        (document(players=["Ana", "\ud800"]), "$.players[1]: no letters: '\\ud800'"),
        (document(players=["Ana", "Ana"]), "$.players[1]: a second 'Ana': give each an id of his own"),
        (document(players=["Ana", {"id": " ", "name": "b"}]), "$.players[1].id: no name: ' '"),
        (document(players=["Ana", {"id": "b"}]), "$.players[1].name: is missing"),
        (document(players=["Ana", {"name": "b"}]), "$.players[1].id: is missing"),
        (
            document(players=["Ana", {"id": "b", "name": "x" * 201}]),
            "$.players[1].name: no name: 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
        ),
        (document(joined=7), "$.joined: no list of 0 to 99: 7"),
        (document(joined=["Paco", 7]), "$.joined[1]: no object: 7"),
        (document(joined=["Eva"]), "$.joined[0]: a second 'Eva': give each an id of his own"),
        (document(dealer="Luis"), "$.dealer: nobody of the match: 'Luis'"),
        (document(dealer=2), "$.dealer: nobody of the match: 2"),
        (document(dealer="Paco"), "$.dealer: joined later"),
        (
            document(players=[f"P{number}" for number in range(100)]),
            f"$.players: no list of 2 to 99: {HUNDRED}",
        ),
        (document(direction=0), "$.direction: neither 1 nor -1: 0"),
        (document(direction=True), "$.direction: neither 1 nor -1: True"),
        (document(start={"Luis": 3}), "$.start.Luis: nobody of the match: 'Luis'"),
        (document(start={"Eva": "3"}), f"$.start.Eva: no whole number from {-FAR} to {FAR}: '3'"),
        (
            document(start={"Eva": FAR + 1}),
            f"$.start.Eva: no whole number from {-FAR} to {FAR}: 1000000001",
        ),
        (document(start=[3]), "$.start: no object: [3]"),
        (document(teams=[["Ana", "Luis"]]), "$.teams[0][1]: nobody of the match: 'Luis'"),
        (document(teams=[["Ana", "Eva"], ["Eva"]]), "$.teams: duplicate-player (seat=2)"),
        (document(teams="NS"), "$.teams: no list of 0 to 99: 'NS'"),
        (document(teams=[[]]), "$.teams[0]: no list of 1 to 99: []"),
        (document(played_on="yesterday"), "$.played_on: no day: 'yesterday'"),
        (document(played_on=20261121), "$.played_on: no day: 20261121"),
        (document(entries={}), "$.entries: no list of 0 to 100000: {}"),
        (document(entries=[HAND]), "$.entries[0].entry: is missing"),
        (with_entry(None), "$.entries[0].entry: no object: None"),
        (with_entry({}), "$.entries[0].entry: not a log entry: {}"),
        (with_entry({"type": "score"}), "$.entries[0].entry: not a log entry: {'type': 'score'}"),
        (with_entry({"type": "retire"}), "$.entries[0].entry: not a log entry: {'type': 'retire'}"),
        (
            with_entry({"type": "retire", "player": "Luis"}),
            "$.entries[0].entry.player: nobody of the match: 'Luis'",
        ),
        (with_entry({"type": "retire", "player": 0}), "$.entries[0].entry.player: nobody of the match: 0"),
        (with_entry(HAND | {"closer": "Luis"}), "$.entries[0].entry.closer: nobody of the match: 'Luis'"),
        (
            with_entry(HAND | {"deadwood": {"Luis": 3}}),
            "$.entries[0].entry.deadwood.Luis: nobody of the match: 'Luis'",
        ),
        (
            with_entry(HAND | {"deadwood": {"Eva": 10**10}}),
            f"$.entries[0].entry.deadwood.Eva: no whole number from {-FAR} to {FAR}: 10000000000",
        ),
        (
            with_entry({"type": "hand", "deadwood": {"Eva": "3"}}),
            "$.entries[0].entry: not a log entry: {'type': 'hand', 'deadwood': {2: '3'}}",
        ),
        (
            with_entry({"type": "reseat", "order": ["Eva", "Luis"]}),
            "$.entries[0].entry.order[1]: nobody of the match: 'Luis'",
        ),
        (
            with_entry({"type": "amend", "changes": [{"at": 0, "entry": HAND | {"closer": "Luis"}}]}),
            "$.entries[0].entry.changes[0].entry.closer: nobody of the match: 'Luis'",
        ),
        (
            with_entry({"type": "amend", "changes": [{"at": [0, FAR + 1]}]}),
            f"$.entries[0].entry.changes[0].at[1]: no whole number from {-FAR} to {FAR}: 1000000001",
        ),
        (document(entries=[{}]), "$.entries[0].entry: is missing"),
        (document(entries=[7]), "$.entries[0]: no object: 7"),
        (
            with_entry({"type": "penalty", "player": "Ana", "points": True}),
            "$.entries[0].entry: not a log entry: {'type': 'penalty', 'player': 0, 'points': True}",
        ),
        (with_entry(HAND, at="20:15"), "$.entries[0].at: no time: '20:15'"),
        (with_entry(HAND, at="2026-11-21T20:15:00"), "$.entries[0].at: a time without its zone"),
        (with_entry(HAND, happened_at=7), "$.entries[0].happened_at: no time: 7"),
    ],
)
def test_what_is_no_record_is_refused_by_the_place_that_is_wrong(wrong, said):
    with pytest.raises(BadRecord) as refused:
        load(wrong)
    assert str(refused.value) == f"{refused.value.place}: {refused.value.reason}" == said


def test_what_lies_at_the_edge_is_still_a_record():
    crowd = [f"P{number}" for number in range(98)]
    long = {"id": "Ana", "name": "x" * 200}
    start = {"Ana": -FAR, "P0": FAR}
    record = load(
        document(players=[long, *crowd], joined=[], dealer="P97", start=start, teams=[], entries=[])
    )
    assert record == replace(
        EVENING,
        players=("x" * 200, *crowd),
        joined=(),
        dealer=98,
        start={0: -FAR, 1: FAR},
        teams=(),
        entries=(),
    )


@pytest.mark.parametrize("length", [0, 1, 10, 100, 500, -2])
def test_a_text_that_breaks_off_is_no_record(length):
    with pytest.raises(BadRecord) as refused:
        read(write(EVENING)[:length])
    assert refused.value.place == "$"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[" * 100_000, "$: nested too deeply"),
        ('{"a": 1, "b": 2, "a": 1}', "$: twice: 'a'"),
        ("Ana", "$: no JSON: Expecting value: line 1 column 1 (char 0)"),
        ("NaN", "$: number: 'NaN'"),
        ("7", "$: no object: 7"),
    ],
)
def test_a_text_that_is_something_else_is_no_record(text, said):
    with pytest.raises(BadRecord) as refused:
        read(text)
    assert str(refused.value) == said
    assert refused.value.place == "$"


def test_a_record_is_text_that_people_can_read():
    text = write(Record(CHINCHON, ("Iñaki", "Eva")))
    assert text.startswith('{\n "reenganche": 1,\n "ruleset": {\n  "key": "chinchon",\n')
    assert text.endswith(' "dealer": "Iñaki",\n "direction": 1,\n "entries": []\n}\n')


@pytest.mark.parametrize(
    ("entries", "said"),
    [
        ([Finished(), Penalised(0, 5)], "$.entries[1]: match-over"),
        ([Penalised(0, 5), Undone(), Undone()], "$.entries[2]: nothing-to-undo"),
        ([Penalised(0, 5), Amended((Change(7, None),))], "$.entries[1]: no-such-entry (at=7)"),
        (
            [Penalised(0, 5), Amended((Change(0, Joined(1), insert=True),))],
            "$.entries[1]: duplicate-player (seat=1)",
        ),
    ],
)
def test_an_entry_that_the_rules_refuse_is_named(entries, said):
    record = Record(CHINCHON, ("Ana", "Eva"), entries=tuple(RecordedEntry(entry) for entry in entries))
    assert read(write(record)) == record
    with pytest.raises(BadRecord) as refused:
        board_of(record)
    assert str(refused.value) == said


def place_if_refused(document):
    try:
        load(document)
    except BadRecord as refused:
        return refused.place
    return "$ is read"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
)


@given(st.sampled_from(sorted(document())), JSON)
def test_whatever_stands_in_a_record_it_is_read_or_refused(key, value):
    assert place_if_refused(document(**{key: value})).startswith("$")


@given(st.sampled_from(sorted(HAND)), JSON)
def test_whatever_stands_in_an_entry_it_is_read_or_refused(key, value):
    assert place_if_refused(with_entry(HAND | {key: value})).startswith(("$.entries[0].entry", "$ is read"))


def test_the_schema_is_one():
    Draft202012Validator.check_schema(SCHEMA.schema)


def test_the_schema_refuses_what_is_of_another_form():
    wrong = (
        {},
        document(reenganche=2),
        document(totals=1),
        document(players=["Ana"]),
        document(direction=0),
        with_entry({"type": "score"}),
        with_entry({"type": "retire"}),
        with_entry(HAND, at="20:15"),
        with_entry(HAND | {"deadwood": {"Eva": "3"}}),
    )
    assert [SCHEMA.is_valid(one) for one in wrong] == [False] * len(wrong)
