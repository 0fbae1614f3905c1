"""The JSON schemas in docs/, from the kinds of values of the files with the bounds that their readers have.

Those of a correction, and of a few values, are written by hand in circle.schema.json."""

import json
from dataclasses import MISSING, fields

from rules import kinds, knobs, ruleset, validators
from rules.cards.hand_cards import HAND_CARDS
from rules.match import log_json as match_log
from rules.night import events, stages
from rules.night.bounds import ROUNDS, TABLES
from rules.night.seating.values import Wish
from rules.night.stored import log_json
from rules.packs import HIGHEST_RANK
from scores.night import models
from scores.transfer import limits, lines, match_record, tables
from tests.support import ROOT

DOCS = ROOT / "docs"
CIRCLE = DOCS / "circle.schema.json"
RECORD = DOCS / "record.schema.json"


def schemas():
    """The schema that each file ought to have."""
    typed = definitions()
    events = entries()
    by_hand = json.loads(CIRCLE.read_text(encoding="utf-8"))["$defs"]
    of_entry = {
        **{name: by_hand[name] for name in ("uid", "whole", "moment", "entry")},
        "event": any_of(*map(ref, events)),
        **events,
        **{name: by_hand[name] for name in ("amend", "ref", "seat", "points")},
    }
    version = {lines.FORMAT_KEY: {"const": lines.VERSION}}
    written = {
        "line_head": schema(lines.OBJECTS[lines.CircleLine], **version),
        **{
            f"line_{name}": _whole_object({name: schema(lines.OBJECTS[line])})
            for name, line in lines.LINES.items()
        },
        "written": schema(lines.ROW),
        "merged_seat": row_of(by_hand["uid"], by_hand["seat"]),
        "night_table": row_of(number_of(ROUNDS), number_of(TABLES), by_hand["uid"]),
        **typed,
    }
    any_line = any_of(*(ref(name) for name in written if name.startswith("line_")))
    row = {**schema(match_record.ROW), "additionalProperties": True}
    named = _whole_object({"id": ID, "name": ID})
    del named["additionalProperties"]
    players = kinds.Bound(1, limits.SEATS)
    own = {
        "teams": list_of(list_of(ref("seat"), players), kinds.Bound(0, limits.SEATS)),
        "dealer": ref("seat"),
        "start": _by_key(ref("whole"), limits.SEATS),
    }
    version = {match_record.VERSION_KEY: {"const": match_record.VERSION}}
    record = schema(match_record.RECORD, own, **version)
    return {
        CIRCLE: {
            **_head("A line of the file of a circle"),
            **any_line,
            "$defs": {**written, **of_entry},
        },
        RECORD: {
            **_head("The record of a match: its players, rules and log"),
            **record,
            "$defs": {
                **of_entry,
                "ruleset": typed["ruleset"],
                "knobs": typed["knobs"],
                "seat": ID,
                "player": any_of(ID, named),
                "written": row,
            },
        },
    }


def schema(kind, own=None, **more):
    """The schema of an object by its keys, of which some are said here; `more` stand before them."""
    own = own or {}
    needed = [key.name for key in kind.keys if key.default is MISSING]
    properties = {
        key.name: own.get(key.name) or schema_of(key.kind) for key in kind.keys
    }
    return {**object_of({**more, **properties}), "required": [*more, *needed]}


def _head(title):
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        "description": "docs/RECORDS.md explains it.",
    }


def _whole_object(properties):
    """An object that has all of these keys."""
    return {**object_of(properties), "required": [*properties]}


def object_of(properties):
    return {
        "type": "object",
        "additionalProperties": False,
        "properties": dict(properties),
    }


def ref(name):
    return {"$ref": f"#/$defs/{name}"}


def any_of(*choices):
    return {"anyOf": [*choices]}


def list_of(item, bound):
    size = {"minItems": bound.low, "maxItems": bound.high}
    return {"type": "array", **size, "items": item}


