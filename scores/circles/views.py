"""A circle: its matches for all who may see it; its house rules for who keeps
score; its name and hour for who owns it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_GET, require_http_methods

from scores.access import grants
from scores.archive import listing
from scores.circles.forms import CircleForm, NameForm
from scores.house_rules.labels import name_of, turned
from scores.models import Role


@require_GET
def circle(request: HttpRequest, code: str) -> HttpResponse:
    found = grants.circle_to_watch(request, code)
    is_owner = found.role >= Role.OWN
    context = {
        "circle": found,
        "is_owner": is_owner,
        "may_score": found.role >= Role.SCORE,
        "house_rules": list(found.house_rules.all()) if found.role >= Role.SCORE else [],
        "merges": list(found.merges.filter(undone_at=None)) if is_owner else [],
        **listing.latest_matches(request, found),
    }
    return render(request, "scores/circles/circle.html", context)


@require_http_methods(["GET", "POST"])
def settings(request: HttpRequest, code: str) -> HttpResponse:
    """Name and time zone."""
    found = grants.circle_to_own(request, code)
    form = CircleForm(request.POST if request.method == "POST" else None, circle=found)
    if not form.is_valid():
        context = {"circle": found, "form": form}
        return render(request, "scores/circles/settings.html", context, status=422 if form.errors else 200)
    found.name, found.time_zone = form.cleaned_data["name"], form.cleaned_data["time_zone"]
    found.save(update_fields=["name", "time_zone"])
    return redirect(found)


@require_http_methods(["GET", "POST"])
def house_rules(request: HttpRequest, code: str, pk: int) -> HttpResponse:
    """What rules saved under a name say; another name for them, or away with them. Matches keep theirs."""
    found = grants.circle_to_score(request, code)
    if request.method == "POST" and request.POST.get("do") == "remove":
        found.house_rules.filter(pk=pk).delete()  # a second tap finds nothing left to remove
        return redirect(found)
    saved = get_object_or_404(found.house_rules, pk=pk)
    form = NameForm(request.POST if request.method == "POST" else None, initial={"name": saved.name})
    if not form.is_valid():
        rules = saved.rules
        told = {"turned": turned(rules, rules.players[0]), "variant": name_of(rules)}
        context = {"circle": found, "saved": saved, "form": form, **told}
        return render(
            request, "scores/house_rules/house_rules.html", context, status=422 if form.errors else 200
        )
    saved.name = form.cleaned_data["name"]
    saved.save(update_fields=["name"])
    return redirect(found)
