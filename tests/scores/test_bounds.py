"""Every number, list and text of every format has a bound where it enters: what is beyond is refused, soon.

The paths are found by a machine: in the JSON schemas, which are made from the tables of the files, and in a
document of each kind. A new field without a bound fails here.
"""

import json
import sys
import time
from collections.abc import Callable
from contextlib import contextmanager
from functools import partial
from io import BytesIO
from typing import Any, NamedTuple
from urllib.parse import parse_qs
from uuid import UUID

import pytest
from django.conf import settings
from django.http import QueryDict
from django.urls import reverse

from rules import validators
from rules.errors import Illegal, Malformed
from rules.match import log_json
from rules.match.board import new_board
from rules.match.play import play
from rules.night.stages import KNOBS as STAGE_KNOBS, Stage
from rules.night.stored import log_json as night_json
from rules.presets import CHINCHON, RULESETS
from rules.ruleset import KNOBS
from scores.core.access import phone_cookie
from scores.core.match_facts import TEXTS
from scores.night.models import TYPES, Plan
from scores.table.checker.practice_page import practice_page
from scores.table.push import reading
from scores.transfer import limits, lines, nights, tables
from scores.transfer.match_record import lines_of_record
from scores.transfer.reader import BadFile, folded_parts
from scores.transfer.views import reason
from tests.rules.match.test_log_json import STORED as ENTRIES
from tests.rules.night.stored.test_log_json import STORED as EVENTS
from tests.scores.support import bounds, pushing
from tests.scores.transfer.test_reader import FILE, FIRST, LINES, MATCH, MERGE
from tests.support import extent
from tests.support.processor_time import is_within
from tests.tools import kind_schemas

PARSED = ("1" + "0" * 300, "NaN", "1e300", "[" * 1_000 + "]" * 1_000)
REFUSALS = (Malformed, Illegal, ValueError, BadFile, reading.TooMany, reading.TooLarge)
SECONDS = 0.25  # of processor: what a request may cost
CIRCLE = json.loads(kind_schemas.CIRCLE.read_text(encoding="utf-8"))
A_RECORD = json.loads(kind_schemas.RECORD.read_text(encoding="utf-8"))
UID = "c6f6410c-d99c-4633-87ad-9b97afbb14ca"
AT = "2026-11-27T20:00:00+00:00"
RULES = {
    **RULESETS["chinchon"].dump(),
    "wild_cards": ["1o"],
    "rank_points": [[2, 5]],
    "packs": [[2, 1], [9, 2]],
}
PERSON = LINES[FIRST["person"]]["person"]["uid"]
UNDONE = UID.replace("c6", "a6", 1)
ACCOUNT = {
    "account": {
        "uid": UID,
        "at": AT,
        "payments": [["€", PERSON, PERSON, 5]],
        "day": "2026-11-27",
        "is_zero": True,
        "undoes": UNDONE,
    }
}
WALKED = "every path of every format"


class Format(NamedTuple):
    """`read` raises one of REFUSALS. Without a schema only the values are tried that no path may have."""

    document: Any
    read: Callable[[str], Any]
    schema: bounds.Schema | None = None
    clocks: tuple[str, ...] = ()  # keys of numbers that may be larger than others
    # values that are read, and refused by the rules when the log is played
    judged: tuple[str, ...] = ()


# Files


TEXTS_OF_LINES = FILE.splitlines()
MATCHES = {UUID(line["match"]["uid"]) for line in LINES if "match" in line}


def in_file(number, text):
    """The file of a circle with this text as one of its lines; other matches are known, and not read."""
    written = [*TEXTS_OF_LINES[:number], text, *TEXTS_OF_LINES[number + 1 :]]
    known = MATCHES - {UUID(LINES[number].get("match", {}).get("uid", UID))}
    return list(folded_parts(BytesIO("\n".join(written).encode()), known, limits.PAGE))


def in_record(text):
    return lines_of_record(text, limits.PAGE)


def folded_record(text):
    """Values of the knobs that a hand turns are judged by the rules."""
    return list(folded_parts(BytesIO(text.encode()), (), limits.PAGE))


