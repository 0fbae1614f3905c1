"""The hand checker: tap the cards, get the verdict. Everything is in the address; nothing is stored."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from rules.cards.meld import Meld
from rules.closing.check import Verdict
from rules.closing.situation import Closing
from rules.knobs import Ends, Scoring
from rules.ruleset import Ruleset
from scores.checker import headlines
from scores.checker.check import GROUPS, Check, read_groups
from scores.checker.check_card import png
from scores.checker.pack_grid import grid
from scores.checker.presenter import shown, told_closing, told_verdict, told_worth
from scores.checker.query import going_down, number, read_or_told
from scores.checker.rum_500 import CARDS_LAID_AT_MOST, Worth, worth_of
from scores.house_rules import labels
from scores.notation.cards import Face, face
from scores.notation.numbers import signed
from scores.sharing.previews import Preview
from scores.wording.contracts import contract_in_words
from scores.wording.refusals import close_phrases


@require_GET
def check(request: HttpRequest) -> HttpResponse:
    """Practice: one close, judged alone."""
    one, impossible = _practice(request.GET)
    ruleset, asked = one.ruleset, request.GET
    judged_alone = _judged_alone(one, asked, impossible)
    context = {
        **judged_alone,
        **moment(one),
        "question": headlines.question(ruleset),
        "grid": grid(ruleset, one.players, one.cards, Counter()),
        "most": CARDS_LAID_AT_MOST if ruleset.scoring is Scoring.TABLE else one.most,
        "field": "c",
        "presets": labels.game_names().items(),
        "ruleset": ruleset,
        "players": one.players,
        "seats": range(2, 9) if ruleset.players[0] < ruleset.players[1] else [],
        "asks_total": ruleset.ends is Ends.LAST_STANDING and not ruleset.close_may_bust,
        "contracts": [(at, contract_in_words(asked)) for at, asked in enumerate(ruleset.contracts, 1)],
        "preview": _preview(request, headlines.question(ruleset), judged_alone),
    }
    return show(request, context)


def _preview(request: HttpRequest, question: str, judged_alone: Mapping[str, Any]) -> Preview:
    """The verdict beside the question, with the picture of the same cards."""
    told, reasons = judged_alone.get("told"), judged_alone.get("reasons") or [""]
    description = f"{told.headline}. {reasons[0]}".strip() if told else ""
    picture = f"{reverse('check-picture')}?{request.GET.urlencode()}"
    return Preview.of(request, question, description, request.get_full_path(), picture)


@require_GET
def check_picture(request: HttpRequest) -> HttpResponse:
    """The picture of the same address, for previews."""
    one, impossible = _practice(request.GET)
    judged = _judged_alone(one, request.GET, impossible)
    image = png(judged.get("told"), judged["hand"], judged.get("reasons", []))
    return HttpResponse(image, content_type="image/png", headers={"Cache-Control": "max-age=86400"})


def _practice(asked: QueryDict) -> tuple[Check, str]:
    """The close that an address describes, and why its cards are none if they are."""
    ruleset = labels.offered(asked.get("rules", ""))
    players = number(asked, "players", 2, 8, usual(ruleset))
    # Those tapped on another game's pack stay behind when the game changes.
    texts = asked.getlist("c") if asked.get("pack", ruleset.pack) == ruleset.pack else []
    cards, impossible = read_or_told(texts, ruleset, players)
    hand = number(asked, "hand", 1, len(ruleset.contracts), 1) if ruleset.contracts else None
    one = Check(
        ruleset,
        players,
        cards,
        read_groups(asked.getlist("g"), cards, ruleset),
        "first" in asked,
        number(asked, "total", -1000, 1000, 0),
        hand,
        **going_down(asked, ruleset, players),
    )
    return one, impossible


def usual(ruleset: Ruleset) -> int:
    """How many sit at a table of these rules when nobody says: what most play."""
    return min(4, ruleset.players[1])


# What is shown, here and at the table


def show(request: HttpRequest, context: Mapping[str, Any]) -> HttpResponse:
    judged_only = request.htmx and request.htmx.target == "judged"
    response = render(
        request, "scores/checker/_verdict.html" if judged_only else "scores/checker/check.html", context
    )
    response["Vary"] = "HX-Request, HX-Target, Cookie, Accept-Language"
    return response


def _judged_alone(one: Check, asked: QueryDict, impossible: str) -> dict[str, Any]:
    if one.ruleset.scoring is Scoring.TABLE:
        return _valued(one, asked, impossible)
    return judged(one, asked, impossible)


def judged(one: Check, asked: QueryDict, impossible: str, table: Sequence[Meld] = ()) -> dict[str, Any]:
    """A close, and what could be better; `table` is how its melds lie once the others' cards are known."""
    verdict = one.verdict
    context = _held(one, asked, impossible) | {"size": one.needed}
    if verdict is None:
        return context
    better = verdict.better if verdict.legal else verdict.best
    others = [way for way in one.ways if not _is_said(way, verdict)][:1]
    return context | {
        "told": told_verdict(one, table),
        "reasons": headlines.follows(one.ruleset, verdict.close) if verdict.legal else close_phrases(verdict),
        "better": told_closing(better, one.ruleset) if better and (one.groups or verdict.legal) else None,
        "second": told_closing(others[0], one.ruleset) if others and not one.groups else None,
        "would_close": [face(card) for card in one.would_close],
    }


