"""Values of the rules as JSON can hold them."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from rules.cards.meld import Meld
from rules.errors import Illegal
from rules.packs import Card


def plain(value: Any) -> Any:
    """The value with texts for cards and members of enums, objects for melds, lists for tuples and sets."""
    if isinstance(value, Card):
        return str(value)
    if isinstance(value, StrEnum):
        return str(value)
    if isinstance(value, Meld):
        return {"kind": plain(value.kind), "cards": plain(value.cards)}
    if isinstance(value, dict):
        return {str(key): plain(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(inner) for inner in value]
    return value


def refusal_facts(illegal: Illegal) -> dict[str, Any]:
    """Why the rules refuse something: its code, and the facts about it."""
    return {"code": illegal.code, "details": plain_details(illegal.details)}


def plain_details(details: Mapping[str, Any]) -> dict[str, Any]:
    """The facts about a refusal by name: MicroPython forgets the order of keyword arguments."""
    return {name: plain(details[name]) for name in sorted(details)}
