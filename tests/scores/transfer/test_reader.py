"""A faulty file is refused with line and path, and nothing of it is stored."""

import json
from base64 import b64decode
from dataclasses import replace
from io import BytesIO
from uuid import UUID, uuid4

import pytest
from jsonschema import Draft202012Validator

from rules.match import log_json
from scores.circle.circles.photos import photo_from_phone
from scores.models import Circle
from scores.transfer import limits
from scores.transfer.importer import preview
from scores.transfer.views import reason, where
from tests.rules.match.test_log_json import STORED
from tests.scores.support.photos import data_url, in_text, noise
from tests.scores.transfer.circles import (
    FILE,
    MATCHES,
    brought,
    counts,
    looked_at,
    refusal_of,
)
from tests.tools import kind_schemas

LINES = [json.loads(line) for line in FILE.splitlines()]
FIRST = {
    kind: next(n for n, one in enumerate(LINES) if kind in one)
    for kind in ("person", "house_rules")
}
MATCH = max(
    range(len(LINES)), key=lambda n: len(LINES[n].get("match", {}).get("entries", []))
)
MERGE = next(n for n, one in enumerate(LINES) if "one_person" in one)
END = len(LINES) - 1


def text_with(number, line):
    """The file with one line replaced."""
    lines = [*map(json.dumps, LINES)]
    lines[number] = line if isinstance(line, str) else json.dumps(line)
    return "\n".join(lines) + "\n"


def refused(text):
    """Path and code of the refusal; the same for preview and import, and nothing is stored."""
    circle = Circle.objects.create()
    before = counts()
    looked = refusal_of(looked_at, text, circle)
    bad = refusal_of(brought, text, circle)
    assert str(bad) == str(looked)
    assert bad.code == looked.code
    assert counts() == before
    assert where(bad)
    assert reason(bad)
    return bad.line, bad.path, bad.code


SOMEBODY = LINES[FIRST["person"]]["person"]["uid"]
NOBODY = str(UUID(int=7))
PLAYED = LINES[MATCH]["match"]
SEATED = {"type": "hand", "closer": 0, "deadwood": {"98": 3}}


@pytest.mark.parametrize(
    ("number", "wrong", "path", "code"),
    [
        (0, {"reenganche_circle": True}, "$.reenganche_circle", "version"),
        (0, {"time_zone": "../etc/passwd"}, "$.time_zone", "zone"),
        (FIRST["person"] + 1, {"uid": SOMEBODY}, "$.person.uid", "twice"),
        (MATCH, {"seats": [NOBODY] * 2}, "$.match.seats[0]", "seat"),
        (MATCH, {"seats": [SOMEBODY] * 2}, "$.match.seats[1]", "twice"),
        (MATCH, {"dealer": 98}, "$.match.dealer", "number"),
        (
            MATCH,
            {"entries": [PLAYED["entries"][0] | {"entry": SEATED}]},
            "$.match.entries[0].entry.deadwood.98",
            "seat",
        ),
        (
            MERGE,
            {"kept": LINES[MERGE]["one_person"]["emptied"]},
            "$.one_person.kept",
            "twice",
        ),
        (MERGE, {"emptied": PLAYED["seats"][1]}, "$.one_person.emptied", "twice"),
        (MERGE, {"seats": [[NOBODY, 0]]}, "$.one_person.seats[0][0]", "match"),
        (END, {"matches": 3}, "$.end.matches", "cut"),
    ],
)
def test_what_is_wrong_is_named_by_its_line_and_its_path(number, wrong, path, code):
    line = LINES[number]
    faulty = (
        {key: facts | wrong for key, facts in line.items()} if number else line | wrong
    )
    assert refused(text_with(number, faulty)) == (number + 1, path, code)


NO_FILES = {
    "a line cut off": (text_with(3, '{"person": {'), 4, "$", "no-json"),
    "an empty line": (text_with(3, ""), 4, "$", "no-json"),
    "two keys": (text_with(3, LINES[1] | {"hands": 3}), 4, "$", "line"),
    "a list as a line": (text_with(3, []), 4, "$", "object"),
    "no end": ("\n".join(FILE.splitlines()[:-1]), END + 1, "$", "cut"),
    "something behind": (FILE + "\n\n{}\n", END + 4, "$", "after-end"),
    "nothing": ("", 1, "$", "no-json"),
    "a list": ("[]", 1, "$", "object"),
    "another object": ('{"hands": 3}', 1, "$.reenganche", "no-record"),
    "no JSON": ('{\n"reenganche": 1,\n"players" }', 3, "$", "no-json"),
    "a scoresheet": ("Mano;Quién cerró;Cómo\n1;Ana;-10\n", 1, "$", "table"),
    "a table with commas": ('\ufeff"Mano","Ana"\r\n', 1, "$", "table"),
    "a table with tabs": ("Ana\tLuis\n", 1, "$", "table"),
    "a word": ("Ana", 1, "$", "no-json"),
}


@pytest.mark.parametrize(
    ("text", "line", "path", "code"), NO_FILES.values(), ids=NO_FILES
)
def test_what_is_no_file_of_ours_is_refused(text, line, path, code):
    assert refused(text) == (line, path, code)


def test_what_only_a_phone_can_read_and_blank_lines_behind_the_end_change_nothing():
    unread = FILE.replace("\n", '\n{"unread":7}\n', 1)
    for text in (FILE + "\n" * 100_000, unread):  # soon
        assert looked_at(text).matches == MATCHES


