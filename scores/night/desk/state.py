"""What a night stands at, and the facts from which the parts of its desk are made."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from django.utils.translation import gettext as _, ngettext

from rules.night.proposals import next_stage, open_cuts, stage_is_over
from rules.night.seating.values import Entrant
from rules.night.seats import people_at
from rules.night.sheet import NightSheet
from scores.night import people, words
from scores.night.desk import cuts
from scores.night.desk.tables import TableRow, tables_of_now
from scores.night.log import Now, now_of
from scores.night.models import Night, Plan


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
    plan = night.planned
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


def are_places_final(plan: Plan, now: Now) -> bool:
    """Whether prizes can be given: the night is over, or nothing is left to play and no result is missing."""
    rounds = range(1, now.sheet.last_round + 1)
    is_played = _state(plan, now) is NightState.LAST
    return now.sheet.is_over or (
        is_played and not any(map(now.tables_without_result, rounds))
    )


# What the desk says first


@dataclass(frozen=True)
class Headline:
    """What it is about, the sentence, and what it means."""

    kicker: str
    title: str
    note: str = ""


def headline_of(facts: DeskFacts) -> Headline:
    if facts.state is NightState.BEFORE:
        return _before(facts)
    if facts.state is NightState.PLAYING:
        return _while_playing(facts)
    if facts.state is NightState.OVER:
        return Headline(_("La noche ha terminado"), _winners(facts))
    done = _round_done(facts.sheet)
    if facts.cut:
        return Headline(done, facts.cut.title, facts.cut.note)
    if facts.state is NightState.LAST:
        note = _(
            "Están todos los resultados. Si algo está mal, corrígelo antes de dar los premios."
        )
        return Headline(done, _winners(facts), note)
    tables = len(facts.tables)
    title = ngettext("Está el resultado", "Están los %(count)s resultados", tables)
    here = people_at(facts.sheet.badges, facts.sheet.here)
    note = ngettext(
        "%(count)s persona está aquí.", "%(count)s personas están aquí.", here
    )
    return Headline(done, title % {"count": tables}, note % {"count": here})


def _before(facts: DeskFacts) -> Headline:
    sheet = facts.sheet
    start = facts.night.start_in_words
    kicker = " · ".join(filter(None, (_("Antes de la ronda 1"), start)))
    if not sheet.badges:
        note = _("Apunta a la gente en la puerta.")
        return Headline(kicker, _("Todavía no ha llegado nadie"), note)
    here = people_at(sheet.badges, sheet.here)
    everybody = people_at(sheet.badges, sheet.badges)
    if here < everybody:
        title = _("%(here)s de %(all)s están aquí")
        return Headline(kicker, title % {"here": here, "all": everybody})
    title = ngettext(
        "%(count)s persona está aquí", "%(count)s personas están aquí", here
    )
    return Headline(kicker, title % {"count": here})


def _while_playing(facts: DeskFacts) -> Headline:
    missing = len(facts.missing_tables)
    title = ngettext("Sigue %(count)s mesa", "Siguen %(count)s mesas", missing)
    round_name = words.round_name(facts.sheet, facts.sheet.last_round)
    return Headline(round_name, title % {"count": missing})


def _winners(facts: DeskFacts) -> str:
    first = [line.entrant for line in facts.now.ranking if line.place == 1]
    if not first:
        return _("No hay ningún resultado")
    title = ngettext("Gana %(names)s", "Ganan %(names)s", len(first))
    return title % {"names": people.listed_names(first, facts.names)}


def _round_done(sheet: NightSheet) -> str:
    number = sheet.last_round
    if sheet.is_final(number):
        return _("Final acabada")
    return _("Ronda %(number)s acabada") % {"number": number}
