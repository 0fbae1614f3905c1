"""The pages to share a match, and those of the evenings of a circle."""

from datetime import date
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET

from rules.numbers import whole_number
from scores.circle.accounts import views as accounts
from scores.circle.accounts.log import account_of
from scores.circle.accounts.page import evening_context
from scores.circle.archive import listing
from scores.circle.images.render import picture_response
from scores.circle.recap import evening as facts, share
from scores.circle.recap.evening_facts import Evening
from scores.circle.recap.telling_hands import hand_png, hand_to_show, telling_hands
from scores.core.access import grants, rights, share_links
from scores.core.form_pages import require_GET_or_POST
from scores.core.matches.scoresheet import Sheet
from scores.models import Circle, Match, Role

LISTED = 20  # matches of an evening; a club night may have hundreds


@require_GET
def tell(request: HttpRequest, code: str) -> HttpResponse:
    """The picture and the text of a match, finished or not."""
    sheet = rights.visit_to_watch(request, code).sheet
    path = grants.link_path(sheet.match, Role.WATCH)
    summary = share.text(sheet, share_links.absolute_url(request, path))
    hands = telling_hands(sheet)
    context = {
        "match": sheet.match,
        "summary": summary,
        "preview": preview(request, sheet),
        "hands": hands,
        "hand": hand_to_show(hands, request.GET.get("hand", "")),
    }
    return render(request, "scores/recap/recap.html", context)


@require_GET
def picture(
    request: HttpRequest, code: str, kind: str = "", token: str = ""
) -> HttpResponse:
    """The PNG, for everybody who may see the match; with a kind that of a hand, and with the `token` of the
    link to watch it also for a chat, which has no cookie. Rendered again only after the board has changed.
    """
    match = (
        grants.link_target("match", code, Role.WATCH, token)
        if token
        else rights.visit_to_watch(request, code).match
    )
    shown = match.code, match.version, kind
    return picture_response(request, shown, lambda: _png(match, kind))


def _png(match: Match, kind: str) -> bytes:
    """Raises Http404 for a hand that the match does not have."""
    sheet = Sheet(match)
    if not kind:
        return share.png(sheet)
    for hand in telling_hands(sheet):
        if hand.kind == kind:
            return hand_png(hand)
    raise Http404


def preview(request: HttpRequest, sheet: Sheet, page: str = "") -> share_links.Preview:
    """Picture, headline and ranking: of the page of the match, or of another `page` with its picture."""
    page = page or sheet.match.get_absolute_url()
    ranking = " · ".join(share.ranking(sheet))
    image = f"{page}picture.png"
    return share_links.preview(request, share.headline(sheet), ranking, page, image)


@require_GET
def evenings(request: HttpRequest, code: str) -> HttpResponse:
    """The evenings of one year: the last one, or `year`."""
    circle = rights.circle_to_watch(request, code)
    years: list[int] = circle.finished_matches.years()
    context: dict[str, Any] = {"circle": circle, "years": years}
    if years:
        requested = whole_number(request.GET.get("year", ""))
        year = requested if requested in years else years[0]
        played = facts.evenings(circle, played_on__year=year)
        months = [
            (date(year, month, 1), [each for each in played if each.day.month == month])
            for month in range(1, 13)
        ]
        context |= {"year": year, "evenings": played, "months": months}
    return render(request, "scores/recap/evenings.html", context)


@require_GET_or_POST
def evening(request: HttpRequest, code: str, day: str) -> HttpResponse:
    """An evening; a POST says what was paid of it."""
    circle = accounts.circle_of(request, code)
    summary = _evening_of(circle, day)
    key = summary.day.isoformat()
    refused = accounts.write(request, circle, key)
    if request.method == "POST" and refused is None:
        return redirect("evening", circle.code, day)
    matches = (
        circle.matches.not_deleted()
        .opened()
        .filter(played_on=summary.day)
        .order_by("created_at", "pk")
    )
    keys = listing.keys_of(matches)
    context = {
        "circle": circle,
        "evening": summary,
        "matches": listing.match_items(request, keys[:LISTED]),
        "is_cut": len(keys) > LISTED,
    }
    if summary.richest:
        reader = accounts.reader_of(circle, refused)
        context |= evening_context(account_of(circle), reader, key)
    status = 422 if refused else 200
    return render(request, "scores/recap/evening.html", context, status=status)


@require_GET
def evening_picture(request: HttpRequest, code: str, day: str) -> HttpResponse:
    """The PNG, for everybody who may see the circle."""
    circle = rights.circle_to_watch(request, code)
    summary = _evening_of(circle, day)
    shown = circle.display_name, summary
    return picture_response(request, shown, lambda: facts.evening_png(circle, summary))


def _evening_of(circle: Circle, day: str) -> Evening:
    """Raises Http404 for a date without a finished match."""
    try:
        summary = facts.of_day(circle, date.fromisoformat(day))
    except ValueError as wrong:
        raise Http404 from wrong
    if summary is None:
        raise Http404
    return summary
