"""Enough of JSON Schema to check a document against docs/record.schema.json without a library for it."""

from __future__ import annotations

import re
from typing import Any

TYPES = {"object": dict, "array": list, "string": str, "integer": int, "null": type(None)}
WORDS = {"$schema", "title", "description", "$defs"}


def fits(schema: dict[str, Any], value: Any, whole: dict[str, Any] | None = None) -> bool:
    """Whether `value` is as `schema` says; a keyword that is not known here is an error."""
    whole = whole or schema
    return all(_fits(keyword, schema, value, whole) for keyword in schema if keyword not in WORDS)


def _fits(keyword: str, schema: dict[str, Any], value: Any, whole: dict[str, Any]) -> bool:
    told = schema[keyword]
    if keyword == "$ref":
        return fits(whole["$defs"][told.removeprefix("#/$defs/")], value, whole)
    if keyword == "anyOf":
        return any(fits(one, value, whole) for one in told)
    if keyword in ("properties", "additionalProperties"):
        return _fits_properties(keyword, schema, value, whole)
    if keyword == "items":
        return not isinstance(value, list) or all(fits(told, one, whole) for one in value)
    return PLAIN[keyword](told, value)


def _fits_properties(keyword: str, schema: dict[str, Any], value: Any, whole: dict[str, Any]) -> bool:
    if not isinstance(value, dict):
        return True
    named = schema.get("properties", {})
    if keyword == "properties":
        return all(fits(named[key], value[key], whole) for key in named if key in value)
    others, told = set(value) - set(named), schema[keyword]
    return not others if told is False else all(fits(told, value[key], whole) for key in others)


PLAIN = {
    "type": lambda told, value: isinstance(value, TYPES[told]) and not isinstance(value, bool),
    "const": lambda told, value: value == told and type(value) is type(told),
    "enum": lambda told, value: any(value == one and type(value) is type(one) for one in told),
    "required": lambda told, value: not isinstance(value, dict) or set(told) <= set(value),
    "minItems": lambda told, value: not isinstance(value, list) or len(value) >= told,
    "maxItems": lambda told, value: not isinstance(value, list) or len(value) <= told,
    "minLength": lambda told, value: not isinstance(value, str) or len(value) >= told,
    "maxLength": lambda told, value: not isinstance(value, str) or len(value) <= told,
    "minimum": lambda told, value: not isinstance(value, int) or value >= told,
    "maximum": lambda told, value: not isinstance(value, int) or value <= told,
    "pattern": lambda told, value: not isinstance(value, str) or re.search(told, value) is not None,
}
