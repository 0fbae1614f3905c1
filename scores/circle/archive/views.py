"""Pages of matches, all or those of one circle, with search; and pages that change a match as a whole."""

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from rules.numbers import whole_number
from scores.circle.archive import lifecycle, listing
from scores.circle.archive.forms import DeleteForm, DetailsForm, SearchForm
from scores.core.access import grants
from scores.core.form_pages import form_page, posted_data
from scores.models import BIN_PERIOD, Circle, HouseRules, Match, Role

PAGE = 30

# Lists


@require_GET
def matches(request: HttpRequest) -> HttpResponse:
    circles = grants.circles_with(request, Role.WATCH).values("pk")
    house_rules = HouseRules.objects.filter(circle__in=circles)
    form = SearchForm(
        request.GET, persons=grants.persons_to_watch(request), house_rules=house_rules
    )
    return _show(request, form, grants.matches_to_watch(request).opened())


@require_GET
def matches_of_circle(request: HttpRequest, code: str) -> HttpResponse:
    circle = grants.circle_to_watch(request, code)
    form = SearchForm(
        request.GET,
        persons=circle.current_players,
        house_rules=circle.house_rules.all(),
    )
    return _show(request, form, circle.matches.not_deleted().opened(), circle)


def _show(
    request: HttpRequest,
    form: SearchForm,
    matches: QuerySet[Match],
    circle: Circle | None = None,
) -> HttpResponse:
    """One page of the list; 422 without matches for an invalid search."""
    about = {
        "form": form,
        "circle": circle,
        "may_score": circle is None or circle.role >= Role.SCORE,
    }
    number = max(1, whole_number(request.GET.get("page", "")) or 1)
    if not form.is_valid():
        return render(request, "scores/archive/matches.html", about, status=422)
    keys = listing.keys_of(form.among(matches)[(number - 1) * PAGE : number * PAGE + 1])
    pages = {"newer": number - 1, "older": number + 1 if len(keys) > PAGE else 0}
    context = {**about, **pages, "matches": listing.match_items(request, keys[:PAGE])}
    return render(request, "scores/archive/matches.html", context)


# One match


@require_http_methods(["GET", "POST"])
def details(request: HttpRequest, code: str) -> HttpResponse:
    match = grants.match_to_score(request, code)
    form = DetailsForm(posted_data(request), match=match)
    if not form.is_valid():
        return form_page(request, "scores/archive/details.html", form, match=match)
    lifecycle.describe(match, **form.cleaned_data)
    return _redirect_to_details(match)


@require_POST
def archive(request: HttpRequest, code: str, *, undo: bool = False) -> HttpResponse:
    match = grants.match_to_own(request, code)
    lifecycle.archive(match, undo=undo)
    return _redirect_to_details(match)


def _redirect_to_details(match: Match) -> HttpResponse:
    """The card below the scoresheet that shows the change."""
    return redirect(f"{reverse('scoresheet', args=[match.code])}#kept")


@require_http_methods(["GET", "POST"])
def delete(request: HttpRequest, code: str) -> HttpResponse:
    """Ask for a word and move the match to the bin. A repeated POST redirects to the bin."""
    form = DeleteForm(posted_data(request))
    if form.is_valid() and _deleted_match(request, code):
        return redirect("trash")
    match = grants.match_to_own(request, code)
    if not form.is_valid():
        (item,) = listing.match_items(request, [match.pk])
        context = {"match": match, "item": item, "days": BIN_PERIOD.days}
        return form_page(request, "scores/archive/delete.html", form, **context)
    lifecycle.delete(match)
    return redirect("trash")


@require_GET
def trash(request: HttpRequest) -> HttpResponse:
    """The deleted matches and nights that this phone may restore."""
    deleted = list(
        grants.deleted_to_own(request)
        .order_by("-deleted_at")
        .values_list("pk", "deleted_at")
    )
    expiries = {pk: at + BIN_PERIOD for pk, at in deleted}
    items = listing.match_items(request, list(expiries))
    context = {
        "deleted": list(zip(items, expiries.values(), strict=True)),
        "nights": [
            (night, night.deleted_at + BIN_PERIOD)
            for night in grants.deleted_nights_to_own(request)
        ],
        "days": BIN_PERIOD.days,
    }
    return render(request, "scores/archive/trash.html", context)


@require_POST
def restore(request: HttpRequest, code: str) -> HttpResponse:
    """A repeated POST redirects to the restored match."""
    deleted = _deleted_match(request, code)
    if deleted is None:
        return redirect(grants.match_to_own(request, code))
    lifecycle.delete(deleted, undo=True)
    return redirect(deleted)


def _deleted_match(request: HttpRequest, code: str) -> Match | None:
    return grants.deleted_to_own(request).filter(code=code).first()
