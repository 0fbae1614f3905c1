"""What the organiser chose for a night, before anything has happened: stages to come, tables, money."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

from rules.knobs import Flag, KnobType, Listed, Text, Whole
from rules.night.bounds import ENTRANTS, PRICES, PRIZES, STAGES, TABLES
from rules.night.prizes import HUNDRED, prizes_by_share
from rules.night.stages import Format, Stage, WholeStage, knob
from rules.numbers import Bound
from scores.core.match_facts import CURRENCY
from scores.fields import NAME_AT_MOST


@dataclass(frozen=True)
class Plan:
    """`prizes` are amounts or, with `by_share`, hundredths of the pot; money is in hundredths."""

    stages: tuple[Stage, ...] = knob(Listed(WholeStage(), STAGES))
    preset: str = knob(Text(Bound(0, NAME_AT_MOST)), "")  # a Format
    expected: int = knob(Whole(0, ENTRANTS.high), 0)
    # in the room; None: as many as are needed
    tables: int | None = knob(Whole(*TABLES, None), None)
    fee: int = knob(Whole(*PRICES), 0)
    prizes: tuple[int, ...] = knob(Listed(Whole(*PRICES), PRIZES), ())
    by_share: bool = knob(Flag(), True)
    currency: str = knob(Text(Bound(0, CURRENCY.longest)), "")

    def dump(self) -> dict[str, Any]:
        return {
            **vars(self),
            "stages": [stage.dump() for stage in self.stages],
            "prizes": list(self.prizes),
        }

    @classmethod
    def load(cls, stored: dict[str, Any]) -> Plan:
        """Raises ValueError for one that is none, and NightRefusal for a stage that is none."""
        if not isinstance(stored, dict) or not stored.keys() <= TYPES.keys():
            raise ValueError("an object with some of " + ", ".join(TYPES))
        given = {"stages": None, **stored}
        plan = cls(**{name: TYPES[name].read(value) for name, value in given.items()})
        if plan.by_share and sum(plan.prizes) > HUNDRED:
            raise ValueError("shares of more than all")
        return plan

    @property
    def is_league(self) -> bool:
        return self.preset == Format.LEAGUE

    @property
    def numbers(self) -> tuple[int, ...]:
        """The tables in the room; empty if there are as many as are needed."""
        return tuple(range(1, (self.tables or 0) + 1))

    def prizes_of(self, money: int) -> Sequence[int]:
        """The prize of each place, of so much money in the pot."""
        return prizes_by_share(money, self.prizes) if self.by_share else self.prizes


TYPES: dict[str, KnobType] = {fact.name: fact.metadata["type"] for fact in fields(Plan)}
"""The type of each fact of a plan."""
