"""The words of the four formats of a night, and of the end of its matches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from rules.night.presets import Format
from rules.night.stages import EndOfMatch


class FormatWords(NamedTuple):
    """Its name, what happens in it, and what its number counts; empty for one that has none to choose."""

    name: Promise
    note: Promise
    number: Promise | str


FORMATS: Mapping[Format, FormatWords] = {
    Format.EVERYBODY: FormatWords(
        _("Todos juegan"),
        _("Cada ronda en otra mesa y con otra gente. Nadie se va a casa antes."),
        _("Rondas"),
    ),
    Format.LIVES: FormatWords(
        _("Tres vidas"),
        _(
            "Quien no gana su mesa pierde una vida. Quienes quedan al final juegan la última mesa."
        ),
        _("Vidas de cada uno"),
    ),
    Format.KNOCKOUT: FormatWords(
        _("Mesas eliminatorias"),
        _("De cada mesa sigue la mitad, hasta la mesa final."),
        "",
    ),
    Format.LEAGUE: FormatWords(
        _("Liga"),
        _("Pocas rondas, cada cual con los de su altura. El grupo suma sus noches."),
        _("Rondas"),
    ),
}

ENDS: Mapping[EndOfMatch, Promise] = {
    EndOfMatch.LIMIT: _("como dicen sus reglas"),
    EndOfMatch.HANDS: _("tantas manos"),
    EndOfMatch.CLOCK: _("tantos minutos"),
}

if [*FORMATS] != [*Format] or [*ENDS] != [*EndOfMatch]:
    raise TypeError("a format of a night, or an end of its matches, has no words")
