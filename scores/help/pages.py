"""The page of one table's rules, put together."""

from __future__ import annotations

from dataclasses import dataclass
from types import ModuleType

from rules.knobs import LayOff, Scoring
from rules.presets import PRESETS
from rules.ruleset import Ruleset
from scores.help import chinaso, chinchon, gin, rum_500, rummies
from scores.help.page_model import House, Section
from scores.house_rules import labels

_FAMILIES = {
    Scoring.COUNT: chinchon,
    Scoring.DIFFERENCE: gin,
    Scoring.COLLECT: rummies,
    Scoring.TABLE: rum_500,
}


@dataclass(frozen=True)
class Source:
    """The text that a game comes from, and what that text leaves open: there the preset is ours."""

    text: str
    ours: list[str]


@dataclass(frozen=True)
class Page:
    name: str
    what: str  # the game in one sentence
    sections: list[Section]
    questions: list[Section]
    source: Source


def page(ruleset: Ruleset, players: int | None = None) -> Page:
    """The rules in words: for a table of `players`, or for every number the game is made for."""
    house, family = House(ruleset, players), _family(ruleset)
    return Page(
        name=labels.name_of(ruleset),
        what=_what(ruleset),
        sections=family.sections(house),
        questions=family.questions(house),
        source=_source(ruleset),
    )


def _source(ruleset: Ruleset) -> Source:
    preset = PRESETS[labels.preset_of(ruleset).key]
    return Source(
        labels.in_language(preset.source), [labels.in_language(text) for text in preset.our_choices]
    )


def _family(ruleset: Ruleset) -> ModuleType:
    """What a hand adds tells the family, whatever preset a house began with."""
    return chinaso if ruleset.contracts else _FAMILIES[ruleset.scoring]


def _what(ruleset: Ruleset) -> str:
    family = _family(ruleset)
    at_once = family is rummies and ruleset.lay_off is LayOff.NONE
    return str(rummies.WHAT_AT_ONCE if at_once else family.WHAT)
