"""Merging two circles that are one group, and undoing it."""

from __future__ import annotations

from contextlib import suppress

from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scores.access import grants
from scores.circles import merging
from scores.circles.forms import MergeForm, sat_together
from scores.models import Circle, Merge, Role


@require_http_methods(["GET", "POST"])
def merge(request: HttpRequest, code: str) -> HttpResponse:
    """Three steps by GET (which circle, who is who, what will happen), and a POST that does it."""
    kept = grants.circle_to_own(request, code)
    asked = request.POST if request.method == "POST" else request.GET
    if "with" not in asked:
        return _which(request, kept, 422 if request.method == "POST" else 200)
    other = asked["with"] if asked["with"].isalnum() else ""  # PostgreSQL fails on a NUL byte in a text
    emptied = _others(request, kept).filter(code=other).first()
    if emptied is None:
        return _not_another(kept, other)
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
    done = Merge.objects.filter(kept__code=code, emptied__code=emptied).first()
    if done is None or done.undone_at:
        return _split(request, done)
    kept = done.kept = grants.circle_to_own(request, code)
    status = 200
    if request.method == "POST":
        with suppress(merging.MergeConflict):
            merging.undo(done, grants.phone_of(request))
        done.refresh_from_db()
        if done.undone_at:
            return _split(request, done)
        status = 409
    context = {
        "circle": kept,
        "merge": done,
        "matches": merging.matches_to_return(done),
        "staying": merging.matches_to_stay(done),
        "torn_apart": merging.conflicting_player_merges(done),
        "is_newest": done == kept.merges.filter(undone_at=None).first(),
    }
    return render(request, "scores/circles/undo_merge.html", context, status=status)


def _split(request: HttpRequest, done: Merge | None) -> HttpResponse:
    """To the one of the two circles that this phone owns: it may have owned the other by the merge alone.

    A second tap finds the same.
    """
    for circle in (done.kept, done.emptied) if done else ():
        if grants.role_in_circle(request, circle) >= Role.OWN:
            return redirect(circle)
    raise Http404


def _which(request: HttpRequest, kept: Circle, status: int) -> HttpResponse:
    context = {"circle": kept, "others": _others(request, kept)}
    return render(request, "scores/circles/merge_which.html", context, status=status)


def _others(request: HttpRequest, kept: Circle) -> QuerySet[Circle]:
    """Who merges two circles owns both."""
    return grants.circles_with(request, Role.OWN).exclude(pk=kept.pk)


def _not_another(kept: Circle, code: str) -> HttpResponse:
    """A second tap finds that it is done; anything else is no group of this phone."""
    if not _is_done(kept, code):
        raise Http404
    return redirect(kept)


def _is_done(kept: Circle, code: str) -> bool:
    return kept.merges.filter(undone_at=None, emptied__code=code).exists()


def _who(
    request: HttpRequest, kept: Circle, emptied: Circle, form: MergeForm, status: int = 200
) -> HttpResponse:
    context = {"circle": kept, "other": emptied, "form": form}
    return render(request, "scores/circles/merge_who.html", context, status=status)


def _what(request: HttpRequest, kept: Circle, emptied: Circle, form: MergeForm) -> HttpResponse:
    same = form.same()
    context = {
        "circle": kept,
        "other": emptied,
        "form": form,
        "same": form.told(),
        "new": [player.name for player in form.there.values() if player not in same],
        "matches": emptied.matches.not_deleted().count(),
        "phones": emptied.grants.count(),
    }
    return render(request, "scores/circles/merge_what.html", context)


def _done(request: HttpRequest, kept: Circle, emptied: Circle, form: MergeForm) -> HttpResponse:
    try:
        merging.merge(kept, emptied, form.same(), grants.phone_of(request))
    except merging.SatTogether as refusal:
        form.add_error(None, sat_together(refusal))
    except merging.MergeConflict:
        if _is_done(kept, emptied.code):
            return redirect(kept)
        form.add_error(None, _("Uno de los dos grupos se acaba de juntar con otro."))
    else:
        return redirect(kept)
    return _who(request, kept, emptied, form, 409)
