"""The JSON schema of each type of a value, with the bounds that its reader has."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, fields
from typing import Any

from rules import knobs, ruleset
from rules.night import stages
from rules.night.stored import log_json
from rules.packs import HIGHEST_RANK
from scores.night import models
from tests.tools.schemas import Schema, any_of, list_of, number_of, object_of, row_of

UID = {"$ref": "#/$defs/uid"}
MOMENT = {"$ref": "#/$defs/moment"}
STEPS = knobs.Bound(1, 99)  # of a knob that depends on the number of players


def schema_of(kind: knobs.KnobType) -> Schema:
    made: Callable[[Any], Schema] = next(
        _SCHEMAS[base] for base in type(kind).__mro__ if base in _SCHEMAS
    )
    return made(kind)


def definitions() -> dict[str, Schema]:
    """What the files of a circle and of a match refer to: rulesets, stages, plans and events of a night."""
    turned = {name: schema_of(knob.type) for name, knob in ruleset.KNOBS.items()}
    facts = {name: schema_of(kind) for name, kind in models.TYPES.items()}
    return {
        "ruleset": object_of({"key": schema_of(knobs.Text(knobs.KEY)), **turned}),
        "knobs": object_of(turned),
        "stage": object_of(
            {name: schema_of(kind) for name, kind in stages.KNOBS.items()}
        ),
        "night_plan": {**object_of(facts), "required": ["stages"]},
        "night_entry": any_of(
            *(_event(event, name) for event, name in log_json.KINDS.items())
        ),
    }


def _event(event: type[Any], name: str) -> Schema:
    """People and matches are named by their uid."""
    own = {
        "people": list_of(UID, log_json.PEOPLE),
        "match": any_of(UID, {"type": "null"}),
    }
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


def _whole(kind: knobs.Whole) -> Schema:
    others = [{"const": other} for other in kind.otherwise]
    return any_of(number_of(kind), *others) if others else number_of(kind)


def _by_players(kind: knobs.ByPlayers) -> Schema:
    step = row_of(number_of(STEPS), number_of(kind))
    return any_of(number_of(kind), list_of(step, STEPS))


def _rank_points(kind: knobs.RankPoints) -> Schema:
    points = number_of(knobs.POINTS)
    pair = row_of(number_of(knobs.Bound(1, HIGHEST_RANK)), points)
    keyed = {
        "type": "object",
        "propertyNames": {"maxLength": 9},
        "maxProperties": HIGHEST_RANK,
    }
    listed = {"type": "array", "maxItems": HIGHEST_RANK, "items": pair}
    return any_of(listed, {**keyed, "additionalProperties": points})


_SCHEMAS: dict[type[knobs.KnobType], Callable[[Any], Schema]] = {
    knobs.Flag: lambda kind: {"type": "boolean"},
    knobs.Choice: lambda kind: {"enum": [str(member) for member in kind.members]},
    knobs.Text: lambda kind: {
        "type": "string",
        "minLength": kind.letters.low,
        "maxLength": kind.letters.high,
    },
    knobs.Whole: _whole,
    knobs.ByPlayers: _by_players,
    knobs.Pair: lambda kind: row_of(number_of(kind), number_of(kind)),
    knobs.OneOrTwo: lambda kind: any_of(
        number_of(kind), row_of(number_of(kind), number_of(kind))
    ),
    knobs.RankPoints: _rank_points,
    knobs.Listed: lambda kind: list_of(schema_of(kind.item), kind.bound),
    stages.Rules: lambda kind: {"$ref": "#/$defs/ruleset"},
    stages.WholeStage: lambda kind: {"$ref": "#/$defs/stage"},
    stages.Parts: lambda kind: object_of(
        {name: schema_of(part) for name, part in kind.types.items()}
    ),
    log_json.Unordered: lambda kind: schema_of(kind.listed),
    log_json.Row: lambda kind: row_of(*map(schema_of, kind.parts)),
    log_json.BrokenWish: lambda kind: {
        "type": "array",
        "prefixItems": [{"enum": ["apart", "out-of-reach"]}],
        "minItems": 1 + kind.named.bound.low,
        "maxItems": 1 + kind.named.bound.high,
        "items": schema_of(kind.named.item),
    },
    log_json.ByEntrant: lambda kind: {
        "type": "object",
        "propertyNames": {"maxLength": 9},
        "maxProperties": kind.bound.high,
        "additionalProperties": schema_of(kind.number),
    },
    log_json.Options: lambda kind: {"$ref": "#/$defs/stage"},
}
