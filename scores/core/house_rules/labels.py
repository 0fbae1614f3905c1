"""The names of presets, and rulesets and knobs in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.utils.translation import get_language, gettext as _, ngettext

from rules.cards.deck import packs_at
from rules.knobs import at_table
from rules.presets import CHINCHON, PRESETS, RULESETS, BilingualText
from rules.ruleset import AMOUNTS, Ruleset
from scores.core.house_rules.option_fields import StepsType
from scores.core.house_rules.options import KNOBS
from scores.core.notation.numbers import money

if TYPE_CHECKING:
    from scores.models import Match


LABELS = {
    name: label
    for knob in KNOBS.values()
    for name, label in zip(
        (knob.name, *knob.part_names()),
        (knob.words.label, *knob.words.parts),
        strict=True,
    )
}
"""The fields in which knobs are typed, with their labels."""


def label(knob: str, ruleset: Ruleset | None = None) -> str:
    """The label of a knob or of one of its fields; with `ruleset`, in the words of that game."""
    entry = KNOBS.get(knob)
    if entry is None:
        return str(LABELS.get(knob, knob))
    return str(entry.label_in(ruleset) if ruleset else entry.words.label)


def value_in_words(
    knob: str, value: object, cents_per_unit: int = 100, currency: str | None = None
) -> str:
    """A knob's value in words: in its JSON form, the ruleset's own, or as posted; money in its unit, and with
    the name of the `currency`, which is empty for chips."""
    entry = KNOBS.get(knob)
    if knob in AMOUNTS and type(value) is int:
        value *= cents_per_unit
        if currency is not None:
            return money(value, currency)
    return entry.value_type.say(value) if entry else str(value)


def why_refused(knob: str) -> str:
    """The error for a knob's value that the rules refuse, alone or together with other knobs."""
    entry = KNOBS.get(knob)
    return str((entry and entry.words.refused) or _("Ese valor no puede ser."))


def turned_knobs(
    ruleset: Ruleset,
    players: int,
    than: Ruleset | None = None,
    currency: str | None = None,
) -> Mapping[str, str]:
    """The knobs in which a ruleset differs from another, its preset if none is given: label to value, both in
    words.
    """
    preset = than or preset_of_key(ruleset.key)
    words = {}
    for name, knob in KNOBS.items():
        value = getattr(ruleset, name)
        if value != getattr(preset, name):
            if isinstance(knob.value_type, StepsType):
                value = at_table(value, players)
            words[label(name, ruleset)] = value_in_words(
                name, value, ruleset.cents_per_unit, currency
            )
    return words


def preset_of_key(key: str) -> Ruleset:
    """The preset of that key; the default preset if there is none."""
    return RULESETS.get(key, CHINCHON)


def name_of(ruleset: Ruleset) -> str:
    """The name of a ruleset's preset."""
    return game_name(ruleset.key)


def variant_of(match: Match) -> str:
    """The name of a match's rules: the group's own name, or that of the preset."""
    return match.rules_name or name_of(match.rules)


def game_name(key: str) -> str:
    """The name of the preset with that key, in the language of the screen; the key if there is none."""
    return in_language(PRESETS[key].name) if key in PRESETS else key


def game_names() -> dict[str, str]:
    """The names of all presets by key, in the language of the screen."""
    return {key: in_language(preset.name) for key, preset in PRESETS.items()}


def in_language(text: BilingualText) -> str:
    """A preset's text in the language of the screen."""
    return text.en if (get_language() or "").startswith("en") else _(text.es)


def note_of(ruleset: Ruleset) -> str:
    """One line about the preset of a ruleset; empty if its key is unknown."""
    return in_language(PRESETS[ruleset.key].summary) if ruleset.key in PRESETS else ""


def unusual_number(ruleset: Ruleset, players: int) -> str:
    """A warning if the ruleset is not made for that many players; empty otherwise."""
    low, high = ruleset.players
    if low <= players <= high or ruleset.gin_games(players):
        return ""
    facts = {"name": name_of(ruleset), "low": low, "high": high}
    if low == high:
        return _("%(name)s suele jugarse con %(low)s. Se puede seguir igual.") % facts
    return (
        _("%(name)s suele jugarse entre %(low)s y %(high)s. Se puede seguir igual.")
        % facts
    )


def too_few_cards(ruleset: Ruleset, players: int) -> str:
    """A warning if so many players need more packs than the rules have; empty otherwise."""
    more = packs_at(ruleset, players) - at_table(ruleset.packs, players)
    if not more:
        return ""
    warning = ngettext(
        "Con %(players)s no alcanzan las cartas: hace falta otra baraja.",
        "Con %(players)s no alcanzan las cartas: hacen falta %(more)s barajas más.",
        more,
    )
    return warning % {"players": players, "more": more}
