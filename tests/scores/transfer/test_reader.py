"""A faulty file is refused with line and path, and nothing of it is stored."""

import json
from base64 import b64decode
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from uuid import UUID, uuid4

import pytest
from jsonschema import Draft202012Validator

from rules.match import log_json
from scores.circle.circles.photos import photo_from_phone
from scores.models import Circle, Entry, HouseRules, Match, Player
from scores.transfer import limits
from scores.transfer.importer import preview
from scores.transfer.reader import BadFile
from scores.transfer.views import reason, where
from tests.scores.support.photos import data_url, in_text, noise
from tests.scores.transfer.circles import brought, looked_at
from tests.tools import kind_schemas

FILE = Path(__file__).with_name("circle.jsonl").read_text(encoding="utf-8")
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


def changed(number, change):
    line = json.loads(json.dumps(LINES[number]))
    change(next(iter(line.values())) if number else line)
    return text_with(number, line)


def refused(text):
    """Path and code of the refusal; the same for preview and import, and nothing is stored."""
    circle = Circle.objects.create()
    with pytest.raises(BadFile) as looked:
        looked_at(text, circle)
    with pytest.raises(BadFile) as bad:
        brought(text, circle)
    assert str(bad.value) == str(looked.value)
    assert bad.value.code == looked.value.code
    assert nothing_came()
    assert where(bad.value)
    assert reason(bad.value)
    return bad.value.line, bad.value.path, bad.value.code


def nothing_came():
    return not any(one.objects.exists() for one in (Match, Player, HouseRules, Entry))


def put(key, value):
    return lambda fields: fields.update({key: value})


def put_in_entry(index, key, value):
    return lambda fields: fields["entries"][index].update({key: value})


def amend(at, entry):
    return {"type": "amend", "changes": [{"at": at, "entry": entry}]}


@pytest.mark.parametrize(
    ("number", "change", "path", "code"),
    [
        (0, put("reenganche_circle", True), "$.reenganche_circle", "version"),
        (0, put("time_zone", "../etc/passwd"), "$.time_zone", "zone"),
        (
            FIRST["person"] + 1,
            put("uid", LINES[FIRST["person"]]["person"]["uid"]),
            "$.person.uid",
            "twice",
        ),
        (
            FIRST["house_rules"],
            put("ruleset", {"limit": "70"}),
            "$.house_rules.ruleset.limit",
            "rule",
        ),
        (MATCH, put("seats", [str(UUID(int=7))] * 2), "$.match.seats[0]", "seat"),
        (
            MATCH,
            put("seats", [LINES[1]["person"]["uid"]] * 2),
            "$.match.seats[1]",
            "twice",
        ),
        (MATCH, put("dealer", 98), "$.match.dealer", "number"),
        (
            MATCH,
            put_in_entry(0, "entry", {"type": "score"}),
            "$.match.entries[0].entry",
            "entry",
        ),
        (
            MATCH,
            put_in_entry(
                0, "entry", {"type": "hand", "closer": 0, "deadwood": {"98": 3}}
            ),
            "$.match.entries[0].entry.deadwood.98",
            "seat",
        ),
        (
            MATCH,
            put_in_entry(
                2, "entry", amend(0, {"type": "penalty", "player": 0, "points": 10_001})
            ),
            "$.match.entries[2].entry",
            "number",
        ),
        (
            MATCH,
            put_in_entry(0, "entry", {"type": "undo"}),
            "$.match.entries[0].entry",
            "rules",
        ),
        (
            MERGE,
            put("kept", LINES[MERGE]["one_person"]["emptied"]),
            "$.one_person.kept",
            "twice",
        ),
        (
            MERGE,
            put("emptied", LINES[MATCH]["match"]["seats"][1]),
            "$.one_person.emptied",
            "twice",
        ),
        (
            MERGE,
            put("seats", [[str(UUID(int=7)), 0]]),
            "$.one_person.seats[0][0]",
            "match",
        ),
        (END, put("matches", 3), "$.end.matches", "cut"),
    ],
)
def test_what_is_wrong_is_named_by_its_line_and_its_path(number, change, path, code):
    assert refused(changed(number, change)) == (number + 1, path, code)


def test_a_line_that_was_cut_off_or_is_none_is_named():
    for line, code in (
        ('{"person": {', "no-json"),
        ({"person": LINES[1]["person"], "hands": 3}, "line"),
        ("", "no-json"),
        ([], "object"),
    ):
        assert refused(text_with(3, line)) == (4, "$", code)
    assert refused("\n".join(FILE.splitlines()[:-1])) == (END + 1, "$", "cut")
    assert refused(FILE + "\n\n{}\n") == (END + 4, "$", "after-end")
    unread = FILE.replace("\n", '\n{"unread":7}\n', 1)  # of a phone
    for text in (FILE + "\n" * 100_000, unread):  # soon
        assert looked_at(text).matches == FILE.count('{"match":')


