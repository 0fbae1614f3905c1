"""Links that offer a right. Opening one changes nothing; a POST takes the right."""

from __future__ import annotations

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_http_methods

from scores.access import devices, grants
from scores.circles.forms import NameForm
from scores.matches.scoresheet import Sheet
from scores.models import Circle, Match, Role
from scores.sharing import share_links

ROLES = {"own": Role.OWN, "score": Role.SCORE, "watch": Role.WATCH}
SHARE = {"match": "share", "circle": "circle-share"}


@require_http_methods(["GET", "POST"])
def link(request: HttpRequest, kind: str, code: str, role: str, token: str) -> HttpResponse:
    """Whose table it is and which right it gives; a POST grants it and leads away from the token."""
    if request.method == "POST":
        return _take(request, kind, code, _role(role), token)
    thing = grants.link_target(kind, code, _role(role), token)
    phone = grants.phone_if_known(request)
    held = _held(request, thing)
    context = {
        "thing": thing,
        "kind": kind,
        "role": role,
        "names": _names(thing),
        "asks_name": _role(role) > Role.WATCH and not (phone and phone.name),
        "held": held.name.lower(),
        "is_enough": held >= _role(role),
    }
    return render(request, "scores/sharing/link.html", context)


@require_GET
def share_match(request: HttpRequest, code: str) -> HttpResponse:
    """The links of a match, each as a QR, as far as this phone may hand them on."""
    match = grants.match_to_watch(request, code)
    shared = share_links.all_of_match(request, match)
    owns = {link.kind for link in shared if link.role == "own"}
    context = {"thing": match, "kind": "match", "links": shared, "owns": owns}
    return render(request, "scores/sharing/share.html", context)


@require_GET
def share_circle(request: HttpRequest, code: str) -> HttpResponse:
    circle = grants.circle_to_own(request, code)
    context = {
        "thing": circle,
        "kind": "circle",
        "links": share_links.all_of_circle(request, circle),
        "owns": ["circle"],
    }
    return render(request, "scores/sharing/share.html", context)


@require_http_methods(["GET", "POST"])
def revoke(request: HttpRequest, kind: str, code: str, role: str) -> HttpResponse:
    """Whether the right is taken from those who got it by the link is asked before the link is dead."""
    thing = grants.target_to_own(request, kind, code)
    if request.method == "POST":
        and_take = "take" in request.POST
        devices.revoke(thing, _role(role), request.phone_uid, and_take=and_take)
        return redirect(SHARE[kind], code)
    got = devices.grants_by_link(thing, _role(role), request.phone_uid)
    context = {"thing": thing, "kind": kind, "role": role, "got": list(got), "back": SHARE[kind]}
    return render(request, "scores/sharing/revoke.html", context)


def _role(name: str) -> Role:
    if name not in ROLES:
        raise Http404
    return ROLES[name]


@transaction.atomic
def _take(request: HttpRequest, kind: str, code: str, role: Role, token: str) -> HttpResponse:
    thing = grants.link_target(kind, code, role, token, to_take=True)
    phone = grants.phone_that_writes(request)
    grants.accept_link(phone, thing, role)
    form = NameForm(request.POST)
    if form.is_valid() and not phone.name:
        phone.name = form.cleaned_data["name"]
        phone.save(update_fields=["name"])
    return redirect(thing)


def _held(request: HttpRequest, thing: Circle | Match) -> Role:
    """What this phone may do there already."""
    if isinstance(thing, Match):
        return grants.role_in(request, thing)
    return grants.role_in_circle(request, thing)


def _names(thing: Circle | Match) -> list[str]:
    """Who plays there, so that one sees whose table it is."""
    if isinstance(thing, Match):
        return list(Sheet(thing).names.values())
    return [player.display_name for player in thing.people[:12]]
