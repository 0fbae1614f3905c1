"""Paths in a document, values to try there, and what a JSON schema allows at each path.

Paths of one shape are one: of a list of like items, and of an object with keys of people, the first."""

import json
from dataclasses import dataclass, field

from jsonschema import Draft202012Validator

FARTHEST = 10**9  # no number of a document is farther from 0
LETTERS = 200_000
ITEMS = 5_000
MARK = "\ue000"

FAR = (str(FARTHEST + 1), str(-FARTHEST - 1))
HUGE = (
    *FAR,
    "1" + "0" * 300,
    "9" * 5_000,
    "NaN",
    "-Infinity",
    "1e300",
    json.dumps("x" * LETTERS),
    json.dumps([1] * ITEMS),
    json.dumps([[]] * ITEMS),
    json.dumps({f"k{number}": 0 for number in range(ITEMS)}),
    "[" * 1_000 + "]" * 1_000,
    "[" * 100_000 + "]" * 100_000,
)
"""No path may have one of them."""
ODD = (
    "0",
    "-1",
    "1.5",
    "true",
    "null",
    '""',
    '"٣"',
    "[]",
    "{}",
    "[[]]",
    "[null]",
    '{"": 0}',
)
"""A reader takes or refuses each of them, and does nothing else."""


def value_at(document, path):
    for key in path:
        document = document[key]
    return document


def paths(document, path=(), shape=()):
    """Each path in the document, with its shape, which paths of like items have in common."""
    pairs = document.items() if isinstance(document, dict) else enumerate(document)
    for key, value in pairs:
        inside = (*shape, _shape_of(document, key, value))
        yield (*path, key), inside
        if isinstance(value, (dict, list)):
            yield from paths(value, (*path, key), inside)


def _shape_of(document, key, value):
    """Keys of people are alike, and items of lists; an entry has its kind, a row of several types indices."""
    if isinstance(document, dict):
        return "0" if key.isdigit() else key
    if isinstance(value, dict) and "type" in value:
        return value["type"]
    if isinstance(value, list) and value and isinstance(value[0], str):
        return value[0]
    return key if len({type(item) for item in document}) > 1 else type(value).__name__


def text_with(document, path, written):
    """The document as JSON with this text as the value at the path."""
    box = value_at(document, path[:-1])
    before = box[path[-1]]
    box[path[-1]] = MARK
    try:
        return json.dumps(document).replace(json.dumps(MARK), written)
    finally:
        box[path[-1]] = before


# What a schema allows


@dataclass
class Bounds:
    """What all schemas of a path allow together, at most; `beyond` are texts of values outside."""

    numbers: list[int] = field(default_factory=list)
    letters: list[int] = field(default_factory=list)
    items: list[int] = field(default_factory=list)

    def ends(self, value):
        """Values at the bounds."""
        yield from map(
            str, {min(self.numbers), max(self.numbers)} if self.numbers else ()
        )
        yield from (json.dumps("x" * most) for most in {*self.letters})
        yield from (_repeated(value, most) for most in {*self.items} if most <= ITEMS)

    def beyond(self, value):
        if self.numbers:
            yield str(min(self.numbers) - 1)
            yield str(max(self.numbers) + 1)
        if self.letters:
            yield json.dumps("x" * (max(self.letters) + 1))
        if self.items and max(self.items) <= ITEMS:
            yield _repeated(value, max(self.items) + 1)


def _repeated(value, times):
    return json.dumps((value[:1] if isinstance(value, list) and value else [0]) * times)


def bounds_at(schema, document, path):
    """Raises LookupError for a path that the schema does not know."""
    parts = [schema]
    value = document
    for key in path:
        inner = [
            found
            for part in _alternatives(schema, parts, value)
            for found in _inside(part, value, key)
        ]
        if not inner:
            raise LookupError(path)
        parts = inner
        value = value[key]
    found = Bounds()
    for part in _alternatives(schema, parts):
        found.numbers += [part[key] for key in ("minimum", "maximum") if key in part]
        found.numbers += [part["const"]] if type(part.get("const")) is int else []
        found.letters += [part["maxLength"]] if "maxLength" in part else []
        found.items += [part["maxItems"]] if "maxItems" in part else []
    return found


def _alternatives(whole, parts, *values):
    """The schemas without references and choices; with a value only those that it fits."""
    for part in parts:
        if "$ref" in part:
            yield from _alternatives(
                whole, [whole["$defs"][part["$ref"].rpartition("/")[2]]], *values
            )
        elif "anyOf" in part:
            yield from _alternatives(
                whole,
                [one for one in part["anyOf"] if _fits(whole, one, *values)],
                *values,
            )
        else:
            yield part


def _fits(whole, part, *values):
    return not values or Draft202012Validator(
        {**part, "$defs": whole["$defs"]}
    ).is_valid(values[0])


def _inside(part, value, key):
    if isinstance(value, dict):
        found = part.get("properties", {}).get(key, part.get("additionalProperties"))
    else:
        first = part.get("prefixItems", [])
        found = first[key] if key < len(first) else part.get("items")
    if isinstance(found, dict):
        yield found
