"""Who is meant in an entry's JSON form: names in cases, ids in records, seats by number in the log."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.records.validators import inside

Payload = dict[str, Any]
Rename = Callable[[Any, str], Any]
"""Makes another name of one, given the place in the document at which it stands."""


def renamed(payload: Payload, rename: Rename, place: str = "") -> Payload:
    """The entry with every player renamed; what is not of the form an entry has is left as it is."""
    entry = dict(payload)
    for key, value in payload.items():
        where = f"{place}.{key}"
        if key in ("player", "closer") and value is not None:
            entry[key] = rename(value, where)
        elif key in ("order", "melded") and isinstance(value, list):
            entry[key] = [rename(one, f"{where}[{index}]") for index, one in enumerate(value)]
        elif key in ("deadwood", "table", "buys") and isinstance(value, dict):
            entry[key] = {rename(one, inside(where, one)): number for one, number in value.items()}
        elif key == "changes" and isinstance(value, list):
            entry[key] = [
                _renamed_change(change, rename, f"{where}[{index}]") for index, change in enumerate(value)
            ]
    return entry


def _renamed_change(change: Any, rename: Rename, place: str) -> Any:
    if not isinstance(change, dict):
        return change
    inner = {key: change[key] for key in ("entry", "insert") if isinstance(change.get(key), dict)}
    return change | {key: renamed(one, rename, f"{place}.{key}") for key, one in inner.items()}