def row_of(*parts):
    size = {"minItems": len(parts), "maxItems": len(parts)}
    return {"type": "array", "prefixItems": list(parts), **size}


def text_like(pattern):
    return {"type": "string", "pattern": pattern}


def number_of(bound):
    return {"type": "integer", "minimum": bound.low, "maximum": bound.high}


def _text(least, most):
    return {"type": "string", "minLength": least, "maxLength": most}


ID = _text(1, 200)
UID = ref("uid")
MOMENT = ref("moment")
SEAT = ref("seat")
NULL = {"type": "null"}
CARDS = text_like("^[0-9*A-Za-z ,]*;[0-9*A-Za-z ]*$")
CARD = text_like("^([1-9]|1[0-2])[oceb]$|^[A2-9TJQK][shdc]$")


def schema_of(kind):
    if kind in _OWN:
        return _OWN[kind]
    made = next(_SCHEMAS[base] for base in type(kind).__mro__ if base in _SCHEMAS)
    return made(kind)


def definitions():
    """What the files of a circle and of a match refer to: rulesets, stages, plans and events of a night."""
    turned = {name: schema_of(knob.type) for name, knob in ruleset.KNOBS.items()}
    facts = {name: schema_of(kind) for name, kind in models.TYPES.items()}
    return {
        "ruleset": object_of({"key": schema_of(kinds.Text(knobs.KEY)), **turned}),
        "knobs": object_of(turned),
        "stage": object_of(
            {name: schema_of(kind) for name, kind in stages.KNOBS.items()}
        ),
        "night_plan": {**object_of(facts), "required": ["stages"]},
        "night_entry": any_of(
            *(_event(event, name) for event, name in events.KINDS.items())
        ),
    }


def _event(event, name):
    """People and matches are named by their uid."""
    own = {"people": list_of(UID, log_json.PEOPLE), "match": any_of(UID, NULL)}
    keys = {
        part.name: own.get(part.name) or schema_of(log_json.TYPES[part.name])
        for part in fields(event)
    }
    keys |= {key: schema_of(log_json.TYPES[key]) for key in log_json.GONE.get(name, ())}
    needed = [
        part.name
        for part in fields(event)
        if part.default is MISSING and part.default_factory is MISSING
    ]
    return row_of({"const": name}, {**object_of(keys), "required": needed}, MOMENT)


def _choice(kind):
    members = {"enum": [str(member) for member in kind.members]}
    return any_of(members, NULL) if kind.otherwise else members


def _whole(kind):
    others = [{"const": other} for other in kind.otherwise]
    return any_of(number_of(kind), *others) if others else number_of(kind)


def _by_players(kind):
    step = row_of(number_of(knobs.STEPS), number_of(kind))
    return any_of(number_of(kind), list_of(step, knobs.STEPS))


def _rank_points(kind):
    points = number_of(knobs.POINTS)
    pair = row_of(number_of(kinds.Bound(1, HIGHEST_RANK)), points)
    listed = {"type": "array", "maxItems": HIGHEST_RANK, "items": pair}
    return any_of(listed, _by_short_key(points, HIGHEST_RANK))


def _by_key(item, most):
    return {"type": "object", "maxProperties": most, "additionalProperties": item}


def _by_short_key(item, most):
    short = {"type": "object", "propertyNames": {"maxLength": 9}}
    return short | _by_key(item, most)


def entries():
    """The events of a match; docs/rules/FORMAT.md#entries says which keys may be left out."""
    return {
        name: _entry(name, form)
        for name, form in match_log.FORMS.items()
        if name not in ("amend", "undo", "redo")
    }


def _entry(name, form):
    keys = [key for key in form.keys if key.default is MISSING and name != "hand"]
    return {
        "type": "object",
        "required": ["type", *(key.name for key in keys)],
        "properties": {
            "type": {"const": name},
            **{key.name: _of_entry(key) for key in form.keys},
        },
    }


