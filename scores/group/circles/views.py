"""A circle: its matches for all who may see it, its house rules for those who keep score; and for owners
its settings, and pages that merge it with another circle and undo that.
"""

from contextlib import suppress

from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from scores.core.access import grants
from scores.core.house_rules.labels import name_of, turned
from scores.core.matches.dates import evening
from scores.group.archive import listing
from scores.group.circles import merging, room
from scores.group.circles.forms import CircleForm, MergeForm, NameForm, sat_together_message
from scores.models import Circle, Merge, Role


@require_GET
def circle(request: HttpRequest, code: str) -> HttpResponse:
    circle = grants.circle_to_watch(request, code)
    is_owner = circle.role >= Role.OWN
    today, over = evening(circle), circle.matches.not_deleted().finished()
    context = {
        "circle": circle,
        "tonight": today if over.filter(played_on=today).exists() else None,
        "is_owner": is_owner,
        "may_score": circle.role >= Role.SCORE,
        "house_rules": list(circle.house_rules.all()) if circle.role >= Role.SCORE else [],
        "room_warning": room.warning(circle) if is_owner else "",
        "merges": list(circle.merges.filter(undone_at=None)) if is_owner else [],
        **listing.latest_matches(request, circle),
    }
    return render(request, "scores/circles/circle.html", context)


@require_http_methods(["GET", "POST"])
def settings(request: HttpRequest, code: str) -> HttpResponse:
    """Name and time zone."""
    circle = grants.circle_to_own(request, code)
    form = CircleForm(request.POST if request.method == "POST" else None, circle=circle)
    if not form.is_valid():
        context = {"circle": circle, "form": form}
        return render(request, "scores/circles/settings.html", context, status=422 if form.errors else 200)
    circle.name, circle.time_zone = form.cleaned_data["name"], form.cleaned_data["time_zone"]
    circle.save(update_fields=["name", "time_zone"])
    return redirect(circle)


@require_http_methods(["GET", "POST"])
def house_rules(request: HttpRequest, code: str, pk: int) -> HttpResponse:
    """Show, rename or remove house rules. Matches keep the rules they started with."""
    circle = grants.circle_to_score(request, code)
    if request.method == "POST" and request.POST.get("do") == "remove":
        circle.house_rules.filter(pk=pk).delete()  # a repeated POST finds nothing to remove
        return redirect(circle)
    saved = get_object_or_404(circle.house_rules, pk=pk)
    form = NameForm(request.POST if request.method == "POST" else None, initial={"name": saved.name})
    if not form.is_valid():
        rules = saved.rules
        details = {"turned": turned(rules, rules.players[0]), "variant": name_of(rules)}
        context = {"circle": circle, "saved": saved, "form": form, **details}
        return render(
            request, "scores/house_rules/house_rules.html", context, status=422 if form.errors else 200
        )
    saved.name = form.cleaned_data["name"]
    saved.save(update_fields=["name"])
    return redirect(circle)


# Merging two circles


@require_http_methods(["GET", "POST"])
def merge(request: HttpRequest, code: str) -> HttpResponse:
    """GET asks which circle, then who is who, then shows what will happen; POST merges."""
    target = grants.circle_to_own(request, code)
    query = request.POST if request.method == "POST" else request.GET
    if "with" not in query:
        context = {"circle": target, "others": _others(request, target)}
        status = 422 if request.method == "POST" else 200
        return render(request, "scores/circles/merge_which.html", context, status=status)
    other = query["with"] if query["with"].isalnum() else ""  # PostgreSQL rejects NUL bytes in text
    emptied = _others(request, target).filter(code=other).first()
    if emptied is None:
        if not _is_merged(target, other):
            raise Http404
        return redirect(target)
    if "look" not in query:
        return _choose_players(request, target, emptied, MergeForm(target=target, emptied=emptied))
    form = MergeForm(query, target=target, emptied=emptied)
    if not form.is_valid():
        return _choose_players(request, target, emptied, form, 422)
    if request.method == "GET":
        return _show_preview(request, target, emptied, form)
    return _merge(request, target, emptied, form)


@require_http_methods(["GET", "POST"])
def undo_merge(request: HttpRequest, code: str, emptied: str) -> HttpResponse:
    record = Merge.objects.filter(kept__code=code, emptied__code=emptied).first()
    if record is None or record.undone_at:
        return _redirect_to_own(request, record)
    target = record.kept = grants.circle_to_own(request, code)
    status = 200
    if request.method == "POST":
        with suppress(merging.MergeConflict):
            merging.undo(record, grants.phone_of(request))
        record.refresh_from_db()
        if record.undone_at:
            return _redirect_to_own(request, record)
        status = 409
    context = {
        "circle": target,
        "merge": record,
        "matches": merging.matches_to_return(record).count(),
        "staying": merging.matches_to_stay(record).count(),
        "conflicts": merging.conflicting_player_merges(record),
        "is_newest": record == target.merges.filter(undone_at=None).first(),
    }
    return render(request, "scores/circles/undo_merge.html", context, status=status)


def _redirect_to_own(request: HttpRequest, record: Merge | None) -> HttpResponse:
    """Redirect to the one of the two circles that this phone owns; 404 if it owns neither.

    It may have owned the other one only through the merge. A repeated POST ends here too.
    """
    for circle in (record.kept, record.emptied) if record else ():
        if grants.role_in(request, circle) >= Role.OWN:
            return redirect(circle)
    raise Http404


def _others(request: HttpRequest, target: Circle) -> QuerySet[Circle]:
    """The circles that can be merged into this one: the phone must own both."""
    return grants.circles_with(request, Role.OWN).exclude(pk=target.pk)


def _is_merged(target: Circle, code: str) -> bool:
    return target.merges.filter(undone_at=None, emptied__code=code).exists()


def _choose_players(
    request: HttpRequest, target: Circle, emptied: Circle, form: MergeForm, status: int = 200
) -> HttpResponse:
    context = {"circle": target, "other": emptied, "form": form}
    return render(request, "scores/circles/merge_who.html", context, status=status)


def _show_preview(request: HttpRequest, target: Circle, emptied: Circle, form: MergeForm) -> HttpResponse:
    same = form.same()
    context = {
        "circle": target,
        "other": emptied,
        "form": form,
        "same": form.same_labels(),
        "new": [player.name for player in form.there.values() if player not in same],
        "matches": emptied.matches.not_deleted().count(),
        "phones": emptied.grants.count(),
    }
    return render(request, "scores/circles/merge_what.html", context)


def _merge(request: HttpRequest, target: Circle, emptied: Circle, form: MergeForm) -> HttpResponse:
    try:
        merging.merge(target, emptied, form.same(), grants.phone_of(request))
    except merging.SatTogether as refusal:
        form.add_error(None, sat_together_message(refusal))
    except merging.MergeConflict:
        if _is_merged(target, emptied.code):
            return redirect(target)
        form.add_error(None, _("Uno de los dos grupos se acaba de juntar con otro."))
    else:
        return redirect(target)
    return _choose_players(request, target, emptied, form, 409)
