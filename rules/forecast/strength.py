"""How strong players are, from their earlier hands: a weight for each, 1 for a player like the others.

A hand is a comparison of each two who played it: the better result beats the other, equal ones are half a
win each. The weight is the ratio of wins to losses, with so many draws added that a few hands say little:
shrunk towards 1.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping

SHRINK = 120.0
"""Wins and losses that are added to those of each player. docs/design/forecast.md has what was tried."""


class Strengths:
    """The comparisons that players won and lost so far."""

    def __init__(self, shrink: float = SHRINK) -> None:
        self._shrink = shrink
        self._won: dict[Hashable, float] = {}
        self._lost: dict[Hashable, float] = {}

    def copy(self) -> Strengths:
        """The same comparisons, to which others can be added."""
        other = Strengths(self._shrink)
        other._won, other._lost = dict(self._won), dict(self._lost)
        return other

    def add(self, results: Mapping[Hashable, float]) -> None:
        """Count one hand: the result of each player, the lowest the best."""
        for player, result in results.items():
            better = sum([other > result for other in results.values()])
            level = sum([other == result for other in results.values()]) - 1
            others = len(results) - 1
            self._won[player] = self._won.get(player, 0.0) + better + level / 2
            self._lost[player] = self._lost.get(player, 0.0) + others - better - level / 2

    def weight(self, player: Hashable) -> float:
        """How much likelier than 1 to 1 the player beats an average one."""
        won, lost = self._won.get(player, 0.0), self._lost.get(player, 0.0)
        return (won + self._shrink) / (lost + self._shrink)
