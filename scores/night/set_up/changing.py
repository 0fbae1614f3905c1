"""Changing the plan of a night: all of it until a round is published, then what has not begun."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any
from uuid import uuid4

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from rules.night.events import StageChanged
from rules.night.presets import Stages
from rules.night.refusals import NightRefusal
from rules.night.seats import most_people
from rules.night.sheet import NightSheet
from rules.night.stages import Plays
from scores.models import Phone
from scores.night.door.rows import are_too_many
from scores.night.log import append
from scores.night.models import Night, RoundDraft
from scores.night.money_fields import typed_money
from scores.night.plan import Plan
from scores.night.set_up.forms import NightForm
from scores.table.new_match.forms import Offer

AS_PLANNED = "as-planned"  # the key of a game that the group offers no more


class PlanForm(NightForm):
    """The form of a night with what is planned; `stages` are those that the plan has after it."""

    def __init__(
        self,
        data: Any = None,
        *,
        night: Night,
        sheet: NightSheet,
        offered: Sequence[Offer],
    ) -> None:
        self.sheet = sheet
        self.before = Plan.load(night.plan)
        offered = _with_planned(offered, self.before)
        shown = _shown(night, sheet, self.before, offered)
        super().__init__(data or shown, initial=shown, offered=offered)
        for name in ("preset", "game") if sheet.rounds else ():
            self.fields[name].disabled = True

    @property
    def is_fixed(self) -> bool:
        """Whether game and format stay as they are."""
        return bool(self.sheet.rounds)

    def _choose(self) -> None:
        super()._choose()
        if self.stages is None:
            return
        match = self.stages[0].match
        if are_too_many(self.sheet, match, self.cleaned_data["tables"]):
            text = _(
                "Con las parejas de hoy una mesa tendría más de %(most)s personas."
            )
            self.add_error("best", text % {"most": most_people(match)})
        elif self.is_fixed:
            self._keep_what_has_begun(self.stages)

    def _keep_what_has_begun(self, chosen: Stages) -> None:
        place = len(self.sheet.stages) - 1
        if place >= len(chosen):
            self.add_error("has_final", _("La final ya ha empezado."))
            return
        played = len(self.sheet.rounds_of(0))
        is_over = place > 0
        number = chosen[0].number
        if chosen[0].plays is Plays.ROUNDS and (
            number < played or (is_over and number != played)
        ):
            self.add_error(
                "rounds", _("Ya se han jugado %(count)s rondas.") % {"count": played}
            )
            return
        stage = self.sheet.last_stage
        # who went on from a table stays decided
        is_knockout = stage.plays is Plays.KNOCKOUT
        changed = (
            replace(chosen[place], number=stage.number)
            if is_knockout
            else chosen[place]
        )
        try:
            stage.with_knobs(changed.dump())
        except NightRefusal:
            self.add_error(
                "least", _("De la mesa más pequeña tiene que salir alguien.")
            )
            return
        self.stages = (*self.before.stages[:place], changed, *chosen[place + 1 :])


@transaction.atomic
def save(night: Night, phone: Phone, form: PlanForm) -> None:
    """Raises NightRefusal. A draft that was made for the plan before is drawn again."""
    plan = form.plan()
    append(night, phone, partial(_changes_of_stage, plan))
    name = form.cleaned_data["name"] or night.name
    changes = {"plan": plan.dump(), "name": name, **form.start()}
    Night.objects.filter(pk=night.pk).update(version=F("version") + 1, **changes)
    RoundDraft.objects.filter(night=night).delete()


def _changes_of_stage(plan: Plan, sheet: NightSheet) -> list[StageChanged]:
    """What differs in the stage that is played."""
    if not sheet.stages:
        return []
    before = sheet.last_stage.dump()
    after = plan.stages[len(sheet.stages) - 1].dump()
    options = {knob: value for knob, value in after.items() if value != before[knob]}
    return [StageChanged(options)] if options else []


def _with_planned(offered: Sequence[Offer], plan: Plan) -> list[Offer]:
    ruleset = plan.stages[0].match.ruleset
    if any(offer.ruleset == ruleset for offer in offered):
        return [*offered]
    return [Offer(AS_PLANNED, _("El de esta noche"), "", ruleset), *offered]


def _shown(
    night: Night, sheet: NightSheet, plan: Plan, offered: Sequence[Offer]
) -> dict[str, object]:
    first = plan.stages[0]
    match = first.match
    return {
        "uid": uuid4(),
        "name": night.name,
        "starts_on": night.starts_on,
        "starts_at": night.starts_at,
        "preset": plan.preset,
        "rounds": first.number,
        "has_final": plan.stages[-1].plays is Plays.FINAL,
        "game": next(offer.key for offer in offered if offer.ruleset == match.ruleset),
        "ends": match.ends,
        "number": match.number,
        "expected": max(2, len(sheet.badges) or plan.expected),
        "tables": plan.tables,
        "currency": plan.currency,
        **match.sizes._asdict(),
        **typed_money(plan),
    }
