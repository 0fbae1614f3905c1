"""A circle: its matches for everybody who may see it, its house rules for those who keep score, its settings
for owners."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_GET, require_http_methods

from scores.core.access import grants
from scores.core.house_rules.labels import name_of, turned
from scores.core.matches.dates import evening
from scores.group.archive import listing
from scores.group.circles import room
from scores.group.circles.forms import CircleForm, NameForm
from scores.models import Role


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
