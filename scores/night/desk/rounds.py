"""The rounds of a night, each one tap away."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.night.proposals import next_stage, rounds_in_all
from rules.night.stages import Plays
from scores.night.desk.state import DeskFacts, NightState


@dataclass(frozen=True)
class RoundKey:
    """A round of the night, as one tap: `missing` of its tables have no result."""

    number: int
    is_final: bool
    is_seated: bool
    is_next: bool
    tables: int = 0
    missing: int = 0
    is_late: bool = False  # the time is over, and results are missing

    @property
    def done(self) -> int:
        return self.tables - self.missing


def round_keys(facts: DeskFacts) -> list[RoundKey]:
    return [*_seated_rounds(facts), *_coming_rounds(facts)]


def _seated_rounds(facts: DeskFacts) -> Iterator[RoundKey]:
    is_time_over = facts.night.seconds_left == 0
    for number, made in enumerate(facts.sheet.rounds, 1):
        missing = len(facts.now.tables_without_result(number))
        is_final = facts.sheet.is_final(number)
        yield RoundKey(
            number,
            is_final,
            is_seated=True,
            is_next=False,
            tables=len(made.tables),
            missing=missing,
            is_late=missing > 0 and (number < facts.sheet.last_round or is_time_over),
        )


def _coming_rounds(facts: DeskFacts) -> Iterator[RoundKey]:
    """Those that are known to come: of a stage that ends when few are left only the next one."""
    stages = facts.plan.stages
    known = rounds_in_all(stages, facts.sheet)
    comes = facts.state in (NightState.BEFORE, NightState.COMPLETE, NightState.CUT)
    first = facts.sheet.last_round + 1
    last = known if known is not None else facts.sheet.last_round + comes
    following = next_stage(stages, facts.sheet, facts.now.results)
    is_final_next = following is not None and following.plays is Plays.FINAL
    last_final = known if stages[-1].plays is Plays.FINAL else None
    for number in range(first, last + 1):
        yield RoundKey(
            number,
            is_final=number == last_final or (is_final_next and number == first),
            is_seated=False,
            is_next=comes and number == first,
        )