def record(payload):
    entry = log_json.payload_with_names(json.loads(payload), lambda seat: f"p{seat}")
    names = [f"p{seat}" for seat in range(11)]
    return {
        "reenganche": 1,
        "uid": UID,
        "played_on": "2026-11-27",
        **{fact.key: "x" for fact in TEXTS},
        "ruleset": {"key": "chinchon"},
        "players": [*names[:3], {"id": "p3", "name": "Eva"}],
        "joined": names[4:],
        "dealer": "p0",
        "direction": 1,
        "start": {"p0": 0},
        "entries": [{"entry": entry, "at": AT, "happened_at": AT}],
    }


def in_night(text):
    night = tables.object_of(lines.NightLine).read(validators.parse_json(text)["night"])
    try:
        nights.plan_of(night.plan)
    except (KeyError, TypeError, AttributeError) as error:  # as `nights.verify`
        raise ValueError from error
    return nights.events_of(night, a_key, a_key)


def in_account(text):
    """The line before the last of a file with two lines of the account, the first of which it undoes."""
    end = {"end": {**LINES[-1]["end"], "account": 2}}
    first = {"account": {"uid": UNDONE, "at": AT}}
    more = [json.dumps(first), text, json.dumps(end)]
    written = [*TEXTS_OF_LINES[:-1], *more]
    return list(
        folded_parts(BytesIO("\n".join(written).encode()), MATCHES, limits.PAGE)
    )


def a_key(uid):
    validators.UID.read(uid)
    return 1


def night(kind, facts):
    """The line of a night with one event."""
    named = {"people": [UID] * len(facts.get("people", ())), "match": UID}
    facts = facts | {key: value for key, value in named.items() if key in facts}
    stages = (Stage(is_near=True),)
    room = {"expected": 16, "tables": 4}
    money = {"fee": 500, "prizes": (60, 40), "currency": "€"}
    plan = Plan.of_stages(stages, "league", **room, **money).dump()
    line = {
        "name": "Noche",
        "created_at": AT,
        "plan": plan,
        "entries": [[kind, facts, AT]],
    }
    return {
        "night": {
            "uid": UID,
            **line,
            "matches": [[1, 1, UID]],
            "finished_at": AT,
            "starts_on": "2026-07-03",
            "starts_at": "21:30",
        }
    }


# What phones send


def pushed(payload):
    """The push of this entry by names; None for one that no phone sends."""
    entry = json.loads(payload)
    kind = entry.pop("type")
    if kind == "join":
        entry["name"] = entry.pop("player") and "Eva"
    for change in entry.get("changes", ()):
        for key in ("entry", "insert"):
            if change.get(key):
                # pages put in hands, and no penalty
                change[key] = json.loads(ENTRIES[0][0])
        change["of"] = ["k", 0] if isinstance(change.pop("at"), list) else "k"
    mutation = {"key": "k", "at": 1, "names": {"0": "Ana"}, "entry": [kind, entry]}
    target = {"target": "k"} if kind in ("undo", "redo") else {}
    return (
        {"seen": "k", "mutations": [mutation | target]}
        if kind in reading.KINDS
        else None
    )


def in_push(text):
    """With the rules' judgement of the knobs that are turned."""
    push = reading.push_of(text.encode())
    for mutation in push.mutations:
        if mutation.kind == "rules":
            play(
                new_board(CHINCHON, 2),
                log_json.load({"type": "rules", **mutation.payload}),
            )
    return push


def in_start(text):
    return reading.start_of(text.encode())


START = pushing.body("Ana", "Luis", key=UUID(UID))
START["facts"] |= {
    "ruleset": RULES,
    "circle": "abc",
    "save_as": "De casa",
    "place": "Bar",
}
START["facts"]["players"][0]["uid"] = UID


def part(name):
    return {"$ref": f"#/$defs/{name}", "$defs": CIRCLE["$defs"]}


def formats():
    for name in lines.LINES.keys() - {"night", "account"}:
        number = {**FIRST, "match": MATCH, "one_person": MERGE, "end": len(LINES) - 1}[
            name
        ]
        yield (
            name,
            Format(LINES[number], partial(in_file, number), part(f"line_{name}")),
        )
    yield "account", Format(ACCOUNT, in_account, part("line_account"))
    yield "head", Format(LINES[0], partial(in_file, 0), part("line_head"))
    for kind, (_event, facts) in EVENTS.items():
        yield f"night {kind}", Format(night(kind, facts), in_night, part("line_night"))
    for number, (text, _entry) in enumerate(ENTRIES):
        kind = json.loads(text)["type"]
        read = folded_record if kind == "rules" else in_record
        judged = ("-1",) if kind == "hand" else ()
        yield (
            f"record {kind} {number}",
            Format(record(text), read, A_RECORD, judged=judged),
        )
        if push := pushed(text):
            yield f"push {kind} {number}", Format(push, in_push, clocks=("at",))
    yield "start", Format(START, in_start, clocks=("at",))


