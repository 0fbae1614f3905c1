"""Builds the help pages of a ruleset from its template.

`templates/scores/help/games/` has one for each way in which hands are scored. It asks for knobs, never for a
game, and lists its parts with the tags of `scores.templatetags.help`.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import NamedTuple

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from rules.presets import PRESETS, Says, Text
from rules.ruleset import Ruleset
from scores.core.house_rules import labels
from scores.table.help.table_rules import TableRules
from scores.table.help.worked_match import WORKED


class PagePart(NamedTuple):
    """A heading and what stands below it. `slug` is its anchor in the address."""

    slug: str
    title: str
    html: SafeString


@dataclass
class HelpPage:
    """What the templates of the rules and of the advice show."""

    key: str  # of the preset
    name: str
    source: str  # the text that the rules come from
    ours: list[str]  # what it leaves open and the project decided
    has_worked_match: bool
    gives_advice: bool  # the text; otherwise the advice is ours
    what: str = ""  # the game in one sentence
    sections: list[PagePart] = field(default_factory=list)
    questions: list[PagePart] = field(default_factory=list)
    advice: list[PagePart] = field(default_factory=list)


def page(ruleset: Ruleset, players: int | None = None) -> HelpPage:
    """The page for `players`; without them, for every number of players that the game is made for."""
    key = labels.offered(ruleset.key).key
    preset = PRESETS[key]
    shown = HelpPage(
        key=key,
        name=labels.name_of(ruleset),
        source=labels.in_language(preset.source),
        ours=[labels.in_language(choice.text) for choice in choices_of(key)],
        has_worked_match=key in WORKED,
        gives_advice=Says.ADVICE in preset.says,
    )
    context = {
        "page": shown,
        "rules": ruleset,
        "table": TableRules(ruleset, players),
        "preset": preset.ruleset,
        "says": preset.says,
    }
    render_to_string(f"scores/help/games/{_template(ruleset)}.html", context)
    return shown


def _template(ruleset: Ruleset) -> str:
    return "contracts" if ruleset.contracts else ruleset.scoring


# What the texts leave open and this project decides


FILE = Path(__file__).with_name("our_choices.toml")


class OurChoice(NamedTuple):
    """A ruling, the presets that follow it, and what it decides, for their help pages."""

    ruling: str
    presets: list[str]
    text: Text


@cache
def our_choices() -> list[OurChoice]:
    facts = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return [OurChoice(ruling, row["presets"], Text(row["es"], row["en"])) for ruling, row in facts.items()]


def choices_of(preset: str) -> list[OurChoice]:
    """What this preset decides."""
    return [choice for choice in our_choices() if preset in choice.presets]
