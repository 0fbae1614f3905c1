"""A hand as the fields of its form: to correct it, or to bring it over from the checker."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from rules.close_kinds import Close
from rules.events import HandScored, Seat
from scores.fields import NOBODY


def hand_fields(hand: HandScored) -> dict[str, str]:
    """The fields of the hand's form that say all that `hand` says, each fact under its name in `HandScored`.

    What the closer has left is part of the field `close`.
    """
    filled = {"closer": NOBODY if hand.closer is None else str(hand.closer)}
    if hand.closer is not None and hand.close is not None:
        loose = hand.deadwood.get(hand.closer, 0)
        filled["close"] = f"knock-{loose}" if hand.close is Close.KNOCK else str(hand.close)
    for fact in fields(hand):
        if fact.name not in filled and fact.name != "close":
            filled |= _fields_of(fact.name, getattr(hand, fact.name), hand.closer)
    filled.pop(f"deadwood_{hand.closer}", None)
    return filled


def _fields_of(fact: str, value: Any, closer: Seat | None) -> dict[str, str]:
    """A number of each seat; the seats of which something holds; or one number, which is the closer's."""
    if isinstance(value, dict):
        return {f"{fact}_{seat}": str(number) for seat, number in value.items()}
    if isinstance(value, tuple):
        return {f"{fact}_{seat}": "on" for seat in value}
    return {} if value is None else {f"{fact}_{closer}": str(value)}
