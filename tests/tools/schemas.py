"""Writes the JSON schemas in docs/ from the kinds of values of the files: `python -m tests.tools.schemas`.

Those of a correction, and of a few values, are written by hand in circle.schema.json.
"""

import json
import os
from collections.abc import Mapping
from dataclasses import MISSING
from pathlib import Path
from typing import Any

import django

from tests.support import ROOT

Schema = dict[str, Any]

DOCS = ROOT / "docs"
CIRCLE = DOCS / "circle.schema.json"
RECORD = DOCS / "record.schema.json"
ID = {"type": "string", "minLength": 1, "maxLength": 200}


def schemas() -> dict[Path, Schema]:
    """The schema that each file ought to have."""
    from rules.night.bounds import ROUNDS, TABLES
    from rules.numbers import Bound
    from scores.transfer import limits, lines, match_record
    from tests.tools.kind_schemas import definitions, entries

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
    players = Bound(1, limits.SEATS)
    own = {
        "teams": list_of(list_of(ref("seat"), players), Bound(0, limits.SEATS)),
        "dealer": ref("seat"),
        "start": {
            "type": "object",
            "maxProperties": limits.SEATS,
            "additionalProperties": ref("whole"),
        },
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


def schema(kind: Any, own: Mapping[str, Schema] = {}, **more: Schema) -> Schema:
    """The schema of an object by its keys, of which some are said here; `more` stand before them."""
    from tests.tools.kind_schemas import schema_of

    needed = [key.name for key in kind.keys if key.default is MISSING]
    properties = {
        key.name: own.get(key.name) or schema_of(key.kind) for key in kind.keys
    }
    return {**object_of({**more, **properties}), "required": [*more, *needed]}


def _head(title: str) -> Schema:
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        "description": "docs/RECORDS.md explains it.",
    }


def _whole_object(properties: Schema) -> Schema:
    """An object that has all of these keys."""
    return {**object_of(properties), "required": [*properties]}


def object_of(properties: Mapping[str, Schema]) -> Schema:
    return {
        "type": "object",
        "additionalProperties": False,
        "properties": dict(properties),
    }


def ref(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


def any_of(*choices: Schema) -> Schema:
    return {"anyOf": [*choices]}


def list_of(item: Schema, bound: Any) -> Schema:
    size = {"minItems": bound.low, "maxItems": bound.high}
    return {"type": "array", **size, "items": item}


def row_of(*parts: Schema) -> Schema:
    size = {"minItems": len(parts), "maxItems": len(parts)}
    return {"type": "array", "prefixItems": list(parts), **size}


def number_of(bound: Any) -> Schema:
    return {"type": "integer", "minimum": bound.low, "maximum": bound.high}


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "chinchon_site.settings")
    django.setup()
    for path, made in schemas().items():
        path.write_text(
            json.dumps(made, ensure_ascii=False, indent=2) + "\n", encoding="utf-8"
        )
