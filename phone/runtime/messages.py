"""Values as JSON that keeps the order of keys, with names as a text shows them.

Objects travel as arrays that begin with TAG, `["\\u0001", key, value, key, value, …]`: MicroPython's
`json.loads` forgets the order of keys. `static/js/phone/engine.js` writes and reads the same form.
"""

from typing import Any

from scores.core.notation.shown_names import in_text

TAG = "\x01"


def tagged_value(value: Any) -> Any:
    """The value with tagged arrays for dicts and arrays for tuples. Keys become texts."""
    if isinstance(value, dict):
        pairs: list[Any] = [TAG]
        for key, inner in value.items():
            pairs.append(str(key))
            pairs.append(tagged_value(inner))
        return pairs
    if isinstance(value, (list, tuple)):
        return [tagged_value(inner) for inner in value]
    return in_text(value) if isinstance(value, str) else value


def untagged_value(value: Any) -> Any:
    """The value with dicts for tagged arrays."""
    if not isinstance(value, list):
        return value
    if not value or value[0] != TAG:
        return [untagged_value(inner) for inner in value]
    return {value[at]: untagged_value(value[at + 1]) for at in range(1, len(value), 2)}
