"""The table of a match: a strip above its board, a page for who has no scripts, who is missing, and calls."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_POST

from rules.night.refusals import NightRefusal
from scores.core.access import grants
from scores.models import Match
from scores.night import refusals
from scores.night.at_table import calls, missing as missing_people, page
from scores.night.models import Sitting


@require_GET
def table(request: HttpRequest, code: str) -> HttpResponse:
    """The page; for the script of the board the strip alone."""
    match = grants.match_to_watch(request, code)
    part = "_strip" if request.htmx else "table"
    context = {"here": page.table_at_night(request, match, _sitting_of(match))}
    answer = render(request, f"scores/night/at_table/{part}.html", context)
    answer["Cache-Control"] = "private, no-store"  # it has the link of the card
    return answer


@require_POST
def missing(request: HttpRequest, code: str) -> HttpResponse:
    """`do` is `missing 17` or `here 17`: what is true of entrant 17."""
    match = grants.match_to_score(request, code)
    sitting = _sitting_of(match)
    reported = missing_people.read_report(request.POST.get("do", ""))
    if reported is None:
        raise Http404
    try:
        missing_people.store_report(
            match, reported.entrant, is_missing=reported.is_missing
        )
    except NightRefusal as refused:
        return _refusal_page(request, match, sitting, refused)
    return redirect("match-night", match.code)


@require_POST
def call(request: HttpRequest, code: str) -> HttpResponse:
    """With `do=enough` nobody needs to come any more."""
    match = grants.match_to_score(request, code)
    sitting = _sitting_of(match)
    try:
        calls.call(match, is_needed=request.POST.get("do") != "enough")
    except NightRefusal as refused:
        return _refusal_page(request, match, sitting, refused)
    return redirect("match-night", match.code)


def _refusal_page(
    request: HttpRequest, match: Match, sitting: Sitting, refused: NightRefusal
) -> HttpResponse:
    here = page.table_at_night(request, match, sitting)
    context = {"here": here, "refusal": refusals.phrase(refused, here.names)}
    return render(request, "scores/night/at_table/table.html", context, status=409)


def _sitting_of(match: Match) -> Sitting:
    """404 for a match that is no table of a night."""
    sitting = (
        Sitting.objects.filter(match=match)
        .select_related("place__night__circle")
        .first()
    )
    if sitting is None:
        raise Http404
    return sitting
