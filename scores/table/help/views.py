"""The help pages: the list of games, one game, and the rules of a match."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from rules.presets import RULESETS
from scores.core.access import grants
from scores.core.house_rules import labels
from scores.core.matches.scoresheet import Sheet
from scores.table.help.pages import page
from scores.table.help.worked_match import WORKED, worked_match, worked_page


@require_GET
def games(request: HttpRequest) -> HttpResponse:
    """The list of games."""
    presets = [(key, labels.name_of(ruleset), labels.note_of(ruleset)) for key, ruleset in RULESETS.items()]
    return render(request, "scores/help/games.html", {"games": presets})


@require_GET
def game(request: HttpRequest, key: str) -> HttpResponse:
    if key not in RULESETS:
        raise Http404
    return render(request, "scores/help/page.html", {"page": page(RULESETS[key])})


@require_GET
def tips_of_game(request: HttpRequest, key: str) -> HttpResponse:
    if key not in RULESETS:
        raise Http404
    return render(request, "scores/help/tips.html", {"page": page(RULESETS[key])})


@require_GET
def example(request: HttpRequest, key: str) -> HttpResponse:
    """The worked match of a game before its first hand."""
    return _example_after(request, key, 0)


@require_GET
def example_hand(request: HttpRequest, key: str, hand: int) -> HttpResponse:
    """The worked match of a game after that hand."""
    if not hand:
        raise Http404
    return _example_after(request, key, hand)


def _example_after(request: HttpRequest, key: str, hand: int) -> HttpResponse:
    if key not in WORKED:
        raise Http404
    match = worked_match(key)
    if hand > match.hands:
        raise Http404
    return render(request, "scores/help/example.html", worked_page(match, hand))


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
