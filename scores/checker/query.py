"""What an address of the checker holds: cards, whose they are, and the hand typed so far."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from django.http import QueryDict

from rules.errors import Illegal
from rules.ruleset import Ruleset
from scores.checker.check import Cards, read
from scores.matches.scoresheet import Sheet
from scores.notation.cards import face
from scores.notation.numbers import parsed_int
from scores.wording.refusals import phrase

TEXT_AT_MOST = 12  # of what stands in an address for a card and is none
TYPED = ("deadwood_", "melded_", "table_", "buys_", "value")  # on the hand's form, which gets it back


def read_or_told(texts: Sequence[str], ruleset: Ruleset, players: int) -> tuple[Cards, str]:
    """The cards of the address, or why they cannot be in one hand."""
    try:
        return read(texts, ruleset, players), ""
    except Illegal as illegal:
        card = illegal.details["card"]
        told = card[:TEXT_AT_MOST] if isinstance(card, str) else face(card).name
        return (), phrase(Illegal("impossible-hand", card=told), {})


def all_cards(
    asked: QueryDict, ruleset: Ruleset, players: int, keys: Sequence[str]
) -> tuple[dict[str, Cards], str]:
    """Everybody's cards by key; together they may not be more than the packs have."""
    everything = [text for key in keys for text in asked.getlist(key)]
    _cards, impossible = read_or_told(everything, ruleset, players)
    if impossible:
        return {}, impossible
    return {key: read(asked.getlist(key), ruleset, players) for key in keys}, ""


def going_down(asked: QueryDict, ruleset: Ruleset, players: int) -> dict[str, Any]:
    """Chinaso: how many are down already, and whether one only goes down."""
    if not ruleset.contracts:
        return {}
    return {"others_down": number(asked, "others", 0, players - 1, 0), "goes_down": "down" in asked}


def number(asked: QueryDict, key: str, low: int, high: int, default: int) -> int:
    text = asked.get(key, "").replace("−", "-")
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 6):
        return default
    return max(low, min(high, int(text)))


def seat_of(text: str | None, seats: Sequence[int]) -> int | None:
    seat = parsed_int(text or "")
    return seat if seat in seats else None


def typed(asked: QueryDict) -> dict[str, str]:
    """The hand as far as its form was filled in before."""
    fields = {key: value for key, value in asked.items() if key.startswith(TYPED)}
    return fields | {key: asked[key] for key in ("closer", "close") if asked.get(key)}


def of_the_form(sheet: Sheet, fields: dict[str, str]) -> str:
    """The address of the hand's form, filled in and not saved."""
    return f"{sheet.match.get_absolute_url()}?{urlencode(fields)}"
