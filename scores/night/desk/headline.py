"""The night in one sentence."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _, ngettext

from rules.night.sheet import NightSheet
from scores.night import people, words
from scores.night.desk.state import DeskFacts, NightState


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
    here = len(facts.sheet.here)
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
    here = len(sheet.here)
    everybody = len(sheet.badges)
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
    title = ngettext("Gana %(names)s", "Ganan %(names)s", len(first))
    return title % {"names": people.listed_names(first, facts.names)}


def _round_done(sheet: NightSheet) -> str:
    number = sheet.last_round
    if sheet.is_final(number):
        return _("Final acabada")
    return _("Ronda %(number)s acabada") % {"number": number}
