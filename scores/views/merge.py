"""Merging two circles that are one group, and undoing it."""

from __future__ import annotations

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scores import access, merging
from scores.forms.circle import MergeForm, sat_together
from scores.models import Circle, Role


@require_http_methods(["GET", "POST"])
def merge(request: HttpRequest, code: str) -> HttpResponse:
    """Three steps by GET (which circle, who is who, what will happen), and a POST that does it."""
    kept = access.circle_to_own(request, code)
    asked = request.POST if request.method == "POST" else request.GET
    if "with" not in asked:
        return _which(request, kept, 422 if request.method == "POST" else 200)
    other = asked["with"] if asked["with"].isalnum() else ""  # PostgreSQL fails on a NUL byte in a text
    emptied = get_object_or_404(_others(request, kept), code=other)
    if "look" not in asked:
        return _who(request, kept, emptied, MergeForm(kept=kept, emptied=emptied))
    form = MergeForm(asked, kept=kept, emptied=emptied)
    if not form.is_valid():
        return _who(request, kept, emptied, form, 422)
    if request.method == "GET":
        return _what(request, kept, emptied, form)
    return _done(request, kept, emptied, form)


@require_http_methods(["GET", "POST"])
def undo_merge(request: HttpRequest, code: str, emptied: str) -> HttpResponse:
    kept = access.circle_to_own(request, code)
    done = get_object_or_404(kept.merges.filter(undone_at=None), emptied__code=emptied)
    status = 200
    if request.method == "POST":
        try:
            merging.undo(done, access.phone_of(request))
        except merging.NotNow:
            status = 409
        else:
            return redirect(kept)
    context = {
        "circle": kept,
        "merge": done,
        "matches": merging.going_back(done),
        "staying": merging.started_since(done),
        "torn_apart": merging.torn_apart(done),
        "is_newest": done == kept.merges.filter(undone_at=None).first(),
    }
    return render(request, "scores/undo_merge.html", context, status=status)


def _which(request: HttpRequest, kept: Circle, status: int) -> HttpResponse:
    context = {"circle": kept, "others": _others(request, kept)}
    return render(request, "scores/merge_which.html", context, status=status)


def _others(request: HttpRequest, kept: Circle) -> QuerySet[Circle]:
    """Who merges two circles owns both."""
    return access.circles_with(request, Role.OWN).exclude(pk=kept.pk)


def _who(
    request: HttpRequest, kept: Circle, emptied: Circle, form: MergeForm, status: int = 200
) -> HttpResponse:
    context = {"circle": kept, "other": emptied, "form": form}
    return render(request, "scores/merge_who.html", context, status=status)


def _what(request: HttpRequest, kept: Circle, emptied: Circle, form: MergeForm) -> HttpResponse:
    same = form.same()
    context = {
        "circle": kept,
        "other": emptied,
        "form": form,
        "same": [(player.name, here.name) for player, here in same.items()],
        "new": [player.name for player in form.there.values() if player not in same],
        "matches": emptied.matches.kept().count(),
        "phones": emptied.grants.count(),
    }
    return render(request, "scores/merge_what.html", context)


def _done(request: HttpRequest, kept: Circle, emptied: Circle, form: MergeForm) -> HttpResponse:
    try:
        merging.merge(kept, emptied, form.same(), access.phone_of(request))
    except merging.SatTogether as refusal:
        form.add_error(None, sat_together(refusal))
    except merging.NotNow:
        form.add_error(None, _("Uno de los dos grupos se acaba de juntar con otro."))
    else:
        return redirect(kept)
    return _who(request, kept, emptied, form, 409)
