"""Builds the help pages of a ruleset from its template.

`templates/scores/help/games/` has one for each way in which hands are scored. It asks for knobs, never for a
game, and lists its parts with the tags of `scores.templatetags.help`.
"""

import json
import tomllib
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.views.decorators.http import require_GET

from rules.events import HandScored, Seat
from rules.match.board import new_board
from rules.match.log_json import payload_with_names
from rules.presets import PRESETS, RULESETS, BilingualText, Says
from rules.ruleset import Ruleset
from scores.circle.recap.highlights import cash_of
from scores.core.access import rights
from scores.core.house_rules import labels
from scores.core.matches.replay_cache import Stored
from scores.core.matches.scoresheet import Sheet
from scores.core.notation.names import PlayerFace
from scores.core.template_context import context_of
from scores.core.wording.log_lines import aloud
from scores.models import Match
from scores.table.board.context import match_view
from scores.table.board.sheet_page import contract_rows, gin_boxes
from scores.table.hand_entry.form import HandForm
from scores.table.help.table_rules import TableRules


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
    key = labels.preset_of_key(ruleset.key).key
    preset = PRESETS[key]
    shown = HelpPage(
        key=key,
        name=labels.name_of(ruleset),
        source=labels.in_language(preset.source),
        ours=[
            labels.in_language(choice.text)
            for choice in our_choices()
            if key in choice.presets
        ],
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
    text: BilingualText


@cache
def our_choices() -> list[OurChoice]:
    facts = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return [
        OurChoice(ruling, row["presets"], BilingualText(row["es"], row["en"]))
        for ruling, row in facts.items()
    ]


FOLDER = Path(__file__).with_name("worked_matches")
# keys of the presets that have one
WORKED = frozenset(file.stem for file in FOLDER.glob("*.json"))


@dataclass(frozen=True)
class WorkedMatch:
    ruleset: Ruleset
    names: dict[Seat, str]
    log: list[Stored]

    @property
    def hands(self) -> int:
        return len(self._hand_indices)

    @cached_property
    def scored_hands(self) -> list[HandScored]:
        events = [step.event for step in self.sheet_after(self.hands).hands]
        return [event for event in events if isinstance(event, HandScored)]

    def sheet_after(self, hand: int) -> Sheet:
        """The scoresheet before hand `hand` + 1, with the answers to the buy-back question; 0: before all."""
        sheet = Sheet(Match(code=f"worked-{self.ruleset.key}"))
        end = self._hand_indices[hand] if hand < self.hands else len(self.log)
        sheet.names = self.names
        sheet.stored = self.log[:end]
        sheet.faces = dict.fromkeys(self.names, PlayerFace())
        sheet.start = new_board(self.ruleset, len(self.names))
        return sheet

    @property
    def _hand_indices(self) -> list[int]:
        return [
            index for index, (kind, _payload) in enumerate(self.log) if kind == "hand"
        ]


@cache
def worked_match(key: str) -> WorkedMatch:
    facts = json.loads((FOLDER / f"{key}.json").read_text(encoding="utf-8"))
    names = facts["players"]
    entries = [payload_with_names(entry, names.index) for entry in facts["log"]]
    return WorkedMatch(
        ruleset=RULESETS[facts["ruleset"]].with_options(facts["options"]),
        names=dict(enumerate(names)),
        log=[(entry.pop("type"), entry) for entry in entries],
    )


# The page of one step


def worked_page(match: WorkedMatch, hand: int) -> dict[str, Any]:
    """The board after `hand`, what happened in it, the scoresheet, and the steps before and after."""
    sheet = match.sheet_after(hand)
    key = match.ruleset.key
    hands = [index for index, step in enumerate(sheet.steps) if step.is_hand]
    # the last hand, and what was answered after it
    newest = sheet.steps[hands[-1] :] if hands else []
    return {
        "key": key,
        "name": labels.name_of(match.ruleset),
        "is_of_the_text": Says.WORKED_MATCH in PRESETS[key].says,
        "shows": f"scores/help/worked_matches/{key}.html",
        "source": labels.in_language(PRESETS[key].source),
        "turned": labels.turned_knobs(match.ruleset, len(match.names)),
        **context_of(match_view(sheet, HandForm(sheet=sheet))),
        "may_score": False,
        "hand": hand,
        "hands": match.hands,
        "previous": _address(key, hand - 1) if hand else "",
        "next": _address(key, hand + 1) if hand < match.hands else "",
        "first": _address(key, 0),
        "aloud": [sentence for step in newest for sentence in aloud(step, sheet.names)],
        "contracts": contract_rows(sheet),
        "boxes": gin_boxes(sheet),
        "cash": cash_of(sheet),
    }


def _address(key: str, hand: int) -> str:
    return (
        reverse("help-example-hand", args=[key, hand])
        if hand
        else reverse("help-example", args=[key])
    )


# The addresses


@require_GET
def games(request: HttpRequest) -> HttpResponse:
    presets = [
        (key, labels.name_of(ruleset), labels.note_of(ruleset))
        for key, ruleset in RULESETS.items()
    ]
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
    sheet = rights.visit_to_watch(request, code).sheet
    ruleset = sheet.board.next_ruleset
    players = len(sheet.board.order)
    context = {
        "match": sheet.match,
        "page": page(ruleset, players),
        "turned": labels.turned_knobs(ruleset, players),
    }
    return render(request, "scores/help/page.html", context)
