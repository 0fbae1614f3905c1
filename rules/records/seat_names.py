"""Replaces the players in the JSON form of an entry: cases use names, records ids, logs seat numbers."""

from collections.abc import Callable
from typing import Any

Payload = dict[str, Any]
Rename = Callable[[Any, str], Any]
"""Returns the new name of a player, given the old one and its place in the document."""

_SHOWN = 60  # letters of a name in a place


def inside(place: str, key: str) -> str:
    """The place of the value of `key` in the object at `place`, as errors name it: `$.entries[3].entry`."""
    return f"{place}.{key[:_SHOWN]}"


def renamed(payload: Payload, rename: Rename, place: str = "") -> Payload:
    """The entry with every player renamed; values that are not in the form of an entry are not changed."""
    entry = dict(payload)
    for key, value in payload.items():
        where = f"{place}.{key}"
        if key in ("player", "closer", "dealer") and value is not None:
            entry[key] = rename(value, where)
        elif key in ("order", "melded") and isinstance(value, list):
            entry[key] = [rename(player, f"{where}[{index}]") for index, player in enumerate(value)]
        elif key in ("deadwood", "table", "buys", "cards") and isinstance(value, dict):
            entry[key] = {rename(player, inside(where, player)): said for player, said in value.items()}
        elif key == "changes" and isinstance(value, list):
            entry[key] = [
                _renamed_change(change, rename, f"{where}[{index}]") for index, change in enumerate(value)
            ]
    return entry


def _renamed_change(change: Any, rename: Rename, place: str) -> Any:
    if not isinstance(change, dict):
        return change
    inner = {key: change[key] for key in ("entry", "insert") if isinstance(change.get(key), dict)}
    return change | {key: renamed(entry, rename, f"{place}.{key}") for key, entry in inner.items()}
