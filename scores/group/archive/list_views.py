"""Lists of all matches that this phone may see, or of one circle, with search."""

from __future__ import annotations

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.views.decorators.http import require_GET

from scores.core.access import grants
from scores.core.notation.numbers import parsed_int
from scores.group.archive import listing
from scores.group.archive.search_form import SearchForm
from scores.models import Circle, HouseRules, Match, Role

PAGE = 30


@require_GET
def matches(request: HttpRequest) -> HttpResponse:
    circles = grants.circles_with(request, Role.WATCH).values("pk")
    form = SearchForm(
        request.GET,
        persons=grants.persons_to_watch(request),
        house_rules=list(HouseRules.objects.filter(circle__in=circles)),
    )
    return _show(request, form, grants.matches_to_watch(request))


@require_GET
def matches_of_circle(request: HttpRequest, code: str) -> HttpResponse:
    circle = grants.circle_to_watch(request, code)
    form = SearchForm(request.GET, persons=circle.current_players, house_rules=list(circle.house_rules.all()))
    return _show(request, form, circle.matches.not_deleted(), circle)


def _show(
    request: HttpRequest, form: SearchForm, matches: QuerySet[Match], circle: Circle | None = None
) -> HttpResponse:
    """One page of the list; 422 without matches for an invalid search."""
    about = {"form": form, "circle": circle, "may_score": circle is None or circle.role >= Role.SCORE}
    number = max(1, parsed_int(request.GET.get("page", "")) or 1)
    if not form.is_valid():
        return render(request, "scores/archive/matches.html", about, status=422)
    matching = form.search().among(matches, list(form.persons.values()))
    items, has_more = listing.page(request, matching, number, PAGE)
    context = {
        **about,
        "matches": items,
        "newer": _page_link(request.GET, number - 1) if number > 1 else "",
        "older": _page_link(request.GET, number + 1) if has_more else "",
    }
    return render(request, "scores/archive/matches.html", context)


def _page_link(query: QueryDict, number: int) -> str:
    """The same search, another page."""
    data = query.copy()
    data["page"] = str(number)
    return "?" + data.urlencode()
