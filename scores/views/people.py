"""The names of those who play in a circle, for who owns it."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods

from scores import access, live
from scores.forms.circle import NameForm
from scores.models import Match


@require_http_methods(["GET", "POST"])
def person_edit(request: HttpRequest, code: str, uid: UUID) -> HttpResponse:
    """The name of somebody who plays here: it changes in every match, for no line holds a name."""
    found = access.circle_to_own(request, code)
    player = get_object_or_404(found.players, uid=uid)
    initial = {"name": player.name}
    form = NameForm(request.POST if request.method == "POST" else None, initial=initial)
    if not form.is_valid():
        context = {"circle": found, "player": player, "form": form}
        return render(request, "scores/person_edit.html", context, status=422 if form.errors else 200)
    player.name = form.cleaned_data["name"]
    player.save(update_fields=["name"])
    live.changed(Match.objects.filter(seats__player=player))
    return redirect(found)
