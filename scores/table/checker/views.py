"""The pages of the checker: alone, with its preview image, in a match, and the table for those who watch."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_GET

from scores.core.access import grants
from scores.core.matches.scoresheet import Sheet
from scores.group.images import render as images
from scores.group.images.render import WIDTH, or_icon
from scores.group.images.sprite import symbols
from scores.group.sharing import share_links
from scores.group.sharing.share_links import absolute_url
from scores.table.checker.match_page import match_context
from scores.table.checker.practice_page import practice_check, practice_context, result_context
from scores.table.checker.presenter import CheckResult, HeldCard
from scores.table.checker.table_page import watched_context

LONG_HEADLINE = 34  # letters; from here on the headline is set smaller
# In pixels: a card's width, the top of the cards, the gap between two groups.
CARD_WIDTH, TOP, GAP = 128, 290, 22


@require_GET
def check_page(request: HttpRequest) -> HttpResponse:
    """The practice page: one close, judged alone."""
    context = practice_context(request.GET)
    result, reasons = context.get("result"), context.get("reasons") or [""]
    description = f"{result.headline}. {reasons[0]}".strip() if result else ""
    picture = f"{reverse('check-picture')}?{request.GET.urlencode()}"  # of the same cards
    address = request.get_full_path()
    preview = share_links.preview(request, context["question"], description, address, picture)
    return _render_check(request, context | {"preview": preview})


@require_GET
@or_icon
def check_picture(request: HttpRequest) -> HttpResponse:
    """The preview image for the same query string."""
    check, refusal = practice_check(request.GET)
    context = result_context(check, request.GET, refusal)
    image = _picture(context.get("result"), context["hand"], context.get("reasons", []))
    return HttpResponse(image, content_type="image/png", headers={"Cache-Control": "max-age=86400"})


@require_GET
def check_in_match(request: HttpRequest, code: str) -> HttpResponse:
    """The checker inside a match: the closer's cards and those of the others."""
    sheet = Sheet(grants.match_to_score(request, code))
    return _render_check(request, match_context(sheet, request.GET, partial(absolute_url, request)))


def _render_check(request: HttpRequest, context: Mapping[str, Any]) -> HttpResponse:
    """The page; only the verdict if htmx asks for it."""
    verdict_only = request.htmx and request.htmx.target == "judged"
    response = render(
        request, "scores/checker/_verdict.html" if verdict_only else "scores/checker/check.html", context
    )
    response["Vary"] = "HX-Request, HX-Target, Cookie, Accept-Language"
    return response


@require_GET
def table_in_match(request: HttpRequest, code: str) -> HttpResponse:
    """The table for everybody who may watch the match, from the address that the checker shares."""
    sheet = Sheet(grants.match_to_watch(request, code))
    context = {"match": sheet.match, **watched_context(sheet, request.GET)}
    return render(request, "scores/checker/table.html", context)


# The picture of a check


def _picture(result: CheckResult | None, hand: list[HeldCard], reasons: list[str]) -> bytes:
    """The headline and the cards by meld; `hand` alone while there is no result."""
    groups = [group["cards"] for group in result.groups] if result and result.groups else [hand]
    cards, step = _placed(groups)
    context = {
        "symbols": symbols(),
        "result": result,
        "reason": reasons[0] if reasons else "",
        "size": 60 if result is None or len(result.headline) < LONG_HEADLINE else 50,
        "cards": cards,
        "overlap": step < CARD_WIDTH,
    }
    return images.png("scores/checker/check_card.svg", context)


def _placed(groups: list[list[HeldCard]]) -> tuple[list[tuple[HeldCard, int, int]], int]:
    """Each card with its x and y; and the pixels between left edges: many cards overlap."""
    cards, gaps = sum(map(len, groups)), GAP * max(0, len(groups) - 1)
    step = min(CARD_WIDTH + 6, (WIDTH - 120 - gaps - CARD_WIDTH) // max(1, cards - 1))
    left = (WIDTH - (step * (cards - 1) + CARD_WIDTH + gaps)) // 2
    placed = []
    for group in groups:
        for card in group:
            placed.append((card, left, TOP))
            left += step
        left += GAP
    return placed, step