def _held(one: Check, asked: QueryDict, impossible: str) -> dict[str, Any]:
    """The cards as they are held, and how they may be claimed."""
    return {
        "impossible": impossible,
        "hand": shown(one.cards),
        "count": len(one.cards),
        "claims": _claims(one, Counter(asked.getlist("g"))),
        "claiming": bool(one.groups),
    }


def _is_said(way: Closing, verdict: Verdict) -> bool:
    return (way.points, way.melds, way.discard) == (verdict.points, verdict.melds, verdict.discard)


def _valued(one: Check, asked: QueryDict, impossible: str) -> dict[str, Any]:
    """Rum 500: what the cards are worth, as claimed or laid down at best."""
    worth = worth_of(one)
    context = _held(one, asked, impossible) | {"size": min(3, len(one.cards) + 1), "counting": True}
    if len(one.cards) < 3:
        return context
    return context | {"size": 3, "told": told_worth(one, worth), "reasons": _why_so_much(worth)}


def _why_so_much(worth: Worth) -> list[str]:
    if worth.wrong:
        return close_phrases(Verdict(False, "invalid-meld", {"melds": worth.wrong}))
    parts = {"table": worth.laid.points, "hand": signed(-worth.left)}
    told = [_("En la mesa %(table)s, en la mano %(hand)s.") % parts]
    return [*told, _("Con eso puede salir.")] if worth.goes_out else told


def _claims(one: Check, claimed: Counter[str]) -> list[tuple[Face, list[tuple[str, str, bool]]]]:
    """Each card with the groups it may be put into; the one it is in is marked."""
    groups = GROUPS if one.ruleset.scoring is Scoring.TABLE else GROUPS[:4]
    claims = []
    left = Counter(claimed)
    for card in one.cards:
        here = next((group for group in groups if left[f"{card}:{group}"]), "")
        if here:
            left[f"{card}:{here}"] -= 1
        claims.append((face(card), [(f"{card}:{group}", group, group == here) for group in groups]))
    return claims


def moment(one: Check) -> dict[str, Any]:
    """When the cards are laid down, as the page asks it where the rules make a difference of it."""
    ruleset = one.ruleset
    return {
        "asks_first": not ruleset.close_first_lap,
        "first": one.first_lap,
        "total": one.total,
        "hand_number": one.hand,
        "contract": contract_in_words(ruleset.contracts[one.hand - 1]) if one.hand else "",
        "goes_down": one.goes_down,
        "others_down": one.others_down,
        "may_be_down": range(one.players) if ruleset.contracts else [],
    }
