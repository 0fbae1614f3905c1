"""The pages of the checker: alone, with its preview image, in a match, and the table for those who watch."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_GET

from scores.circle.images import render as images
from scores.circle.images.layout import WIDTH
from scores.circle.images.render import or_icon, symbols
from scores.core.access import rights, share_links
from scores.core.access.share_links import absolute_url
from scores.table.checker.match_page import match_page
from scores.table.checker.page import CheckerPage, ShownVerdict
from scores.table.checker.practice_page import (
    practice_check,
    practice_page,
    verdict_on,
)
from scores.table.checker.presenter import CardGroup, ShownCard
from scores.table.checker.table_page import watched_table

LONG_HEADLINE = 34  # letters; from here on the headline is set smaller
# Pixels: a card, the gap between two groups, a letter below one
CARD_WIDTH = 128
GAP = 26
LETTER = 15


@require_GET
def check_page(request: HttpRequest) -> HttpResponse:
    """The practice page: one close, judged alone."""
    page = practice_page(request.GET)
    verdict = page.verdict
    result = verdict and verdict.result
    reason = verdict.reasons[0] if verdict and verdict.reasons else ""
    description = f"{result.headline}. {reason}".strip() if result else ""
    # of the same cards
    picture = f"{reverse('check-picture')}?{request.GET.urlencode()}"
    address = request.get_full_path()
    preview = share_links.preview(request, page.question, description, address, picture)
    return _render_check(request, page, preview)


@require_GET
@or_icon
def check_picture(request: HttpRequest) -> HttpResponse:
    """The preview image for the same query string."""
    image = _picture(verdict_on(practice_check(request.GET), request.GET))
    return HttpResponse(
        image, content_type="image/png", headers={"Cache-Control": "max-age=86400"}
    )


@require_GET
def check_in_match(request: HttpRequest, code: str) -> HttpResponse:
    """The checker inside a match: the closer's cards and those of the others."""
    sheet = rights.visit_to_score(request, code).sheet
    page = match_page(sheet, request.GET, partial(absolute_url, request))
    return _render_check(request, page)


def _render_check(
    request: HttpRequest, page: CheckerPage, preview: share_links.Preview | None = None
) -> HttpResponse:
    """The page; only the verdict if htmx asks for it."""
    verdict_only = request.htmx and request.htmx.target == "judged"
    response = render(
        request,
        "scores/checker/_verdict.html" if verdict_only else "scores/checker/check.html",
        {"checker": page, "match": page.hand and page.hand.match, "preview": preview},
    )
    response["Vary"] = "HX-Request, HX-Target, Cookie, Accept-Language"
    return response


@require_GET
def table_in_match(request: HttpRequest, code: str) -> HttpResponse:
    """The table for everybody who may watch the match, from the address that the checker shares."""
    sheet = rights.visit_to_watch(request, code).sheet
    table, refusal = watched_table(sheet, request.GET)
    context = {"match": sheet.match, "table": table, "refusal": refusal}
    return render(request, "scores/checker/table.html", context)


# The picture of a check


def _picture(verdict: ShownVerdict) -> bytes:
    """The headline and the cards by meld; the hand alone while there is no result."""
    result = verdict.result
    groups = result.groups if result else []
    groups = groups or [CardGroup("", verdict.hand, "open")]
    step = _step(groups)
    context = {
        "symbols": symbols(),
        "result": result,
        "reason": verdict.reasons[0] if verdict.reasons else "",
        "size": 60 if result is None or len(result.headline) < LONG_HEADLINE else 50,
        "groups": _placed_groups(groups, step),
        "overlap": step < CARD_WIDTH,
    }
    return images.png("scores/checker/check_card.svg", context)


def _step(groups: Sequence[CardGroup]) -> int:
    """The pixels between the left edges of two cards of a group: many cards overlap."""
    cards = sum(len(group.cards) for group in groups)
    room = WIDTH - 120 - GAP * (len(groups) - 1) - CARD_WIDTH * len(groups)
    return min(CARD_WIDTH + 6, room // max(1, cards - len(groups)))


@dataclass(frozen=True)
class PlacedGroup:
    """A group of cards in the picture, in pixels."""

    title: str  # empty where it is wider than the cards
    kind: str
    left: int
    width: int
    cards: list[tuple[ShownCard, int]]  # each with its x

    @property
    def middle(self) -> int:
        return self.left + self.width // 2


def _placed_groups(groups: Sequence[CardGroup], step: int) -> list[PlacedGroup]:
    widths = [step * max(0, len(group.cards) - 1) + CARD_WIDTH for group in groups]
    left = (WIDTH - sum(widths) - GAP * (len(groups) - 1)) // 2
    placed = []
    for group, width in zip(groups, widths, strict=True):
        cards = [(card, left + at * step) for at, card in enumerate(group.cards)]
        title = group.title if len(group.title) * LETTER < width + GAP else ""
        placed.append(PlacedGroup(title, group.kind, left, width, cards))
        left += width + GAP
    return placed