def _of_entry(key):
    if key.name in ("points", "position"):
        number = number_of(match_log.BOUNDS[key.name])
        return any_of(number, NULL) if key.name == "position" else number
    return {"options": ref("knobs")}.get(key.name) or schema_of(key.kind)


def _rows(name, bound):
    return {"type": "array", "maxItems": bound.high, "items": ref(name)}


_OWN = {
    lines.ROW: ref("written"),
    match_record.ROW: ref("written"),
    match_record.PERSON: ref("player"),
    tables.PLAN: ref("night_plan"),
    tables.MERGED_SEATS: _rows("merged_seat", tables.MERGED_SEATS.bound),
    tables.NIGHT_ENTRIES: _rows("night_entry", tables.NIGHT_ENTRIES.bound),
    tables.NIGHT_TABLES: _rows("night_table", tables.NIGHT_TABLES.bound),
    match_log.SEAT: SEAT,
    match_log.SEAT_OR_NONE: any_of(SEAT, NULL),
    match_log.SEATS: _rows("seat", match_log.SEATED),
    match_log.NUMBER: ref("points"),
    match_log.BY_SEAT: _by_key(ref("points"), match_log.SEATED.high),
    match_log.CARDS_BY_SEAT: _by_key(CARD, match_log.SEATED.high),
    match_log.HELD_BY_SEAT: _by_key(
        {**CARDS, "maxLength": HAND_CARDS.letters.high}, match_log.SEATED.high
    ),
}
"""Kinds with a schema of their own, by name or by their place."""
_SCHEMAS = {
    kinds.Flag: lambda kind: {"type": "boolean"},
    kinds.Choice: _choice,
    kinds.Text: lambda kind: _text(kind.letters.low, kind.letters.high),
    kinds.Whole: _whole,
    knobs.ByPlayers: _by_players,
    knobs.Pair: lambda kind: row_of(number_of(kind), number_of(kind)),
    knobs.OneOrTwo: lambda kind: any_of(
        number_of(kind), row_of(number_of(kind), number_of(kind))
    ),
    knobs.RankPoints: _rank_points,
    kinds.Listed: lambda kind: list_of(schema_of(kind.item), kind.bound),
    stages.Loaded: lambda kind: ref(kind.made.__name__.lower()),
    stages.Parts: lambda kind: object_of(
        {name: schema_of(part) for name, part in kind.types.items()}
    ),
    kinds.Row: lambda kind: row_of(*map(schema_of, kind.parts)),
    log_json.BrokenWish: lambda kind: {
        "type": "array",
        "prefixItems": [{"enum": [*map(str, Wish)]}],
        "minItems": 1 + kind.named.bound.low,
        "maxItems": 1 + kind.named.bound.high,
        "items": schema_of(kind.named.item),
    },
    kinds.Object: schema,
    kinds.ByKey: lambda kind: _by_short_key(schema_of(kind.item), kind.bound.high),
    validators.OneLine: lambda kind: {"type": "string", "maxLength": kind.longest},
    validators.Name: lambda kind: _text(1, kind.longest),
    validators.Uid: lambda kind: UID,
    tables.Timestamp: lambda kind: MOMENT,
    match_record.Clock: lambda kind: any_of(MOMENT, NULL),
    validators.Day: lambda kind: text_like("^[0-9]{4}-[0-9]{2}-[0-9]{2}$"),
    tables.ClockTime: lambda kind: text_like("^[0-9]{2}:[0-9]{2}$"),
    validators.DirectionOfPlay: lambda kind: {"enum": [1, -1]},
    validators.WholeRuleset: lambda kind: ref("ruleset"),
    tables.Photo: lambda kind: {
        "type": "string",
        "contentEncoding": "base64",
        "maxLength": tables.LETTERS,
    },
    tables.EntryObject: lambda kind: ref("entry"),
    log_json.Options: lambda kind: ref("stage"),
}
