"""Changing the plan of a night: all of it until a round is published, then what has not begun."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from uuid import uuid4

from django.db import transaction
from django.utils.translation import gettext as _

from rules.tournament.events import StageChanged
from rules.tournament.night import Night
from rules.tournament.presets import Stages
from rules.tournament.refusals import NightRefusal
from rules.tournament.seats import most_people
from rules.tournament.stages import Plays, Stage
from scores.models import Phone
from scores.night.door.rows import are_too_many
from scores.night.log import append
from scores.night.models import RoundDraft, Tournament
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
        tournament: Tournament,
        night: Night,
        offered: Sequence[Offer],
    ) -> None:
        self.night = night
        self.before = Plan.load(tournament.plan)
        offered = _with_planned(offered, self.before)
        shown = _shown(tournament, night, self.before, offered)
        super().__init__(data or shown, initial=shown, offered=offered)
        for name in ("preset", "game") if night.rounds else ():
            self.fields[name].disabled = True

    @property
    def is_fixed(self) -> bool:
        """Whether game and format stay as they are."""
        return bool(self.night.rounds)

    def _choose(self, data: dict[str, Any]) -> None:
        super()._choose(data)
        if self.stages is None:
            return
        match = self.stages[0].match
        if are_too_many(self.night, match, data["tables"]):
            text = _(
                "Con las parejas de hoy una mesa tendría más de %(most)s personas."
            )
            self.add_error("best", text % {"most": most_people(match)})
        elif self.is_fixed:
            self._keep_what_has_begun(self.stages)

    def _keep_what_has_begun(self, chosen: Stages) -> None:
        place = len(self.night.stages) - 1
        if place >= len(chosen):
            self.add_error("has_final", _("La final ya ha empezado."))
            return
        played = len(self.night.rounds_of(0))
        is_over = place > 0
        number = chosen[0].number
        if chosen[0].plays is Plays.ROUNDS and (
            number < played or (is_over and number != played)
        ):
            self.add_error(
                "rounds", _("Ya se han jugado %(count)s rondas.") % {"count": played}
            )
            return
        stage = self.night.stages[-1].stage
        is_knockout = (
            stage.plays is Plays.KNOCKOUT
        )  # who went on from a table stays decided
        changed = (
            replace(chosen[place], number=stage.number)
            if is_knockout
            else chosen[place]
        )
        try:
            stage.with_knobs(options_changed(stage, changed))
        except NightRefusal:
            self.add_error(
                "least", _("De la mesa más pequeña tiene que salir alguien.")
            )
            return
        self.stages = (*self.before.stages[:place], changed, *chosen[place + 1 :])


def options_changed(before: Stage, after: Stage) -> dict[str, Any]:
    """What differs, in its JSON form."""
    old = before.dump()
    return {knob: value for knob, value in after.dump().items() if value != old[knob]}


@transaction.atomic
def save(tournament: Tournament, phone: Phone, form: PlanForm) -> None:
    """Raises NightRefusal. A draft that was made for the plan before is drawn again."""
    plan = form.plan()

    def change(night: Night) -> list[StageChanged]:
        if not night.stages:
            return []
        options = options_changed(
            night.stages[-1].stage, plan.stages[len(night.stages) - 1]
        )
        return [StageChanged(options)] if options else []

    append(tournament, phone, change, f"plan-{uuid4().hex}")
    name = form.cleaned_data["name"] or tournament.name
    Tournament.objects.filter(pk=tournament.pk).update(plan=plan.dump(), name=name)
    RoundDraft.objects.filter(tournament=tournament).delete()


def _with_planned(offered: Sequence[Offer], plan: Plan) -> list[Offer]:
    ruleset = plan.stages[0].match.ruleset
    if any(offer.ruleset == ruleset for offer in offered):
        return [*offered]
    return [Offer(AS_PLANNED, _("El de esta noche"), "", ruleset), *offered]


def _shown(
    tournament: Tournament, night: Night, plan: Plan, offered: Sequence[Offer]
) -> dict[str, Any]:
    first = plan.stages[0]
    match = first.match
    return {
        "uid": uuid4(),
        "name": tournament.name,
        "preset": plan.preset,
        "rounds": first.number,
        "has_final": plan.stages[-1].plays is Plays.FINAL,
        "game": next(offer.key for offer in offered if offer.ruleset == match.ruleset),
        "ends": match.ends,
        "number": match.number,
        "expected": max(2, len(night.badges) or plan.expected),
        "tables": plan.tables,
        "currency": plan.currency,
        **match.sizes._asdict(),
        **typed_money(plan),
    }
