"""The knobs a table turns most, in words a player understands."""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules.presets import CHINCHON, RULESETS
from rules.ruleset import WINS, OutAt, RebuyChoice, Ruleset, at_table
from scores.numbers import signed

OFFERED = tuple(RULESETS)
"""What the form of a new match lists, in its order."""

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

LABELS = {
    "limit": gettext_lazy("Límite de puntos"),
    "out_at": gettext_lazy("Queda fuera"),
    "rebuys": gettext_lazy("Reenganches de cada uno"),
    "rebuy_choice": gettext_lazy("Al pasarse"),
    "rebuy_needs": gettext_lazy("Mínimo que sigue sin contar a quien se reengancha"),
    "close_limit": gettext_lazy("Máximo para cerrar"),
    "jokers": gettext_lazy("Comodines en el mazo"),
    "joker_points": gettext_lazy("Puntos de un comodín suelto"),
    "chinchon_points": gettext_lazy("El chinchón"),
    "stake": gettext_lazy("Apuesta de cada uno"),
    "rebuy_stake": gettext_lazy("Apuesta del reenganche"),
}
"""The house rules that the new-match form offers, in its order, with their labels."""

_WORDS = {
    OutAt.OVER: gettext_lazy("al pasar del límite"),
    OutAt.REACH: gettext_lazy("al llegar al límite"),
    RebuyChoice.AUTOMATIC: gettext_lazy("se reengancha solo"),
    RebuyChoice.ASK: gettext_lazy("se pregunta"),
    WINS: gettext_lazy("gana la partida"),
    True: gettext_lazy("sí"),
    False: gettext_lazy("no"),
}

_WORDS_FOR_NONE = {
    "rebuys": gettext_lazy("los que quiera"),
    "rebuy_stake": gettext_lazy("la apuesta otra vez"),
    "limit": gettext_lazy("sin límite"),
}


def label(knob: str) -> str:
    return str(LABELS.get(knob, knob))


def value_in_words(knob: str, value: object) -> str:
    """A knob's value (its JSON form or the ruleset's own) as a player says it."""
    if value is None:
        return str(_WORDS_FOR_NONE.get(knob, "—"))
    if type(value) is int:
        return signed(value)
    return str(_WORDS.get(value, value) if isinstance(value, Hashable) else value)  # type: ignore[call-overload]


def value_at(ruleset: Ruleset, knob: str, players: int) -> object:
    """What the rules say for that many players."""
    value = getattr(ruleset, knob)
    return at_table(value, players) if knob == "jokers" else value


def turned(ruleset: Ruleset, players: int) -> Mapping[str, str]:
    """The knobs in which a ruleset differs from its preset, label to value, in words."""
    preset = preset_of(ruleset)
    return {
        label(knob): value_in_words(knob, value_at(ruleset, knob, players))
        for knob in LABELS
        if getattr(ruleset, knob) != getattr(preset, knob)
    }


def preset_of(ruleset: Ruleset) -> Ruleset:
    """The preset a ruleset comes from; the default one if that is not known here."""
    return RULESETS.get(ruleset.key, CHINCHON)


def offered(key: str) -> Ruleset:
    """The preset that a form asks for; the default one if it is not offered."""
    return RULESETS[key] if key in OFFERED else CHINCHON


def name_of(ruleset: Ruleset) -> str:
    return str(PRESET_NAMES.get(ruleset.key, ruleset.key))


def unusual_number(ruleset: Ruleset, players: int) -> str:
    """A warning where the preset is not made for that many players; empty otherwise."""
    low, high = ruleset.players
    if low <= players <= high:
        return ""
    facts = {"name": name_of(ruleset), "low": low, "high": high}
    return _("%(name)s suele jugarse entre %(low)s y %(high)s. Se puede seguir igual.") % facts
