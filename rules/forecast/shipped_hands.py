"""Hands of simple players, for groups that have too few of their own.

`shipped_hands.json` has them by game and number of players: a text for each contract, and one text in games
without contracts. A hand is how it was closed and the deadwood of each player, the closer first; in Rum 500
also the points on the table, after a colon; in Queen City Rum the value of the winner's hand alone.
`python -m tests.tools.forecast.make_hands` made them with real cards (docs/design/forecast.md).
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from rules.close_kinds import Close
from rules.events import HandScored

FILE = Path(__file__).with_suffix(".json")
CLOSES = {
    "K": Close.KNOCK,
    "C": Close.CLEAN,
    "1": Close.JOKER_RUN_1,
    "2": Close.JOKER_RUN_2,
    "H": Close.CHINCHON,
    "G": Close.GIN,
    "O": Close.OUT,
    "R": Close.RUMMY,
    "S": Close.CHINASO,
}

_USUAL = "chinchon"  # the game whose hands are used for a game without any


def shipped_hands(key: str) -> dict[int, list[list[HandScored]]]:
    """The hands of a game by the number of players, for each contract. The seats are numbered from 0."""
    shipped = _texts()
    return {
        int(size): [[_hand(hand, int(size)) for hand in text.split(" ")] for text in texts]
        for size, texts in shipped.get(key, shipped[_USUAL]).items()
    }


@cache
def _texts() -> dict[str, dict[str, list[str]]]:
    texts: dict[str, dict[str, list[str]]] = json.loads(FILE.read_text(encoding="utf-8"))
    return texts


def _hand(text: str, players: int) -> HandScored:
    close, numbers = CLOSES[text[0]], [part.split(":") for part in text[1:].split(",")]
    if len(numbers) < players:  # of the winner alone
        return HandScored({}, 0, close, value=int(numbers[0][0]))
    deadwood = {seat: int(part[0]) for seat, part in enumerate(numbers)}
    table = {seat: int(part[1]) for seat, part in enumerate(numbers) if len(part) > 1}
    return HandScored(deadwood, 0, close, table=table)
