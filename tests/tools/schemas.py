"""Writes the JSON schemas in docs/ from the tables of the files: `python -m tests.tools.schemas`.

Those of log entries are written by hand, in circle.schema.json.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
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
    from scores.transfer.tables import keys_of, whole
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
            f"line_{name}": _object({name: schema(keys)})
            for name, keys in tables.items()
        },
        "written": schema(lines.ROW),
        "merged_seat": {
            "type": "array",
            "prefixItems": [by_hand["uid"], by_hand["seat"]],
            "minItems": 2,
            "maxItems": 2,
        },
    }
    written |= {
        "night_table": _triple(
            whole(*ROUNDS).schema, whole(*TABLES).schema, by_hand["uid"]
        ),
        **typed,
    }
    any_line = {
        "anyOf": [
            {"$ref": f"#/$defs/{name}"} for name in written if name.startswith("line_")
        ]
    }
    row = {**schema(match_record.ROW), "additionalProperties": True}
    player = {
        "anyOf": [
            ID,
            {
                "type": "object",
                "required": ["id", "name"],
                "properties": {"id": ID, "name": ID},
            },
        ]
    }
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
                **_of_match(typed),
                "seat": ID,
                "player": player,
                "written": row,
            },
        },
    }


def _of_match(typed: dict[str, Schema]) -> dict[str, Schema]:
    """Those that the record of a match refers to."""
    return {name: typed[name] for name in ("ruleset", "knobs")}


def _triple(*parts: Schema) -> Schema:
    return {"type": "array", "prefixItems": list(parts), "minItems": 3, "maxItems": 3}


def schema(keys: Iterable[Any], **more: Schema) -> Schema:
    """The schema of the object that a table describes; `more` are keys outside the table."""
    required = [*more, *(key.name for key in keys if key.default is MISSING)]
    return {
        **_object({**more, **{key.name: key.kind.schema for key in keys}}),
        "required": required,
    }


def _head(title: str) -> Schema:
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        "description": "docs/RECORDS.md explains it.",
    }


def _object(properties: Schema) -> Schema:
    return {
        "type": "object",
        "required": [*properties],
        "additionalProperties": False,
        "properties": properties,
    }


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "chinchon_site.settings")
    django.setup()
    for path, made in schemas().items():
        path.write_text(
            json.dumps(made, ensure_ascii=False, indent=2) + "\n", encoding="utf-8"
        )
