"""Links that offer a right. Opening one changes nothing; a POST takes the right."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_http_methods

from scores import access, links
from scores.models import Match, Role
from scores.sheet import Sheet

ROLES = {"own": Role.OWN, "score": Role.SCORE, "watch": Role.WATCH}


@require_http_methods(["GET", "POST"])
def link(request: HttpRequest, kind: str, code: str, role: str, token: str) -> HttpResponse:
    """Whose table it is and which right it gives; a POST grants it and leads away from the token."""
    if role not in ROLES:
        raise Http404
    thing = access.linked(kind, code, ROLES[role], token)
    if request.method == "POST":
        access.grant(access.phone_that_writes(request), thing, ROLES[role])
        return redirect(thing if isinstance(thing, Match) else "home")
    context = {"thing": thing, "kind": kind, "role": role, "names": _names(thing)}
    response = render(request, "scores/link.html", context)
    # The address holds the token: no other page may be told it.
    response["Referrer-Policy"] = "strict-origin"
    response["X-Robots-Tag"] = "noindex"
    return response


@require_GET
def share(request: HttpRequest, code: str) -> HttpResponse:
    """The links of a match, each as a QR, as far as this phone may hand them on."""
    match = access.match_to_watch(request, code)
    context = {"match": match, "sheet": Sheet(match), "links": links.of_match(request, match)}
    return render(request, "scores/share.html", context)


def _names(thing: object) -> list[str]:
    """Who plays there, so that one sees whose table it is."""
    if isinstance(thing, Match):
        return list(Sheet(thing).names.values())
    return [player.name for player in thing.players.all()[:12]]  # type: ignore[attr-defined]
