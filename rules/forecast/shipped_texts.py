"""The shipped hands as texts, read from their file; a phone is given those of its game."""

import json
from functools import cache
from pathlib import Path

FILE = Path(__file__).with_name("shipped_hands.json")
"""Hands of simple players, by game and number of players: a text for each contract, and one text in games
without contracts. A hand is how it was closed and the deadwood of each player, the closer first; in Rum 500
also the points on the table, after a colon; in Queen City Rum the value of the winner's hand alone.
They were made with real cards (docs/design/forecast.md).
"""


def texts_of(key: str) -> dict[str, list[str]]:
    """The hands of a game by the number of players; for a game without any those of Chinchón."""
    by_game = _texts()
    return by_game.get(key, by_game["chinchon"])


@cache
def _texts() -> dict[str, dict[str, list[str]]]:
    by_game: dict[str, dict[str, list[str]]] = json.loads(
        FILE.read_text(encoding="utf-8")
    )
    return by_game
