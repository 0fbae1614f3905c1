"""Presets and house rules by their names, in words a player understands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules.knobs import at_table
from rules.presets import CHINCHON, RULESETS
from rules.ruleset import Ruleset
from scores.house_rules.option_fields import Steps
from scores.house_rules.options import KNOBS, Knob, Words
from scores.models import Match

OFFERED = RULESETS.keys()
"""What the form of a new match lists, in its order: whatever is a preset."""

PRESET_NAMES = {
    "chinchon": gettext_lazy("Chinchón"),
    "chinchon-fournier": gettext_lazy("Chinchón Fournier"),
    "chinchon-french": gettext_lazy("Chinchón con baraja francesa"),
    "gin": gettext_lazy("Gin Rummy"),
    "rummy": gettext_lazy("Rummy"),
    "queen-city": gettext_lazy("Rummy Reina de la Ciudad"),
    "double-rum": gettext_lazy("Rummy de dos barajas"),
    "rum-500": gettext_lazy("Rum 500"),
    "rum-500-pairs": gettext_lazy("Rum 500 en parejas"),
    "chinaso": gettext_lazy("Chinaso"),
}

PRESET_NOTES = {
    "chinchon": gettext_lazy("40 cartas y dos comodines, reenganche automático una vez"),
    "chinchon-fournier": gettext_lazy("sin comodines, con bote, reenganche pagando las veces que se quiera"),
    "chinchon-french": gettext_lazy("baraja francesa, nadie coloca cartas, −10 para quien ligue todo"),
    "gin": gettext_lazy("dos jugadores a 100, con casillas y premio de partida"),
    "rummy": gettext_lazy("quien sale cobra lo que queda en las otras manos"),
    "queen-city": gettext_lazy("se baja todo de una vez y los demás pagan lo que vale"),
    "double-rum": gettext_lazy("dos barajas y dos comodines, quien sale cobra"),
    "rum-500": gettext_lazy("lo bajado menos lo que queda en la mano, a 500"),
    "rum-500-pairs": gettext_lazy("dos contra dos, a 500"),
    "chinaso": gettext_lazy("siete manos, cada una con su contrato; gana quien suma menos"),
}


def _fields_of(knob: Knob) -> Iterator[tuple[str, Words]]:
    yield knob.name, knob.label
    yield from ((f"{knob.name}_{part}", words) for part, words in enumerate(knob.parts))


LABELS = {name: label for knob in KNOBS.values() for name, label in _fields_of(knob)}
"""The fields in which knobs are typed, with their labels."""


def label(knob: str, ruleset: Ruleset | None = None) -> str:
    """What a knob is called; where the ruleset is known, in the words of that game."""
    known = KNOBS.get(knob)
    if known is None:
        return str(LABELS.get(knob, knob))
    return str(known.label_in(ruleset) if ruleset else known.label)


def value_in_words(knob: str, value: object) -> str:
    """A knob's value (its JSON form, the ruleset's own, or as posted) as a player says it."""
    known = KNOBS.get(knob)
    return known.kind.say(value) if known else str(value)


def value_at(ruleset: Ruleset, knob: str, players: int) -> object:
    """What the rules say for that many players."""
    value = getattr(ruleset, knob)
    return at_table(value, players) if isinstance(KNOBS[knob].kind, Steps) else value


def why_refused(knob: str) -> str:
    """Why the rules refuse a knob's value or what it makes together with others."""
    known = KNOBS.get(knob)
    return str(known.refused if known and known.refused else _("Ese valor no puede ser."))


def turned(ruleset: Ruleset, players: int) -> Mapping[str, str]:
    """The knobs in which a ruleset differs from its preset, label to value, in words."""
    preset = preset_of(ruleset)
    return {
        label(knob, ruleset): value_in_words(knob, value_at(ruleset, knob, players))
        for knob in KNOBS
        if getattr(ruleset, knob) != getattr(preset, knob)
    }


def preset_of(ruleset: Ruleset) -> Ruleset:
    """The preset a ruleset comes from; the default one if that is not known here."""
    return RULESETS.get(ruleset.key, CHINCHON)


def offered(key: str) -> Ruleset:
    """The preset that a form asks for; the default one if it is not offered."""
    return RULESETS[key] if key in OFFERED else CHINCHON


def name_of(ruleset: Ruleset) -> str:
    return game_name(ruleset.key)


def variant_of(match: Match) -> str:
    """By which rules it is played: as the group calls them, or as their preset is called."""
    return match.rules_name or name_of(match.rules)


def game_name(key: str) -> str:
    """What the game of a preset's key is called."""
    return str(PRESET_NAMES.get(key, key))


def note_of(ruleset: Ruleset) -> str:
    """One line about the preset that it comes from."""
    return str(PRESET_NOTES.get(ruleset.key, ""))


def unusual_number(ruleset: Ruleset, players: int) -> str:
    """A warning where the preset is not made for that many players; empty otherwise."""
    low, high = ruleset.players
    if low <= players <= high:
        return ""
    facts = {"name": name_of(ruleset), "low": low, "high": high}
    if low == high:
        return _("%(name)s suele jugarse con %(low)s. Se puede seguir igual.") % facts
    return _("%(name)s suele jugarse entre %(low)s y %(high)s. Se puede seguir igual.") % facts
