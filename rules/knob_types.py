"""The types of a knob: which values it can have.

`read` makes the value from its JSON form. It raises ValueError or TypeError for anything else.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from rules.knobs import WINS, Contract, Steps
from rules.packs import HIGHEST_RANK


class KnobType:
    def read(self, value: Any) -> Any:
        raise NotImplementedError


class Flag(KnobType):
    def read(self, value: Any) -> bool:
        if type(value) is not bool:
            raise ValueError("true or false")
        return value


class Choice(KnobType):
    """One member of an enum."""

    def __init__(self, members: type[StrEnum]) -> None:
        self.members = members

    def read(self, value: Any) -> StrEnum:
        return self.members(value)


class Whole(KnobType):
    """A whole number; with `otherwise`, that value too."""

    def __init__(self, low: int, high: int, *otherwise: str | None) -> None:
        self.low, self.high, self.otherwise = low, high, otherwise

    def read(self, value: Any) -> Any:
        if value in self.otherwise:
            return value
        if type(value) is not int or not self.low <= value <= self.high:
            raise ValueError(f"a whole number from {self.low} to {self.high}")
        return value


class Amount(Whole):
    """An amount of money."""

    def __init__(self, *otherwise: None) -> None:
        self.low, self.high, self.otherwise = 0, 1_000_000_000, otherwise


class ByPlayers(Whole):
    """A whole number, or steps by the number of players (docs/rules/RULESETS.md#steps)."""

    def read(self, value: Any) -> Steps:
        if type(value) is int:
            number: int = Whole.read(self, value)
            return number
        steps = tuple((_PLAYERS.read(upto), Whole.read(self, number)) for upto, number in value)
        if not steps or list(steps) != sorted(dict(steps).items()):
            raise ValueError("steps with rising numbers of players")
        return steps


class Pair(Whole):
    """Two whole numbers."""

    def read(self, value: Any) -> Any:
        first, second = value
        return Whole.read(self, first), Whole.read(self, second)


class OneOrTwo(Pair):
    """A whole number, or two."""

    def read(self, value: Any) -> Any:
        return Whole.read(self, value) if type(value) is int else Pair.read(self, value)


class Contracts(KnobType):
    """How many sets and runs each hand asks for."""

    def read(self, value: Any) -> tuple[Contract, ...]:
        return tuple(_MELDS.read(contract) for contract in _listed(value))


class RankPoints(KnobType):
    """Pairs of rank and points, by rank; an object with the ranks as keys is read too."""

    def read(self, value: Any) -> tuple[tuple[int, int], ...]:
        pairs = [(int(rank), points) for rank, points in value.items()] if isinstance(value, dict) else value
        chart = [(_RANK.read(rank), POINTS.read(points)) for rank, points in _listed(pairs)]
        if len(dict(chart)) < len(chart):
            raise ValueError("each rank once")
        return tuple(sorted(chart))


class Cards(KnobType):
    """Cards as they are written: `1o`."""

    def read(self, value: Any) -> tuple[str, ...]:
        if not all(type(card) is str for card in _listed(value)):
            raise ValueError("a list of cards")
        return tuple(card.lower() for card in value)


def _listed(value: Any) -> Any:
    if type(value) not in (list, tuple):
        raise ValueError("a list")
    return value


POINTS = Whole(-1000, 1000)
COUNT = Whole(0, 99)
ANY_COUNT = Whole(0, 99, None)
WINS_OR_POINTS = Whole(-1000, 1000, WINS)
_PLAYERS = Whole(1, 99)
_MELDS = Pair(0, 9)
_RANK = Whole(1, HIGHEST_RANK)
