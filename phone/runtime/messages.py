"""The door of the engine: the name of an entry point and JSON text in, JSON text out.

JSON objects travel as arrays that begin with TAG, `["\\u0001", key, value, key, value, …]`: MicroPython's
`json.loads` forgets the order of keys. `static/js/phone/engine.js` writes and reads the same form.
"""

from __future__ import annotations

import json
from typing import Any

from phone.runtime.entry_points import ENTRY_POINTS

TAG = "\x01"


def answer(name: str, text: str) -> str:
    """The answer of the entry point `name` to the payload in `text`, both with their objects tagged."""
    return json.dumps(tagged(ENTRY_POINTS[name](untagged(json.loads(text)))))


def tagged(value: Any) -> Any:
    """The value with tagged arrays for dicts and arrays for tuples. Keys become texts."""
    if isinstance(value, dict):
        pairs: list[Any] = [TAG]
        for key, inner in value.items():
            pairs.append(str(key))
            pairs.append(tagged(inner))
        return pairs
    if isinstance(value, (list, tuple)):
        return [tagged(inner) for inner in value]
    return value


def untagged(value: Any) -> Any:
    """The value with dicts for tagged arrays."""
    if not isinstance(value, list):
        return value
    if not value or value[0] != TAG:
        return [untagged(inner) for inner in value]
    return {value[at]: untagged(value[at + 1]) for at in range(1, len(value), 2)}
