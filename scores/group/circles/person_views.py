"""Pages of one player: a new name, an emoji and a colour."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from scores.core import versions
from scores.core.access import grants
from scores.group.circles.forms import FaceForm, NameForm
from scores.models import Match, Player


@require_http_methods(["GET", "POST"])
def person_edit(request: HttpRequest, code: str, uid: UUID) -> HttpResponse:
    """Rename a player in all matches: no log entry holds a name."""
    player = grants.person_to_own(request, code, uid)
    is_written = request.method == "POST" and player.name
    form = NameForm(request.POST if is_written else None, initial={"name": player.name})
    if not form.is_valid():
        merges = list(player.merges_in_force)
        context = {"circle": player.circle, "player": player, "form": form, "merges": merges}
        return render(request, "scores/circles/person_edit.html", context, status=422 if form.errors else 200)
    with transaction.atomic():
        versions.bump(Match.objects.filter(seats__player=player))  # locks matches, which come before players
        Player.objects.filter(pk=player.pk, erased_at=None).update(name=form.cleaned_data["name"])
    return redirect("person", player.circle.code, player.uid)


@require_http_methods(["GET", "POST"])
def person_face(request: HttpRequest, code: str, uid: UUID) -> HttpResponse:
    """Choose an emoji and a colour for a player, in all matches; for phones that may keep score."""
    player = grants.person_to_score(request, code, uid)
    if not player.name:
        raise Http404
    chosen = {"emoji": player.emoji, "chosen_colour": player.chosen_colour}
    form = FaceForm(request.POST if request.method == "POST" else None, initial=chosen)
    if not form.is_valid():
        context = {"circle": player.circle, "player": player, "form": form}
        return render(request, "scores/circles/person_face.html", context, status=422 if form.errors else 200)
    with transaction.atomic():
        versions.bump(Match.objects.filter(seats__player=player))  # locks matches, which come before players
        Player.objects.filter(pk=player.pk, erased_at=None).update(**form.cleaned_data)
    return redirect("person", player.circle.code, player.uid)
