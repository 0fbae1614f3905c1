"""Builds the help page of a ruleset."""

from __future__ import annotations

from dataclasses import dataclass
from types import ModuleType

from rules.knobs import LayOff, Scoring
from rules.our_choices import choices_of
from rules.presets import PRESETS
from rules.ruleset import Ruleset
from scores.help import chinaso, chinchon, gin, rum_500, rummies
from scores.help.page_model import Section, TableRules
from scores.help.worked_match import WORKED
from scores.house_rules import labels

_FAMILIES = {
    Scoring.COUNT: chinchon,
    Scoring.DIFFERENCE: gin,
    Scoring.COLLECT: rummies,
    Scoring.TABLE: rum_500,
}


@dataclass(frozen=True)
class Source:
    """The text that a preset comes from, and what it leaves open, which the project decided."""

    text: str
    ours: list[str]


@dataclass(frozen=True)
class HelpPage:
    """What the template of the help page shows."""

    key: str  # of the preset
    name: str
    what: str  # the game in one sentence
    sections: list[Section]
    questions: list[Section]
    source: Source
    example_in: str  # slug of the section with the link to the worked match; empty if there is none


def page(ruleset: Ruleset, players: int | None = None) -> HelpPage:
    """The page for `players`; without them, for every number of players that the game is made for."""
    table, family = TableRules(ruleset, players), _family(ruleset)
    return HelpPage(
        key=labels.preset_of(ruleset).key,
        name=labels.name_of(ruleset),
        what=_what(ruleset),
        sections=family.sections(table),
        questions=family.questions(table),
        source=_source(table),
        example_in=_example_in(table),
    )


def _example_in(table: TableRules) -> str:
    if labels.preset_of(table.ruleset).key not in WORKED:
        return ""
    return "sheet" if _family(table.ruleset) is gin else "counting"


def _source(table: TableRules) -> Source:
    preset = PRESETS[labels.preset_of(table.ruleset).key]
    ours = [labels.in_language(text) for text in choices_of(preset.ruleset.key)]
    return Source(labels.in_language(preset.source), ours)


def _family(ruleset: Ruleset) -> ModuleType:
    """The module of the game. How hands are scored decides it, not the preset."""
    return chinaso if ruleset.contracts else _FAMILIES[ruleset.scoring]


def _what(ruleset: Ruleset) -> str:
    family = _family(ruleset)
    at_once = family is rummies and ruleset.lay_off is LayOff.NONE
    return str(rummies.WHAT_AT_ONCE if at_once else family.WHAT)
