"""The page of one table's rules, put together."""

from __future__ import annotations

from dataclasses import dataclass

from rules.ruleset import LayOff, Ruleset
from scores import knobs
from scores.help import chinaso, chinchon, gin, rum_500, rummies
from scores.help.parts import House, Section
from scores.help.sources import SOURCES, Source

_FAMILIES = {
    "chinchon": chinchon,
    "chinchon-fournier": chinchon,
    "chinchon-french": chinchon,
    "gin": gin,
    "rummy": rummies,
    "queen-city": rummies,
    "double-rum": rummies,
    "rum-500": rum_500,
    "rum-500-pairs": rum_500,
    "chinaso": chinaso,
}


@dataclass(frozen=True)
class Page:
    name: str
    what: str  # the game in one sentence
    sections: list[Section]
    questions: list[Section]
    source: Source


def page(ruleset: Ruleset, players: int | None = None) -> Page:
    """The rules in words: for a table of `players`, or for every number the game is made for."""
    key, house = knobs.preset_of(ruleset).key, House(ruleset, players)
    family = _FAMILIES[key]
    return Page(
        name=knobs.name_of(ruleset),
        what=_what(ruleset),
        sections=family.sections(house),
        questions=family.questions(house),
        source=SOURCES[key],
    )


def _what(ruleset: Ruleset) -> str:
    family = _FAMILIES[knobs.preset_of(ruleset).key]
    at_once = family is rummies and ruleset.lay_off is LayOff.NONE
    return str(rummies.WHAT_AT_ONCE if at_once else family.WHAT)