FORMATS = dict(sorted(formats()))


def test_the_documents_have_every_kind_of_line_entry_event_and_mutation():
    kinds = {
        kind: {name.split()[1] for name in FORMATS if name.startswith(f"{kind} ")}
        for kind in KINDS
    }
    assert kinds == KINDS
    assert lines.LINES.keys() - {"night", "account"} <= FORMATS.keys()


KINDS = {
    "night": {*night_json.KINDS.values()},
    "record": {*log_json.KINDS.values()},
    "push": {*reading.KINDS},
}


# Paths


def walked():
    """Every path of every format once: what its documents have in common is walked in the first."""
    seen = set()
    for name, form in FORMATS.items():
        for path, shape in bounds.paths(form.document):
            kind = name.split()[0], shape
            if kind not in seen:
                seen.add(kind)
                yield name, path


PATHS = [*walked()]
HERE = extent.spread(WALKED, PATHS, 0, part=30)


def is_refused(form, text):
    """Whether it was refused, for what a request may cost; of a file in words."""
    with for_little(SECONDS, text[:200]):
        try:
            form.read(text)
        except REFUSALS as refusal:
            return not isinstance(refusal, BadFile) or bool(reason(refusal))
    return False


@contextmanager
def for_little(bound, what):
    """What happens inside takes at most so many seconds of processor."""
    start = time.thread_time()
    yield
    seconds = time.thread_time() - start
    assert is_within(bound, seconds), (seconds, what)


def test_every_document_of_the_walk_is_read():
    refused = [
        name
        for name, form in FORMATS.items()
        if is_refused(form, json.dumps(form.document))
    ]
    assert refused == []


def values_beyond(form, path):
    allowed = bounds.FAR if path[-1] in form.clocks else form.judged
    value = bounds.value_at(form.document, path)
    by_schema = (
        bounds.bounds_at(form.schema, form.document, path).beyond(value)
        if form.schema
        else ()
    )
    return (text for text in (*bounds.HUGE, *by_schema) if text not in allowed)


def test_what_is_beyond_a_bound_is_refused_at_every_path_for_little():
    assert [
        (name, path, text[:40])
        for name, path in HERE
        for text in values_beyond(FORMATS[name], path)
        if not is_refused(
            FORMATS[name], bounds.text_with(FORMATS[name].document, path, text)
        )
    ] == []


def test_what_is_odd_or_at_a_bound_is_read_or_refused_at_every_path_for_little():
    for name, path in HERE:
        form = FORMATS[name]
        ends = (
            bounds.bounds_at(form.schema, form.document, path)
            if form.schema
            else bounds.Bounds()
        )
        for text in (*bounds.ODD, *ends.ends(bounds.value_at(form.document, path))):
            is_refused(form, bounds.text_with(form.document, path, text))


# Addresses and cookies


class Watched(QueryDict):
    """Remembers which keys are asked for."""

    def __init__(self, query):
        self.keys_asked = set()
        super().__init__(query)
        self.keys_asked.clear()

    def __getitem__(self, key):
        self.keys_asked.add(key)
        return super().__getitem__(key)

    def getlist(self, key, default=None):
        self.keys_asked.add(key)
        return super().getlist(key, default)

    def __contains__(self, key):
        self.keys_asked.add(str(key))
        return super().__contains__(key)


WRITTEN = (
    "0",
    "-1",
    "99",
    "9" * 5_000,
    "1e300",
    "NaN",
    "٣",
    "x" * 8_000,
    "1o:" + "9" * 5_000,
)
SHOWN = "c=1o&c=2o&c=3o&c=4o&c=5c&c=5e&c=5b"


def keys_of_the_checker():
    """Of every game, what its page looks for in an address."""
    for rules in RULESETS:
        asked = Watched(f"rules={rules}&{SHOWN}")
        practice_page(asked)
        yield from ((rules, key) for key in sorted(asked.keys_asked))


