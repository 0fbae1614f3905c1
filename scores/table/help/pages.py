"""Builds the help pages of a ruleset from its template.

`templates/scores/help/games/` has one for each way in which hands are scored. It asks for knobs, never for a
game, and lists its parts with the tags of `scores.templatetags.help`.
"""

import tomllib
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.views.decorators.http import require_GET

from rules.presets import PRESETS, RULESETS, Says, Text
from rules.ruleset import Ruleset
from scores.core.access import grants
from scores.core.house_rules import labels
from scores.core.matches.scoresheet import Sheet
from scores.table.help.table_rules import TableRules
from scores.table.help.worked_match import WORKED, worked_match, worked_page


class PagePart(NamedTuple):
    """A heading and what stands below it. `slug` is its anchor in the address."""

    slug: str
    title: str
    html: SafeString


@dataclass
class HelpPage:
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
    template = "contracts" if ruleset.contracts else ruleset.scoring
    render_to_string(f"scores/help/games/{template}.html", context)
    return shown


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
    return [choice for choice in our_choices() if preset in choice.presets]


# The addresses


@require_GET
def games(request: HttpRequest) -> HttpResponse:
    presets = [(key, labels.name_of(ruleset), labels.note_of(ruleset)) for key, ruleset in RULESETS.items()]
    return render(request, "scores/help/games.html", {"games": presets})


@require_GET
def game(request: HttpRequest, key: str, template: str) -> HttpResponse:
    if key not in RULESETS:
        raise Http404
    return render(request, template, {"page": page(RULESETS[key])})


@require_GET
def example(request: HttpRequest, key: str, hand: int | None = None) -> HttpResponse:
    """The worked match of a game after that hand; without one before the first."""
    if key not in WORKED or hand == 0:
        raise Http404
    match = worked_match(key)
    if (hand or 0) > match.hands:
        raise Http404
    return render(request, "scores/help/example.html", worked_page(match, hand or 0))


@require_GET
def of_match(request: HttpRequest, code: str) -> HttpResponse:
    """The page with the rules and the number of players of a match."""
    sheet = Sheet(grants.match_to_watch(request, code))
    ruleset, players = sheet.board.next_ruleset, len(sheet.board.order)
    context = {
        "match": sheet.match,
        "page": page(ruleset, players),
        "turned": labels.turned(ruleset, players),
    }
    return render(request, "scores/help/page.html", context)
