"""What the organiser chose for a night, before anything has happened: stages to come, tables, money."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rules.tournament.prizes import by_share
from rules.tournament.stages import Stage


@dataclass(frozen=True)
class Plan:
    """`prizes` are amounts or, with `by_share`, hundredths of the pot; money is in hundredths."""

    stages: tuple[Stage, ...]
    preset: str = ""
    expected: int = 0
    tables: int | None = None  # in the room; None: as many as are needed
    fee: int = 0
    prizes: tuple[int, ...] = ()
    by_share: bool = True
    currency: str = ""

    def dump(self) -> dict[str, Any]:
        return {
            "stages": [stage.dump() for stage in self.stages],
            "preset": self.preset,
            "expected": self.expected,
            "tables": self.tables,
            "fee": self.fee,
            "prizes": list(self.prizes),
            "by_share": self.by_share,
            "currency": self.currency,
        }

    @classmethod
    def load(cls, stored: dict[str, Any]) -> Plan:
        facts = {**stored, "stages": tuple(map(Stage.load, stored["stages"]))}
        return cls(**{**facts, "prizes": tuple(stored.get("prizes", ()))})

    @property
    def numbers(self) -> tuple[int, ...]:
        """The tables in the room; empty if there are as many as are needed."""
        return tuple(range(1, (self.tables or 0) + 1))

    def prizes_of(self, money: int) -> Sequence[int]:
        """The prize of each place, of so much money in the pot."""
        return by_share(money, self.prizes) if self.by_share else self.prizes