def test_an_address_of_the_checker_with_odd_values_is_answered_for_little(client):
    tried = [(*each, text) for each in keys_of_the_checker() for text in WRITTEN]
    assert len({key for _rules, key, _text in tried}) > 5
    client.get(reverse("check"))  # its templates are read once
    for rules, key, text in extent.spread(WALKED, tried, 0, part=100):
        fields = {**parse_qs(SHOWN), "rules": [rules], key: [text] * 100}
        asked = (rules, key, text[:40])
        with for_little(2 * SECONDS, asked):
            assert client.get(reverse("check"), fields).status_code == 200, asked


def cookies():
    """The names of all cookies, by the constants that hold them."""
    modules = [
        module for name, module in sys.modules.items() if name.startswith("scores.")
    ]
    held = [
        *map(vars, modules),
        {name: getattr(settings, name) for name in dir(settings) if name.isupper()},
    ]
    return {
        name
        for constants in held
        for constant, name in constants.items()
        if constant.endswith(("COOKIE", "COOKIE_NAME")) and isinstance(name, str)
    }


def test_a_page_is_answered_whatever_a_cookie_says(client):
    names = cookies()
    assert {phone_cookie.COOKIE, settings.LANGUAGE_COOKIE_NAME} < names
    client.get("/")  # its templates are read once
    for name in sorted(names):
        for text in WRITTEN:
            # as a server reads bytes of headers
            client.cookies.load({name: text.encode().decode("latin-1")})
            with for_little(2 * SECONDS, (name, text[:40])):
                assert client.get("/").status_code == 200, (name, text[:40])
        client.cookies.clear()


# The types themselves, which documents and schemas follow


READERS = {
    **{f"knob {name}": knob.type for name, knob in KNOBS.items()},
    **{f"stage {name}": kind for name, kind in STAGE_KNOBS.items()},
    **{f"plan {name}": kind for name, kind in TYPES.items()},
    **{f"event {name}": kind for name, kind in night_json.TYPES.items()},
}
TYPES_OF_ALL = {
    name: (kind_schemas.schema_of(kind), kind.read) for name, kind in READERS.items()
}
TYPES_OF_ALL |= {
    f"{line.__name__} {key.name}": (kind_schemas.schema_of(key.kind), key.kind.read)
    for line in lines.LINES.values()
    for key in lines.OBJECTS[line].keys
}


def is_read(read, text):
    """Whoever calls a type catches the errors of a value of another one."""
    try:
        read(json.loads(text))
    except (*REFUSALS, TypeError, AttributeError):
        return False
    return True


def misread(schema, read):
    """The values at a bound that are refused, and those beyond it that are read."""
    allowed = bounds.bounds_at({**schema, "$defs": CIRCLE["$defs"]}, None, ())
    is_photo = "contentEncoding" in schema  # a text of that length is none
    is_scalar = schema.get("type") in ("integer", "string") and not is_photo
    ends = allowed.ends(None) if is_scalar else ()
    return [
        *(text[:40] for text in ends if not is_read(read, text)),
        *(text[:40] for text in allowed.beyond(None) if is_read(read, text)),
    ]


def test_a_number_or_text_is_read_up_to_its_bounds_and_no_further():
    assert {name: misread(*one) for name, one in TYPES_OF_ALL.items()} == {
        name: [] for name in TYPES_OF_ALL
    }


@pytest.mark.parametrize("written", PARSED, ids=("10**300", "NaN", "1e300", "nested"))
def test_no_document_has_a_number_or_a_depth_that_costs_much(written):
    with pytest.raises(Malformed):
        validators.parse_json(f'{{"a": {written}}}')


@pytest.mark.parametrize("schema", [CIRCLE, A_RECORD], ids=["circle", "record"])
def test_every_number_list_text_and_object_of_a_schema_has_a_bound(schema):
    assert [*without_bound(schema)] == []


BOUNDED_BY = {
    "integer": [{"minimum", "maximum"}],
    "string": [{"maxLength"}, {"pattern"}],
    "array": [{"maxItems"}],
    "object": [{"properties"}, {"maxProperties"}],
}


def without_bound(schema, path="#"):
    if isinstance(schema, dict):
        ways = (
            BOUNDED_BY.get(schema.get("type"), [])
            if isinstance(schema.get("type"), str)
            else []
        )
        if ways and not any(way <= schema.keys() for way in ways):
            yield path
        for key, inner in schema.items():
            yield from without_bound(inner, f"{path}/{key}")
    elif isinstance(schema, list):
        for index, inner in enumerate(schema):
            yield from without_bound(inner, f"{path}/{index}")
