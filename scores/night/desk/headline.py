"""What the desk says first: what the night stands at, in a sentence."""

from dataclasses import dataclass

from django.utils.translation import gettext as _, ngettext

from rules.night.seats import people_at
from rules.night.sheet import NightSheet
from scores.night.desk import cuts
from scores.night.seen import NightState, SeenNight


@dataclass(frozen=True)
class Headline:
    """What it is about, the sentence, and what it means."""

    kicker: str
    title: str
    note: str = ""


def headline_of(seen: SeenNight) -> Headline:
    if seen.state is NightState.BEFORE:
        return _before(seen)
    if seen.state is NightState.PLAYING:
        return _while_playing(seen)
    if seen.state is NightState.OVER:
        return Headline(_("La noche ha terminado"), _winners(seen))
    done = _round_done(seen.sheet)
    if seen.state is NightState.CUT:
        cut = cuts.view_of(seen)
        return Headline(done, cut.title, cut.note)
    if seen.state is NightState.LAST:
        note = _(
            "Están todos los resultados. Si algo está mal, corrígelo antes de dar los premios."
        )
        return Headline(done, _winners(seen), note)
    tables = len(seen.sheet.rounds[-1].tables)
    title = ngettext("Está el resultado", "Están los %(count)s resultados", tables)
    here = people_at(seen.sheet.badges, seen.sheet.here)
    note = ngettext(
        "%(count)s persona está aquí.", "%(count)s personas están aquí.", here
    )
    return Headline(done, title % {"count": tables}, note % {"count": here})


def _before(seen: SeenNight) -> Headline:
    sheet = seen.sheet
    start = seen.night.start_in_words
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


def _while_playing(seen: SeenNight) -> Headline:
    missing = len(seen.missing_tables)
    title = ngettext("Sigue %(count)s mesa", "Siguen %(count)s mesas", missing)
    return Headline(seen.round_name, title % {"count": missing})


def _winners(seen: SeenNight) -> str:
    first = [line.entrant for line in seen.now.ranking if line.place == 1]
    if not first:
        return _("No hay ningún resultado")
    title = ngettext("Gana %(names)s", "Ganan %(names)s", len(first))
    return title % {"names": seen.listed(first)}


def _round_done(sheet: NightSheet) -> str:
    number = sheet.last_round
    if sheet.is_final(number):
        return _("Final acabada")
    return _("Ronda %(number)s acabada") % {"number": number}
