"""The record of a match: a JSON document with names, and its faults with their paths."""

import json
from datetime import UTC, date, datetime
from pathlib import Path
from uuid import UUID

import pytest
from hypothesis import given, settings
from jsonschema import Draft202012Validator

from rules.errors import BadRecord
from rules.events import Close, Finished, HandScored, Joined, Penalised, Reseated
from rules.match.corrections import Amended, Change, Undone
from rules.presets import CHINCHON, RUM_500_PAIRS
from scores.models import Match
from scores.transfer import limits
from scores.transfer.lines import PersonLine
from scores.transfer.match_record import lines_of_record, record_text
from tests.rules.support.matches import logs
from tests.support import extent

DOCS = Path(__file__).parents[3] / "docs"
SCHEMA = Draft202012Validator(
    json.loads((DOCS / "record.schema.json").read_text(encoding="utf-8"))
)


def start(ruleset, players, dealer=0, direction=1, **columns):
    return Match(
        uid=UUID(int=7),
        ruleset=ruleset.dump(),
        players_at_start=players,
        first_dealer=dealer,
        direction=direction,
        played_on=date(2026, 11, 21),
        **columns,
    )


TEXTS = {
    "rules_name": "De casa",
    "currency": "€",
    "place": "Bar",
    "note": "Con lluvia",
}
EVENING = start(CHINCHON, 3, dealer=2, direction=-1, **TEXTS)
NAMES = ("Ana", "Ana", "Eva", "Paco", "Ana")
CARDS = {0: "1o 2o 3o,7o 7c 7e;4b", 2: "6c 6e 6b,5o;7b 12e"}
LOG = (
    HandScored({1: 25, 2: 31}, 0, Close.CLEAN, cards=CARDS),
    Joined(3),
    Penalised(3, 5),
    Amended((Change(2, Penalised(3, 9)), Change(1, Finished(), insert=True))),
    Undone(),
    Reseated((1, 0, 3, 2)),
)
CLOCKS = {
    "at": datetime(2026, 11, 21, 20, 15, tzinfo=UTC),
    "happened_at": datetime(2026, 11, 21, 20, 14, 59, tzinfo=UTC),
}


def text(match=EVENING, names=NAMES, log=LOG):
    return record_text(match, names, [{"entry": entry, **CLOCKS} for entry in log])


def document(**changes):
    return json.loads(text()) | changes


def read(text):
    """The match of a record, and the names of those who sit in it."""
    lines = lines_of_record(text, limits.OPERATOR)
    return lines[-2], [line.name for line in lines if isinstance(line, PersonLine)]


def load(document):
    return read(json.dumps(document))


def facts(match):
    columns = (*TEXTS, "uid", "ruleset", "played_on")
    columns += ("players_at_start", "first_dealer", "direction")
    return {column: getattr(match, column) for column in columns}


def test_a_record_names_players_and_gives_those_of_one_name_an_id_each():
    written = document()
    assert written["players"] == [
        {"id": "Ana", "name": "Ana"},
        {"id": "Ana 2", "name": "Ana"},
        {"id": "Eva", "name": "Eva"},
    ]
    assert written["joined"] == [
        {"id": "Paco", "name": "Paco"},
        {"id": "Ana 3", "name": "Ana"},
    ]
    assert written["dealer"] == "Eva"
    assert written["note"] == "Con lluvia"
    assert written["entries"][0] == {
        "entry": {
            "type": "hand",
            "closer": "Ana",
            "close": "clean",
            "deadwood": {"Ana 2": 25, "Eva": 31},
            "cards": {"Ana": CARDS[0], "Eva": CARDS[2]},
        },
        "at": "2026-11-21T20:15:00+00:00",
        "happened_at": "2026-11-21T20:14:59+00:00",
    }
    assert written["entries"][3]["entry"]["changes"][0]["entry"]["player"] == "Paco"
    assert written["entries"][5]["entry"]["order"] == ["Ana 2", "Ana", "Paco", "Eva"]


def test_an_id_is_never_somebody_else_s_name():
    written = text(start(CHINCHON, 3), ("Ana", "Ana", "Ana 2"), ())
    assert [one["id"] for one in json.loads(written)["players"]] == [
        "Ana",
        "Ana 3",
        "Ana 2",
    ]
    assert read(written)[1] == ["Ana", "Ana", "Ana 2"]


