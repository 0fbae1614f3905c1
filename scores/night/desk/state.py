"""What a night stands at, and the facts from which the parts of its desk are made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from rules.night.proposals import next_stage, open_cuts, stage_is_over
from rules.night.seating.values import Entrant
from rules.night.sheet import NightSheet
from scores.night import people
from scores.night.desk import cuts
from scores.night.desk.tables import TableRow, tables_of_now
from scores.night.models import Night
from scores.night.now import Now, now_of
from scores.night.plan import Plan


class NightState(StrEnum):
    BEFORE = "before"  # no round is seated
    PLAYING = "playing"
    COMPLETE = "complete"  # every table has its result, and another round comes
    CUT = "cut"  # some are level for the last seats
    LAST = "last"  # every table has its result, and no round comes
    OVER = "over"


@dataclass(frozen=True)
class DeskFacts:
    """`tables` are those of the last round."""

    night: Night
    now: Now
    plan: Plan
    names: Mapping[Entrant, str]
    state: NightState
    tables: Sequence[TableRow]

    @property
    def sheet(self) -> NightSheet:
        return self.now.sheet

    @property
    def missing_tables(self) -> Sequence[int]:
        """Those of the last round that have no result. A table may call after its own."""
        return self.now.tables_without_result(self.sheet.last_round)

    @cached_property
    def cut(self) -> cuts.CutView | None:
        """The decision that the night waits for."""
        if self.state is not NightState.CUT:
            return None
        return cuts.view_of(self.plan, self.now, self.names)


def facts_of(night: Night) -> DeskFacts:
    now = now_of(night)
    plan = Plan.load(night.plan)
    names = people.names_of(now.sheet)
    tables = tables_of_now(night, now, names) if now.sheet.rounds else []
    return DeskFacts(night, now, plan, names, _state(plan, now), tables)


def _state(plan: Plan, now: Now) -> NightState:
    sheet = now.sheet
    if sheet.is_over:
        return NightState.OVER
    if not sheet.rounds:
        return NightState.BEFORE
    if now.tables_without_result(sheet.last_round):
        return NightState.PLAYING
    if open_cuts(plan.stages, sheet, now.results):
        return NightState.CUT
    is_last = next_stage(plan.stages, sheet, now.results) is None
    if is_last and stage_is_over(sheet, now.results):
        return NightState.LAST
    return NightState.COMPLETE
