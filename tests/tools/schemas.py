"""Writes the JSON schemas in docs/ from the tables of the files: `python -m tests.tools.schemas`.

Those of log entries are written by hand, in circle.schema.json.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import MISSING
from pathlib import Path
from typing import Any

import django

Schema = dict[str, Any]

DOCS = Path(__file__).parents[2] / "docs"
CIRCLE = DOCS / "circle.schema.json"
RECORD = DOCS / "record.schema.json"
ID = {"type": "string", "minLength": 1, "maxLength": 200}


def schemas() -> dict[Path, Schema]:
    """The schema that each file ought to have."""
    from rules.night.bounds import ROUNDS, TABLES
    from scores.transfer import lines, match_record
    from scores.transfer.tables import keys_of
    from tests.tools import knob_schemas

    by_hand = json.loads(CIRCLE.read_text(encoding="utf-8"))["$defs"]
    typed = knob_schemas.definitions()
    made = ("line_", "written", "merged_seat", "night_", *typed)
    by_hand = {
        name: part for name, part in by_hand.items() if not name.startswith(made)
    }
    tables = {
        name: lines.MATCH if line is lines.MatchLine else keys_of(line)
        for name, line in lines.LINES.items()
    }
    version = {lines.FORMAT_KEY: {"const": lines.VERSION}}
    written = {
        "line_head": schema(keys_of(lines.CircleLine), **version),
        **{
            f"line_{name}": _whole_object({name: schema(keys)})
            for name, keys in tables.items()
        },
        "written": schema(lines.ROW),
        "merged_seat": row_of(by_hand["uid"], by_hand["seat"]),
        "night_table": row_of(number_of(ROUNDS), number_of(TABLES), by_hand["uid"]),
        **typed,
    }
    any_line = any_of(
        *({"$ref": f"#/$defs/{name}"} for name in written if name.startswith("line_"))
    )
    row = {**schema(match_record.ROW), "additionalProperties": True}
    named = _whole_object({"id": ID, "name": ID})
    del named["additionalProperties"]
    player = any_of(ID, named)
    record = schema(
        match_record.RECORD,
        **{match_record.VERSION_KEY: {"const": match_record.VERSION}},
    )
    return {
        CIRCLE: {
            **_head("A line of the file of a circle"),
            **any_line,
            "$defs": {**written, **by_hand},
        },
        RECORD: {
            **_head("The record of a match: its players, rules and log"),
            **record,
            "$defs": {
                **by_hand,
                "ruleset": typed["ruleset"],
                "knobs": typed["knobs"],
                "seat": ID,
                "player": player,
                "written": row,
            },
        },
    }


def schema(keys: Iterable[Any], **more: Schema) -> Schema:
    """The schema of the object that a table describes; `more` are keys outside the table."""
    required = [*more, *(key.name for key in keys if key.default is MISSING)]
    return {
        **object_of({**more, **{key.name: key.kind.schema for key in keys}}),
        "required": required,
    }


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
