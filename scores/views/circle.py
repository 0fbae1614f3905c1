"""A circle: its matches for all who may see it; its people, name and hour for who owns it."""

from __future__ import annotations

from uuid import UUID

from django.db.models import prefetch_related_objects
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_GET, require_http_methods

from scores import access, live, queries
from scores.forms.circle import CircleForm, NameForm
from scores.models import Match, Role


@require_GET
def circle(request: HttpRequest, code: str) -> HttpResponse:
    found = access.circle_to_watch(request, code)
    prefetch_related_objects([found], "players")
    is_owner = found.role >= Role.OWN
    context = {
        "circle": found,
        "is_owner": is_owner,
        "merges": list(found.merges.filter(undone_at=None)) if is_owner else [],
        **queries.going_on_and_finished(queries.matches_for_list(request, found)),
    }
    return render(request, "scores/circle.html", context)


@require_http_methods(["GET", "POST"])
def settings(request: HttpRequest, code: str) -> HttpResponse:
    """Name and time zone."""
    found = access.circle_to_own(request, code)
    form = CircleForm(request.POST if request.method == "POST" else None, circle=found)
    if not form.is_valid():
        context = {"circle": found, "form": form}
        return render(request, "scores/circle_settings.html", context, status=422 if form.errors else 200)
    found.name, found.time_zone = form.cleaned_data["name"], form.cleaned_data["time_zone"]
    found.save(update_fields=["name", "time_zone"])
    return redirect(found)


@require_http_methods(["GET", "POST"])
def person(request: HttpRequest, code: str, uid: UUID) -> HttpResponse:
    """The name of somebody who plays here: it changes in every match, for no line holds a name."""
    found = access.circle_to_own(request, code)
    player = get_object_or_404(found.players, uid=uid)
    initial = {"name": player.name}
    form = NameForm(request.POST if request.method == "POST" else None, initial=initial)
    if not form.is_valid():
        context = {"circle": found, "player": player, "form": form}
        return render(request, "scores/person.html", context, status=422 if form.errors else 200)
    player.name = form.cleaned_data["name"]
    player.save(update_fields=["name"])
    live.changed(Match.objects.filter(seats__player=player))
    return redirect(found)
