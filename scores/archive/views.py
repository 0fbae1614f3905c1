"""A match as a whole: where and when it was played, put away, deleted and brought back."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from scores.access import grants
from scores.archive import lifecycle, listing
from scores.archive.forms import DeleteForm, DetailsForm
from scores.models import BIN_PERIOD, Match


@require_http_methods(["GET", "POST"])
def details(request: HttpRequest, code: str) -> HttpResponse:
    """Place, note and date."""
    match = grants.match_to_score(request, code)
    form = DetailsForm(request.POST if request.method == "POST" else None, match=match)
    if not form.is_valid():
        context = {"match": match, "form": form}
        return render(request, "scores/archive/details.html", context, status=422 if form.errors else 200)
    lifecycle.describe(match, **form.cleaned_data)
    return _to_its_card(match)


@require_POST
def archive(request: HttpRequest, code: str) -> HttpResponse:
    match = grants.match_to_own(request, code)
    lifecycle.archive(match)
    return _to_its_card(match)


@require_POST
def unarchive(request: HttpRequest, code: str) -> HttpResponse:
    match = grants.match_to_own(request, code)
    lifecycle.unarchive(match)
    return _to_its_card(match)


def _to_its_card(match: Match) -> HttpResponse:
    """To where the board says what has just changed, far below the totals."""
    return redirect(f"{match.get_absolute_url()}#kept")


@require_http_methods(["GET", "POST"])
def delete(request: HttpRequest, code: str) -> HttpResponse:
    """Asks for a word to be typed; then the match is in the bin, where a second tap finds it."""
    form = DeleteForm(request.POST if request.method == "POST" else None)
    if form.is_valid() and _deleted(request, code):
        return redirect("trash")
    match = grants.match_to_own(request, code)
    if not form.is_valid():
        (told,) = listing.match_items(request, [match.pk])
        context = {"match": match, "told": told, "form": form, "days": BIN_PERIOD.days}
        return render(request, "scores/archive/delete.html", context, status=422 if form.errors else 200)
    lifecycle.delete(match)
    return redirect("trash")


@require_GET
def trash(request: HttpRequest) -> HttpResponse:
    """What was deleted and may still be brought back by this phone."""
    deleted = list(grants.deleted_to_own(request).order_by("-deleted_at").values_list("pk", "deleted_at"))
    ends = {pk: at + BIN_PERIOD for pk, at in deleted}
    told = listing.match_items(request, list(ends))
    context = {"deleted": list(zip(told, ends.values(), strict=True)), "days": BIN_PERIOD.days}
    return render(request, "scores/archive/trash.html", context)


@require_POST
def restore(request: HttpRequest, code: str) -> HttpResponse:
    """A second tap finds that it is back."""
    deleted = _deleted(request, code)
    if deleted is None:
        return redirect(grants.match_to_own(request, code))
    lifecycle.restore(deleted)
    return redirect(deleted)


def _deleted(request: HttpRequest, code: str) -> Match | None:
    return grants.deleted_to_own(request).filter(code=code).first()