@settings(max_examples=extent.share("odd records", nightly=100, here=16), deadline=None)
@given(logs())
def test_a_record_of_any_match_is_read_back_with_the_same_log(match):
    board = match.start
    players = len(board.order)
    began = start(board.ruleset, players, board.dealer, board.direction, **TEXTS)
    names = [f"P{number % 3}" for number in range(players)]
    names += [f"J{number}" for number in range(20)]
    written = text(began, names, match.log)
    line, read_names = read(written)
    assert repr(facts(line.match)) == repr(facts(began))
    assert read_names == names
    assert repr(line.log) == repr(match.log)
    assert SCHEMA.is_valid(json.loads(written))


def test_a_record_may_name_the_sides_that_its_rules_have():
    document = json.loads(text(start(RUM_500_PAIRS, 4), ("N", "E", "S", "W"), ()))
    assert load(document | {"teams": [["N", "S"], ["E", "W"]], "start": {"N": 0}})[
        1
    ] == ["N", "E", "S", "W"]


def test_the_record_on_the_page_is_one():
    page = (DOCS / "RECORDS.md").read_text(encoding="utf-8")
    text = page.split("```json\n")[1].split("```")[0]
    assert SCHEMA.is_valid(json.loads(text))
    assert read(text)[1] == ["Ana", "Ana", "Eva"]
    for wrong in ({"totals": 1}, {"entries": [{"entry": {"type": "retire"}}]}):
        assert not SCHEMA.is_valid(json.loads(text) | wrong)


HAND = {"type": "hand", "closer": "Ana", "close": "clean", "deadwood": {"Eva": 3}}


def with_entry(entry, **clocks):
    return document(entries=[{"entry": entry} | clocks])


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (document(players=["Ana", " "]), "$.players[1]: no name: ' '"),
        (
            document(players=["Ana", "Ana"]),
            "$.players[1]: a second 'Ana': give each an id of its own",
        ),
        (
            document(joined=["Ana"]),
            "$.joined[0]: a second 'Ana': give each an id of its own",
        ),
        (document(dealer=2), "$.dealer: nobody of the match: 2"),
        (document(dealer="Paco"), "$.dealer: joined later"),
        (
            document(teams=[["Ana", "Eva"], ["Eva"]]),
            "$.teams: other sides than the rules have",
        ),
        (
            with_entry({"type": "retire"}),
            "$.entries[0].entry: not a log entry: {'type': 'retire'}",
        ),
        (
            with_entry(
                {
                    "type": "amend",
                    "changes": [{"at": 0, "entry": HAND | {"closer": "Luis"}}],
                }
            ),
            "$.entries[0].entry.changes[0].entry.closer: nobody of the match: 'Luis'",
        ),
        (
            with_entry(HAND | {"cards": {"Eva": "<b>;"}}),
            "$.entries[0].entry: not a card: '<b>'",
        ),
        (
            with_entry(HAND | {"cards": {"Nadie": ";4b"}}),
            "$.entries[0].entry.cards.Nadie: nobody of the match: 'Nadie'",
        ),
        (
            with_entry(HAND, at="2026-11-21T20:15:00"),
            "$.entries[0].at: a time without its zone",
        ),
        (
            with_entry(HAND, at="9999-12-31T23:59:59+00:00"),
            "$.entries[0].at: no time of ours: '9999-12-31T23:59:59+00:00'",
        ),
    ],
)
def test_what_is_no_record_is_refused_by_the_path_that_is_wrong(wrong, said):
    with pytest.raises(BadRecord) as refused:
        load(wrong)
    assert str(refused.value) == said


def test_what_lies_at_the_edge_is_still_a_record():
    crowd = [f"P{number}" for number in range(98)]
    long = {"id": "x" * 200, "name": "x" * 40}
    line, names = load(
        document(players=[long, *crowd], joined=[], dealer="P97", teams=[], entries=[])
    )
    assert names == ["x" * 40, *crowd]
    assert line.match.first_dealer == 98


def test_a_record_is_text_that_people_can_read():
    written = text(start(CHINCHON, 2), ("Iñaki", "Eva"), ())
    assert written.startswith('{\n "reenganche": 1,\n')
    assert '\n "dealer": "Iñaki",\n' in written
