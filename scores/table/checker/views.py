"""The pages of the checker: alone, with its preview image, in a match, and the table for those who watch."""

from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_GET

from scores.circle.images import render as images
from scores.circle.images.card_row import FacesGroup, placed_groups
from scores.core.access import rights, share_links
from scores.core.access.share_links import absolute_url
from scores.table.checker.match_page import match_page
from scores.table.checker.page import CheckerPage, ShownVerdict
from scores.table.checker.practice_page import (
    practice_check,
    practice_page,
    verdict_on,
)
from scores.table.checker.presenter import CardGroup
from scores.table.checker.table_page import watched_table

LONG_HEADLINE = 34  # letters; from here on the headline is set smaller


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
def check_picture(request: HttpRequest) -> HttpResponse:
    """The preview image for the same query string."""
    verdict = verdict_on(practice_check(request.GET), request.GET)
    return images.png_response(
        lambda: _picture(verdict), {"Cache-Control": "max-age=86400"}
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
    faces = [
        FacesGroup(group.title, group.kind, [card.face for card in group.cards])
        for group in groups
    ]
    context = {
        "result": result,
        "reason": verdict.reasons[0] if verdict.reasons else "",
        "size": 60 if result is None or len(result.headline) < LONG_HEADLINE else 50,
        "groups": placed_groups(faces),
    }
    return images.png("scores/checker/check_card.svg", context)