def test_a_file_that_is_no_text_is_refused():
    for content in (
        b"\x89PNG\r\n\x1a\n",
        b'{"reenganche_circle": 1, "name": "\xff"}',
        "{}".encode("utf-16"),
    ):
        bad = refusal_of(preview, BytesIO(content), None)
        assert bad.line == 1
        assert bad.code == "utf-8"


HAND = {
    "type": "hand",
    "closer": "Ana",
    "close": "clean",
    "deadwood": {"Luis": 3, "Paco": 4},
}
RECORD = {
    "reenganche": 1,
    "ruleset": {},
    "players": ["Ana", "Luis", "Paco"],
    "dealer": "Ana",
    "entries": [{"entry": HAND}],
}


@pytest.mark.parametrize(
    ("change", "path", "code"),
    [
        (
            {"players": ["Ana", "Luis", {"id": "Paco", "name": "x" * 41}]},
            "$.players[2]",
            "name",
        ),
        ({"start": {"Ana": 3}}, "$.start", "start"),
        ({"ruleset": {"key": "x" * 41}}, "$.ruleset.key", "rule"),
        (
            {"entries": RECORD["entries"] * (limits.OPERATOR.entries + 1)},
            "$.entries",
            "many",
        ),
    ],
)
def test_a_record_that_no_match_here_can_be_is_refused_by_its_path(change, path, code):
    assert refused(json.dumps(RECORD | change)) == (1, path, code)


def test_what_the_rules_refuse_is_said_in_words_with_the_names():
    lacking = {"entry": HAND | {"deadwood": {"Luis": 3}}}
    bad = refusal_of(looked_at, json.dumps(RECORD | {"entries": [lacking]}))
    assert bad.code == "rules"
    assert reason(bad) == "Faltan los puntos de Paco."
    assert where(bad) == "Línea 1, $.entries[0].entry"


def fault(text, **bounds):
    """Path and code of what is wrong for a page, with other bounds."""
    of_page = replace(limits.PAGE, **bounds)
    bad = refusal_of(preview, BytesIO(text.encode()), None, of_page)
    assert reason(bad)
    return bad.path, bad.code


@pytest.mark.parametrize(
    ("text", "bounds", "path", "code"),
    [
        (json.dumps(LINES[0]) + " " * 2000, {"line": 1000}, "$", "long"),
        (FILE, {"persons": 2}, "$.person", "many"),
        (FILE, {"house_rules": 1}, "$.house_rules", "many"),
        (FILE, {"seats": 2}, "$.match.seats", "list"),
        (FILE, {"match": 200}, "$.match.entries", "many"),  # before it is played
        (FILE, {"scanned": 2}, "$.match.entries", "many"),
    ],
)
def test_no_more_is_read_than_a_table_has_or_a_page_may_cost(text, bounds, path, code):
    assert fault(text, **bounds) == (path, code)


def test_photos_of_a_file_are_bounded_and_checked():
    def of(*photos):
        persons = [
            {"person": {"uid": str(uuid4()), "name": "P", "colour": 0, "photo": photo}}
            for photo in photos
        ]
        return "\n".join(map(json.dumps, [LINES[0], *persons]))

    image = in_text(photo_from_phone(data_url(noise(), "JPEG")))
    fit = limits.PHOTOS // len(b64decode(image))
    assert fault(of(*[image] * (fit + 1))) == ("$.person.photo", "many")
    for wrong in ("", "AAAA", data_url(noise()), "A" * 20_000):
        assert fault(of(wrong))[0] == "$.person.photo"


def test_a_page_takes_in_no_longer_log_than_one_that_is_written_here(monkeypatch):
    monkeypatch.setattr(log_json, "MOST_LINES", 2)
    monkeypatch.setattr(log_json, "SPARE_LINES", 0)
    assert fault(FILE) == ("$.match.entries[2].entry", "log-full")
    # the operator may import what is older
    assert looked_at(FILE).matches == MATCHES


SCHEMA = Draft202012Validator(
    json.loads(kind_schemas.CIRCLE.read_text(encoding="utf-8"))
)


def test_the_schemas_are_those_of_the_tables():
    for path, made in kind_schemas.schemas().items():
        assert json.loads(path.read_text(encoding="utf-8")) == made, (
            "run python -m tests.tools.schemas"
        )
        Draft202012Validator.check_schema(made)


def test_every_kind_of_entry_fits_the_schema():
    definitions = SCHEMA.schema["$defs"]
    entry = Draft202012Validator({"$ref": "#/$defs/entry", "$defs": definitions})
    assert [
        text for text, _entry in STORED if not entry.is_valid(json.loads(text))
    ] == []


def test_every_line_fits_the_schema_on_the_page():
    wrong = [
        {},
        {"person": {"name": "Ana"}},
        {"match": PLAYED | {"code": "abc"}},
    ]
    assert [line for line in LINES + wrong if not SCHEMA.is_valid(line)] == wrong


def test_corrections_of_corrections_that_nobody_would_wait_for_are_refused():
    hands = RECORD["entries"] * 100
    amend = {"type": "amend", "changes": [{"at": 0, "entry": HAND}]}
    undone = [{"entry": {"type": "undo"}}, {"entry": {"type": "redo"}}] * 150
    document = RECORD | {"ruleset": {"limit": None, "ends": "open"}}
    document["entries"] = [*hands, {"entry": amend}, *undone]
    assert refused(json.dumps(document)) == (1, "$.entries", "many")
    document["entries"] = [*hands, *undone]  # each plays one hand again
    assert looked_at(json.dumps(document)).hands == 100