@pytest.mark.parametrize(
    ("text", "line", "path", "code"),
    [
        ("", 1, "$", "no-json"),
        ("[]", 1, "$", "object"),
        ('{"hands": 3}', 1, "$.reenganche", "no-record"),
        ('{\n"reenganche": 1,\n"players" }', 3, "$", "no-json"),
        ("Mano;Quién cerró;Cómo\n1;Ana;-10\n", 1, "$", "table"),
        ('\ufeff"Mano","Ana"\r\n', 1, "$", "table"),
        ("Ana\tLuis\n", 1, "$", "table"),
        ("Ana", 1, "$", "no-json"),
    ],
)
def test_what_is_no_file_of_ours_is_refused(text, line, path, code):
    assert refused(text) == (line, path, code)


def test_a_file_that_is_no_text_is_refused():
    for content in (
        b"\x89PNG\r\n\x1a\n",
        b'{"reenganche_circle": 1, "name": "\xff"}',
        "{}".encode("utf-16"),
    ):
        with pytest.raises(BadFile) as bad:
            preview(BytesIO(content), None)
        assert bad.value.line == 1
        assert bad.value.code == "utf-8"


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


def with_deadwood(**deadwood):
    return {"entries": [{"entry": HAND | {"deadwood": deadwood}}]}


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
        (with_deadwood(Luis=3), "$.entries[0].entry", "rules"),
        (
            {"entries": RECORD["entries"] * (limits.OPERATOR.entries + 1)},
            "$.entries",
            "many",
        ),
    ],
)
def test_a_record_that_no_match_here_can_be_is_refused_by_its_path(change, path, code):
    assert refused(json.dumps(RECORD | change)) == (1, path, code)


def test_what_is_wrong_is_said_in_words():
    with pytest.raises(BadFile) as bad:
        looked_at(json.dumps(RECORD | with_deadwood(Luis=3)))
    # the refusal of the rules, with the names
    assert reason(bad.value) == "Faltan los puntos de Paco."
    assert where(bad.value) == "Línea 1, $.entries[0].entry"


def fault(text, **bounds):
    """Path and code of what is wrong for a page, with other bounds."""
    with pytest.raises(BadFile) as bad:
        preview(BytesIO(text.encode()), None, replace(limits.PAGE, **bounds))
    assert reason(bad.value)
    return bad.value.path, bad.value.code


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
    assert looked_at(FILE).matches == FILE.count('{"match":')


SCHEMA = Draft202012Validator(
    json.loads(kind_schemas.CIRCLE.read_text(encoding="utf-8"))
)


def test_the_schemas_are_those_of_the_tables():
    for path, made in kind_schemas.schemas().items():
        assert json.loads(path.read_text(encoding="utf-8")) == made, (
            "run python -m tests.tools.schemas"
        )
        Draft202012Validator.check_schema(made)


@pytest.mark.parametrize(
    "path", [kind_schemas.CIRCLE, kind_schemas.RECORD], ids=lambda path: path.name
)
def test_a_schema_has_every_kind_of_entry(path):
    parts = json.loads(path.read_text(encoding="utf-8"))["$defs"]
    types = [part["properties"]["type"] for part in parts_of_entry(parts, "entry")]
    kinds = [kind for one in types for kind in one.get("enum") or [one["const"]]]
    assert sorted(kinds) == sorted(log_json.KINDS.values())


def parts_of_entry(parts, name):
    for part in parts[name]["anyOf"]:
        if "$ref" not in part:
            yield part
        elif "anyOf" in (named := parts[part["$ref"].rpartition("/")[2]]):
            yield from parts_of_entry(parts, part["$ref"].rpartition("/")[2])
        else:
            yield named


def test_every_line_fits_the_schema_on_the_page():
    assert [
        number for number, line in enumerate(LINES) if not SCHEMA.is_valid(line)
    ] == []
    wrong = (
        {},
        {"person": {"name": "Ana"}},
        {"match": LINES[MATCH]["match"] | {"code": "abc"}},
    )
    assert [line for line in wrong if SCHEMA.is_valid(line)] == []


def test_corrections_of_corrections_that_nobody_would_wait_for_are_refused():
    hands = RECORD["entries"] * 100
    undone = [{"entry": {"type": "undo"}}, {"entry": {"type": "redo"}}] * 150
    document = RECORD | {
        "ruleset": {"limit": None, "ends": "open"},
        "entries": [*hands, {"entry": amend(0, HAND)}, *undone],
    }
    assert refused(json.dumps(document)) == (1, "$.entries", "many")
    document["entries"] = [*hands, *undone]  # each plays one hand again
    assert looked_at(json.dumps(document)).hands == 100
