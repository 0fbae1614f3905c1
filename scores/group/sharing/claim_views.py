"""¿Quién eres?: saying it, taking it back, and the owner taking it back."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from scores.core.access import grants
from scores.core.matches.scoresheet import Sheet
from scores.group.sharing import claims


@require_http_methods(["GET", "POST"])
def me(request: HttpRequest, code: str) -> HttpResponse:
    """Ask which player holds this phone; what is no seat of the match says that it is none of them."""
    match = grants.match_to_watch(request, code)
    sheet = Sheet(match)
    if request.method == "POST":
        claims.claim(request, match, claims.read_seat(request.POST.get("seat", ""), sheet.names))
        return redirect(match)
    context = {"match": match, "names": sheet.names, "mine": match.me}
    return render(request, "scores/sharing/me.html", context)


@require_POST
def take_back(request: HttpRequest, kind: str, code: str, pk: int) -> HttpResponse:
    """Let an owner take a claim back for another phone."""
    target = grants.target_to_own(request, kind, code)
    claims.take_back(target, pk)
    return redirect(f"{kind}-phones", target.code)
