"""Rules, players, places and notes of the sample matches."""

from __future__ import annotations

from dataclasses import dataclass

from rules.knobs import Ends
from rules.presets import CHINCHON, FOURNIER, FRENCH, GIN, QUEEN_CITY
from rules.ruleset import Ruleset


@dataclass(frozen=True)
class SampleRules:
    """A ruleset with its weight and the possible numbers of players."""

    ruleset: Ruleset
    weight: int
    players: tuple[int, ...]  # equally likely
    name: str = ""  # name of the house rules
    currency: str = ""
    is_long: bool = False  # whether its matches are longer than average

    @property
    def is_ledger(self) -> bool:
        """Whether the match only ends when the players end it."""
        return self.ruleset.ends is Ends.OPEN


_FOR_MONEY = {"stake": 100, "rebuy_stake": None, "rebuys": 2, "rebuy_choice": "ask"}

SAMPLE_RULES = (
    SampleRules(CHINCHON, 30, (2, 3, 3, 4, 4, 4)),
    SampleRules(CHINCHON.turned({"limit": 200}), 12, (3, 4), "A doscientos", is_long=True),
    SampleRules(CHINCHON.turned({"limit": 300}), 10, (3, 4), "A trescientos", is_long=True),
    SampleRules(CHINCHON.turned({**_FOR_MONEY, "limit": 101}), 16, (3, 4), "Las de la abuela", "€"),
    SampleRules(FOURNIER.turned({"stake": 50}), 16, (2, 3, 4, 5, 6, 7, 8), "", "€"),
    SampleRules(FRENCH, 10, (2, 3, 4)),
    SampleRules(GIN, 10, (2,)),
    SampleRules(QUEEN_CITY, 6, (2, 3, 4)),
)

LEDGER = next(rules for rules in SAMPLE_RULES if rules.is_ledger)

PEOPLE = {
    "Ana": 0.95,
    "Luis": 0.9,
    "Eva": 0.85,
    "Íñigo": 0.85,
    "Begoña": 0.8,
    "Ramón": 0.8,
    "Nuria": 0.75,
    "Paco": 0.75,
    "La abuela": 0.9,
    "Tío Julián": 0.7,
    "Mª José": 0.7,
    "Chema": 0.65,
    "Águeda": 0.65,
    "Wojtek": 0.6,
    "Lola 🌺": 0.6,
    "Ezequiel": 0.5,
    "Noa": 0.45,
    "Bruno": 0.4,
    "Maximiliano Alejandro": 0.55,
    "Xènia": 0.7,
}
"""The players with their skill; the first come most often."""

PLACES = ("", "", "", "", "Bar Pepe", "Casa de Ana", "El Casino", "Peña La Unión", "Cádiz", "El pueblo")
NOTES = ("Con lluvia", "El cumpleaños de Lola", "La revancha", "Se fue la luz", "Última de las vacaciones")
