"""Every number, list and text of every format has a bound where it enters: what is beyond is refused, soon.

The paths are found by a machine: in the JSON schemas, which are made from the tables of the files, and in
documents. A new field without a bound fails here. Of nights and payments the types are tried, not the paths.
"""

import json
import sys
import time
from collections.abc import Callable
from contextlib import contextmanager
from functools import partial
from io import BytesIO
from itertools import product
from typing import Any, NamedTuple
from urllib.parse import parse_qs
from uuid import UUID

import pytest
from django.conf import settings
from django.urls import reverse

from rules.errors import Illegal, Malformed
from rules.match import log_json
from rules.night.stages import KNOBS as STAGE_KNOBS
from rules.night.stored import log_json as night_json
from rules.presets import RULESETS
from rules.ruleset import KNOBS
from scores.core.access import phone_cookie
from scores.core.match_facts import TEXTS
from scores.models import Match
from scores.night.models import TYPES
from scores.table.push import reading
from scores.transfer import limits, lines
from scores.transfer.match_record import lines_of_record
from scores.transfer.reader import BadFile, folded_parts
from scores.transfer.views import reason
from tests.rules.match.test_log_json import STORED as ENTRIES
from tests.scores.support import bounds, pushing
from tests.scores.transfer.circles import FILE
from tests.scores.transfer.test_reader import END, FIRST, LINES, MATCH, MERGE
from tests.support import extent
from tests.support.processor_time import is_within
from tests.tools import kind_schemas

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
WALKED = "every path of every format"


class Format(NamedTuple):
    """`read` raises one of REFUSALS. Without a schema only the values are tried that no path may have."""

    document: Any
    read: Callable[[str], Any]
    schema: dict[str, Any] | None = None
    clocks: tuple[str, ...] = ()  # keys of numbers that may be larger than others
    # values that are read, and refused by the rules when the log is played
    judged: tuple[str, ...] = ()

    def bounds(self, path):
        """What the schema allows there."""
        if self.schema is None:
            return bounds.Bounds()
        return bounds.bounds_at(self.schema, self.document, path)


# Files


TEXTS_OF_LINES = FILE.splitlines()
OF_A_FILE = {**FIRST, "match": MATCH, "one_person": MERGE, "head": 0, "end": END}
MATCHES = {UUID(line["match"]["uid"]) for line in LINES if "match" in line}


def in_file(number, text):
    """The file of a circle with this text as one of its lines; other matches are known, and not read."""
    written = [*TEXTS_OF_LINES[:number], text, *TEXTS_OF_LINES[number + 1 :]]
    known = MATCHES - {UUID(LINES[number].get("match", {}).get("uid", UID))}
    return list(folded_parts(BytesIO("\n".join(written).encode()), known, limits.PAGE))


def in_record(text):
    return lines_of_record(text, limits.PAGE)


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


# What phones send


HAND = json.loads(ENTRIES[0][0])
CHANGES = [{"of": ["k", 0], "entry": HAND}, {"of": "k", "insert": HAND}]


def in_push(text):
    return reading.push_of(text.encode())


def pushed(kind, entry, **target):
    mutation = {"key": "k", "at": 1, "names": {"0": "Ana"}, "entry": [kind, entry]}
    push = {"seen": "k", "mutations": [mutation | target]}
    return Format(push, in_push, clocks=("at",))


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


def formats():
    for name, number in OF_A_FILE.items():
        schema = {"$ref": f"#/$defs/line_{name}", "$defs": CIRCLE["$defs"]}
        yield name, Format(LINES[number], partial(in_file, number), schema)
    for number, (text, _entry) in enumerate(ENTRIES):
        entry = json.loads(text)
        kind = entry.pop("type")
        judged = ("-1",) if kind == "hand" else ()
        if kind != "rules":  # its knobs are tried by their types
            yield (
                f"record {kind} {number}",
                Format(record(text), in_record, A_RECORD, judged=judged),
            )
        if kind in ("hand", "penalty", "reseat"):  # others have no other values
            yield f"push {kind} {number}", pushed(kind, entry)
    yield "push amend", pushed("amend", {"changes": CHANGES})
    yield "push join", pushed("join", {"name": "Eva", "position": 1})
    yield "push undo", pushed("undo", {}, target="k")
    yield "start", Format(START, in_start, clocks=("at",))


FORMATS = dict(sorted(formats()))


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


def test_what_is_beyond_a_bound_is_refused_at_every_path_and_nothing_costs_much():
    """What is odd, or at a bound, is read or refused."""
    read = []
    for name, path in HERE:
        form = FORMATS[name]
        value = bounds.value_at(form.document, path)
        here = form.bounds(path)
        allowed = bounds.FAR if path[-1] in form.clocks else form.judged
        beyond = {*bounds.HUGE, *here.beyond(value)} - {*allowed}
        for text in (*beyond, *bounds.ODD, *here.ends(value)):
            is_read = not is_refused(form, bounds.text_with(form.document, path, text))
            if is_read and text in beyond:
                read.append((name, path, text[:40]))
    assert read == []


# Columns, addresses and cookies


def test_a_match_has_a_column_as_long_as_the_text_for_each_of_its_texts():
    texts = {fact.key: fact.longest for fact in TEXTS}
    columns = {key: Match._meta.get_field(key) for key in texts}
    assert {key: column.max_length for key, column in columns.items()} == texts
    assert all(column.blank and not column.null for column in columns.values())


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
# What the page of the checker looks for in its address
KEYS = "c deck down first g hand jokers mark others pack players s sort t total"


def test_an_address_of_the_checker_with_odd_values_is_answered_for_little(client):
    tried = [*product(RULESETS, KEYS.split(), WRITTEN)]
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


def test_a_page_is_answered_whatever_its_cookies_say(client):
    names = cookies()
    assert {phone_cookie.COOKIE, settings.LANGUAGE_COOKIE_NAME} < names
    client.get("/")  # its templates are read once
    for text in WRITTEN:
        # as a server reads bytes of headers
        said = text.encode().decode("latin-1")
        client.cookies.load(dict.fromkeys(names, said))
        with for_little(2 * SECONDS, text[:40]):
            assert client.get("/").status_code == 200, text[:40]


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
